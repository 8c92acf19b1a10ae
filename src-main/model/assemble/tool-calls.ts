// Deltas → tool calls. A delta belongs to a call by its id, by its name, or by being the last one open; the index alone
// decides nothing, since servers send every call at index 0, count fragments, or leave the index out.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import { JsonBalance } from "./json-balance.ts";

/** A call as it came, before its arguments are parsed. */
export interface RawCall {
  id: string | null;
  /** The name's pieces in order; what they come to is decided at the end, when the whole is known. */
  nameParts: string[];
  /** The arguments as sent; JSON text where the server sent a value instead of a string. Null: never sent. */
  argumentsText: string | null;
  /** The server sent a JSON value instead of a string, or each fragment repeated what had come before. */
  argumentsOddForm: boolean;
  /** Same id, name and arguments came again. */
  resent: boolean;
}

interface OpenCall {
  index: number | null;
  id: string | null;
  nameParts: string[];
  pieces: string[];
  chars: number;
  sent: boolean;
  oddForm: boolean;
  balance: JsonBalance;
}

interface CallDelta {
  index: number | null;
  id: string | null;
  name: string;
  text: string | null;
  oddForm: boolean;
}

export class ToolCallAssembler {
  readonly #offered: ReadonlySet<string>;
  readonly #calls: OpenCall[] = [];

  constructor(offered: Iterable<string>) {
    this.#offered = new Set(offered);
  }

  get count(): number {
    return this.#calls.length;
  }

  /** Takes the `tool_calls` of one delta. Returns the argument text it carried, for live display. */
  pushDelta(toolCalls: unknown, source: string): string {
    let shown = "";
    const entries = entriesOf(toolCalls);
    for (const [position, entry] of entries.entries()) {
      const delta = readDelta(entry, source, position);
      if (!delta) continue;
      this.#apply(this.#target(delta), delta);
      shown += delta.text ?? "";
    }
    return shown;
  }

  /** Takes the `tool_calls` of a whole message: every entry is a call of its own. */
  pushWhole(toolCalls: unknown, source: string): void {
    for (const [position, entry] of entriesOf(toolCalls).entries()) {
      const delta = readDelta(entry, source, position);
      if (delta) this.#apply(this.#open({ ...delta, index: position }), delta);
    }
  }

  /** The legacy `function_call` of a delta or message: one call, without an id. */
  pushFunctionCall(functionCall: unknown, source: string): string {
    if (!isJsonObject(functionCall)) return "";
    return this.pushDelta([{ index: 0, function: functionCall }], source);
  }

  /** Whether the last call's arguments were opened and not closed. */
  get lastIsOpen(): boolean {
    return this.#calls.at(-1)?.balance.open ?? false;
  }

  /** The calls in the order in which they were opened; a call sent twice stands once. */
  finish(): RawCall[] {
    const result: RawCall[] = [];
    for (const call of this.#calls) {
      if (call.nameParts.length === 0 && call.chars === 0 && call.id === null) continue;
      const raw: RawCall = {
        id: call.id,
        nameParts: call.nameParts,
        argumentsText: call.sent ? call.pieces.join("") : null,
        argumentsOddForm: call.oddForm,
        resent: false,
      };
      const twin = result.find((other) => isResend(other, raw));
      if (twin) twin.resent = true;
      else result.push(raw);
    }
    return result;
  }

