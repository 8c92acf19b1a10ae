// What stands in the demo model's context: the request, what was called and what came of it, and the records the results hold. It knows nothing else.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { type ChatMessage, messageText } from "../../src-shared/trace/message.ts";
import { type Action, readRequest, type Request } from "./read-request.ts";
import { overlap } from "./words.ts";

/** One thing a result tells about: a file, an event, a note. */
export interface SeenRecord {
  id: string | null;
  name: string | null;
  size: number | null;
  modified: string | null;
  owner: string | null;
  /** Null where the result does not hold it. */
  content: string | null;
  /** Position of the call whose result it stands in. */
  call: number;
  /** As it stood in the result. */
  raw: JsonObject;
}

export type CallStatus = "ok" | "empty" | "failed" | "denied";

export interface PastCall {
  tool: string;
  arguments: JsonObject;
  status: CallStatus;
  /** The result as the model was shown it. */
  shown: string;
  /** What an error said. */
  problem: string | null;
}

export interface Context {
  system: string;
  request: Request;
  calls: PastCall[];
  /** How many of the calls stand before the request in force: facts, but none of its actions. */
  earlierCalls: number;
  records: SeenRecord[];
  /** Characters of all tool results that stand in the context. */
  resultChars: number;
  /** What a user message after the request is: a reminder that names an action, a mere nudge, or nothing. */
  nudge: "named" | "plain" | null;
  /** The last message is a tool's result. */
  afterResult: boolean;
  hasUserMessage: boolean;
}

/** Reads a conversation. */
export function readContext(messages: readonly ChatMessage[]): Context {
  const userTexts = messages.flatMap((message, index) =>
    message.role === "user" ? [{ text: messageText(message), index }] : [],
  );
  const { request, nudge, start } = requestInForce(userTexts, messages);
  const earlier = readCalls(messages.slice(0, start));
  const calls = [...earlier, ...readCalls(messages.slice(start))];
  const results = messages.filter((message) => message.role === "tool");
  return {
    system: messages
      .filter((message) => message.role === "system" || message.role === "developer")
      .map(messageText)
      .join("\n"),
    request,
    calls,
    earlierCalls: earlier.length,
    records: calls.flatMap((call, index) => (call.status === "ok" ? recordsIn(call.shown, index) : [])),
    resultChars: results.reduce((sum, message) => sum + messageText(message).length, 0),
    nudge,
    afterResult: messages.at(-1)?.role === "tool",
    hasUserMessage: userTexts.length > 0,
  };
}

/** The last user message that asks for something new; messages after it that name its actions or ask to go on are nudges. */
function requestInForce(
  userTexts: readonly { text: string; index: number }[],
  messages: readonly ChatMessage[],
): { request: Request; nudge: Context["nudge"]; start: number } {
  let request: Request = { text: "", actions: [] };
  let nudge: Context["nudge"] = null;
  let start = 0;
  for (const { text, index } of userTexts) {
    const isFollowUp =
      request.actions.length > 0 && messages.slice(0, index).some((message) => message.role === "assistant");
    if (isFollowUp && isNudge(text, request)) {
      nudge = namesAction(text, request.actions) ? "named" : (nudge ?? "plain");
      continue;
    }
    // Two user messages in a row are one request.
    const previous = messages[index - 1];
    request = readRequest(previous?.role === "user" && request.text !== "" ? `${request.text}\n${text}` : text);
    if (previous?.role !== "user") start = index;
    nudge = null;
  }
  return { request, nudge, start };
}