  /** The call this delta continues, or a new one. */
  #target(delta: CallDelta): OpenCall {
    const byId = delta.id === null ? undefined : this.#calls.findLast((call) => call.id === delta.id);
    if (byId) return this.#startsAnother(byId, delta) ? this.#open(delta) : byId;
    const atIndex =
      delta.index === null ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === delta.index);
    if (!atIndex) return this.#continuesLast(delta) ?? this.#open(delta);
    if (delta.name === "") {
      const nameless = atIndex.balance.complete && startsValue(delta.text);
      return nameless && delta.id !== null ? this.#open(delta) : atIndex;
    }
    return this.#isNewByName(atIndex, delta) ? this.#open(delta) : atIndex;
  }

  /** The last call, when a delta under an index that has no call can only go on with it. */
  #continuesLast(delta: CallDelta): OpenCall | null {
    const last = this.#calls.at(-1);
    if (!last) return null;
    // A name under a new index is a new call, unless it goes on in the middle of the last one's arguments.
    if (delta.name !== "") return delta.id === null && last.balance.open && !startsValue(delta.text) ? last : null;
    if (delta.id !== null && isBlank(delta.text)) return null;
    return last.balance.complete && startsValue(delta.text) ? null : last;
  }

  /** The id is known, but the delta stands for another call: another index, or a whole call after a whole call. */
  #startsAnother(call: OpenCall, delta: CallDelta): boolean {
    if (delta.name === "") return false;
    const wholeAgain = startsValue(delta.text) && call.balance.complete;
    if (delta.index !== null && call.index !== null && delta.index !== call.index) {
      return call.balance.complete || startsValue(delta.text);
    }
    return wholeAgain;
  }

  /** A name came for an index that has a call already, under an id that is new or missing. */
  #isNewByName(call: OpenCall, delta: CallDelta): boolean {
    const sameName = call.nameParts.includes(delta.name) || call.nameParts.join("") === delta.name;
    const bothIds = delta.id !== null && call.id !== null;
    if (call.balance.empty) {
      if (sameName) return bothIds && isBlank(delta.text);
      return bothIds || !this.#mayJoin(call, delta.name);
    }
    if (call.balance.complete) return !(sameName && isBlank(delta.text));
    // The call's arguments are open: a fragment goes on with them, a new value under another name does not.
    if (bothIds) return startsValue(delta.text) || !sameName;
    return !sameName && startsValue(delta.text);
  }

  /** Whether the name's pieces so far and this one can be parts of one name. */
  #mayJoin(call: OpenCall, piece: string): boolean {
    const sofar = call.nameParts.join("");
    if (this.#offered.has(sofar) && this.#offered.has(piece)) return false;
    if (piece.startsWith(call.nameParts.at(-1) ?? "")) return true;
    const joined = sofar + piece;
    for (const name of this.#offered) if (name.startsWith(joined)) return true;
    return this.#offered.size === 0;
  }

  #open(delta: CallDelta): OpenCall {
    const call: OpenCall = {
      index: delta.index,
      id: null,
      nameParts: [],
      pieces: [],
      chars: 0,
      sent: false,
      oddForm: false,
      balance: new JsonBalance(),
    };
    this.#calls.push(call);
    return call;
  }

  #apply(call: OpenCall, delta: CallDelta): void {
    call.id ??= delta.id;
    if (delta.name !== "" && call.nameParts.at(-1) !== delta.name) call.nameParts.push(delta.name);
    if (delta.text === null) return;
    call.sent = true;
    if (delta.oddForm) call.oddForm = true;
    if (delta.text === "") return;
    if (isCumulative(call, delta.text)) {
      call.oddForm = true;
      call.pieces = [];
      call.chars = 0;
      call.balance = new JsonBalance();
    }
    call.pieces.push(delta.text);
    call.chars += delta.text.length;
    call.balance.push(delta.text);
  }
}

/** Each fragment repeats everything before it: only an object that begins again and goes further can be that. */
function isCumulative(call: OpenCall, text: string): boolean {
  if (call.chars === 0 || text.length <= call.chars || !startsValue(text) || !call.balance.open) return false;
  return text.startsWith(call.pieces.join(""));
}

function isResend(a: RawCall, b: RawCall): boolean {
  if (a.nameParts.join("") !== b.nameParts.join("") || (a.argumentsText ?? "") !== (b.argumentsText ?? ""))
    return false;
  return a.id === b.id && (a.id !== null || (a.argumentsText ?? "").trim() !== "");
}

function entriesOf(toolCalls: unknown): unknown[] {
  if (Array.isArray(toolCalls)) return toolCalls;
  return isJsonObject(toolCalls) ? [toolCalls] : [];
}

function readDelta(entry: unknown, source: string, position: number): CallDelta | null {
  if (!isJsonObject(entry)) return null;
  const inner = isJsonObject(entry["function"]) ? entry["function"] : entry;
  const given = inner["arguments"] ?? inner["parameters"] ?? inner["input"] ?? null;
  const index = typeof entry["index"] === "string" ? Number(entry["index"]) : entry["index"];
  const id = entry["id"];
  const text = typeof given === "string" || given === null ? given : valueText(given, source, position);
  return {
    index: typeof index === "number" && Number.isInteger(index) && index >= 0 ? index : null,
    id: typeof id === "string" && id.trim() !== "" ? id : typeof id === "number" ? String(id) : null,
    name: typeof inner["name"] === "string" ? inner["name"] : "",
    text,
    oddForm: given !== null && typeof given !== "string",
  };
}

/**
 * The text of arguments that came as a JSON value, cut out of the chunk so that it stands as sent (`1.0` stays `1.0`).
 * Falls back to writing the value again where the chunk holds the key in another place as well.
 */
function valueText(value: JsonValue, source: string, position: number): string {
  const written = JSON.stringify(value);
  const opening = /"(?:arguments|parameters|input)"\s*:\s*(?=[{[])/g;
  let found = 0;
  for (const match of source.matchAll(opening)) {
    if (found++ !== position) continue;
    const start = match.index + match[0].length;
    const slice = source.slice(start, endOfValue(source, start));
    try {
      if (JSON.stringify(JSON.parse(slice)) === written) return slice;
    } catch {
      return written;
    }
  }
  return written;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function startsValue(text: string | null): boolean {
  if (text === null) return false;
  const first = text.trimStart()[0];
  return first === "{";
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === "";
}