const NUDGE =
  /\b(?:outstanding|remaining|not (?:yet )?(?:done|finished|complete)|unfinished|still (?:to do|missing|need|has to|have to)|continue|go on|carry on|keep going|proceed|did(?:n't| not)|have(?:n't| not)|forgot|remember to|don't forget|reminder)\b|尚未|[還还][沒没]|未完成|[繼继][續续]|忘[記记了]|提醒/iu;

function isNudge(text: string, request: Request): boolean {
  return NUDGE.test(text) || namesAction(text, request.actions);
}

/** True when the text speaks of one of the request's own actions: by its file, its address, or its kind and words. */
function namesAction(text: string, actions: readonly Action[]): boolean {
  const lower = text.toLowerCase();
  const told = readRequest(text).actions;
  return actions.some((action) => {
    if (action.kind === "answer") return false;
    if ([...action.names, ...action.emails].some((name) => lower.includes(name.toLowerCase()))) return true;
    return told.some((other) => {
      if (other.kind !== action.kind || other.names.length > 0 || other.emails.length > 0) return false;
      return action.words.length === 0 || overlap(action.words, other.words) > 0 || other.words.length === 0;
    });
  });
}

function readCalls(messages: readonly ChatMessage[]): PastCall[] {
  const results = new Map<string, string[]>();
  for (const message of messages) {
    if (message.role !== "tool") continue;
    const id = message.tool_call_id ?? "";
    results.set(id, [...(results.get(id) ?? []), messageText(message)]);
  }
  return messages.flatMap((message) =>
    (message.tool_calls ?? []).flatMap((call): PastCall[] => {
      const shown = results.get(call.id)?.shift();
      if (shown === undefined) return [];
      const value = parseJson(call.function.arguments);
      return [{ tool: call.function.name, arguments: isJsonObject(value) ? value : {}, shown, ...statusOf(shown) }];
    }),
  );
}

function statusOf(shown: string): { status: CallStatus; problem: string | null } {
  const value = parseJson(shown);
  if (isJsonObject(value) && (value.status === "error" || typeof value.error === "string" || value.isError === true)) {
    const message = [value.message, value.error].find((entry) => typeof entry === "string");
    const problem = typeof message === "string" ? message : "it failed";
    const denied = /^denied|access_denied/.test(typeof value.error_code === "string" ? value.error_code : "");
    return { status: denied ? "denied" : "failed", problem };
  }
  if (/^(?:error|failed|exception|traceback)\b/i.test(shown.trim()))
    return { status: "failed", problem: shown.trim().slice(0, 200) };
  const empty =
    shown.trim() === "" || /^(?:\[\]|\{\}|null|0 found\.?)$/.test(shown.trim()) || shown.trim().endsWith("(no files)");
  return { status: empty ? "empty" : "ok", problem: null };
}

/** Objects with an id or a name anywhere in a JSON result, or blocks of `field: value` lines in a text one. */
function recordsIn(shown: string, call: number): SeenRecord[] {
  // A note of a compactor may stand on a line of its own before the JSON.
  const value = parseJson(shown) ?? parseJson(shown.slice(Math.max(0, shown.indexOf("\n"))));
  const objects = typeof value === "object" && value !== null ? objectsIn(value, 0) : blocksIn(shown);
  return objects.flatMap((raw) => {
    const record = toRecord(raw, call);
    return record === null ? [] : [record];
  });
}

function objectsIn(value: JsonValue, depth: number): JsonObject[] {
  if (depth > 6 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => objectsIn(entry, depth + 1));
  if (toRecord(value, 0) !== null) return [value];
  return Object.values(value).flatMap((entry) => objectsIn(entry, depth + 1));
}

/** `- filename: a` and the indented lines below it; also lists whose entries are one line of JSON. */
function blocksIn(text: string): JsonObject[] {
  const blocks: JsonObject[] = [];
  for (const line of text.split("\n")) {
    const json = /^\s*(?:[-*]|\d+\.)\s*(\{.*\})\s*$/.exec(line);
    const entry = json === null ? null : parseJson(json[1] ?? "");
    if (isJsonObject(entry)) {
      blocks.push(entry);
      continue;
    }
    const field = /^\s*([-*]\s+)?([A-Za-z_][\w ]{0,30}?)\s*:\s*(.*)$/.exec(line);
    if (!field) continue;
    if (field[1] !== undefined || blocks.length === 0) blocks.push({});
    const last = blocks.at(-1);
    if (last) last[(field[2] ?? "").toLowerCase().replaceAll(" ", "_")] = field[3] ?? "";
  }
  return blocks;
}

const ID_FIELDS = /^(?:id|id_|_id|uuid|key|[a-z]+_id|[a-z]+Id)$/;
const NAME_FIELDS = ["filename", "file_name", "name", "title", "subject", "path"];
const CONTENT_FIELDS = ["content", "text", "body", "description", "markdown", "notes"];

function toRecord(raw: JsonObject, call: number): SeenRecord | null {
  const id = Object.entries(raw).find(
    ([key, value]) => ID_FIELDS.test(key) && (typeof value === "string" || typeof value === "number"),
  )?.[1];
  const name = textField(raw, NAME_FIELDS);
  if (id === undefined && (name === null || Object.keys(raw).length < 2)) return null;
  const size = raw.size ?? raw.size_bytes ?? raw.bytes;
  return {
    id: typeof id === "string" || typeof id === "number" ? String(id) : null,
    name,
    size: size === undefined || size === "" || Number.isNaN(Number(size)) ? null : Number(size),
    modified: textField(raw, ["last_modified", "modified", "updated_at", "date"]),
    owner: textField(raw, ["owner", "author", "created_by"]),
    content: textField(raw, CONTENT_FIELDS),
    call,
    raw,
  };
}

function textField(raw: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = raw[name];
    if (typeof value === "string") return value;
  }
  return null;
}

function parseJson(text: string): JsonValue {
  // Most texts that are no JSON show it by their first character: no exception is needed for them.
  if (!/^\s*[[{"\d-]|^\s*(?:true|false|null)/.test(text)) return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

/** Records by id (else name), the later ones over the earlier, contents kept from whichever result held them. */
export function knownRecords(context: Context): SeenRecord[] {
  const known = new Map<string, SeenRecord>();
  for (const record of context.records) {
    const key = record.id ?? record.name ?? "";
    const before = known.get(key);
    known.set(
      key,
      before === undefined
        ? record
        : {
            ...record,
            name: record.name ?? before.name,
            size: record.size ?? before.size,
            content: record.content ?? before.content,
          },
    );
  }
  return [...known.values()];
}
