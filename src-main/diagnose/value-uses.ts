// Where the values of a result are used later: as an argument of a later call, or in what the model said. Part of value tracing (values.ts): the same
// normalised forms, so that `June 13` is a use of `2026-06-13`.
import type { ValueUse } from "../../src-shared/rpc/checks.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { DiagnosableTrace } from "./types.ts";
import { valuesIn, type FoundValue } from "./values.ts";

interface LaterText {
  use: ValueUse;
  text: string;
  values: ReadonlySet<string>;
}

export interface LaterUses {
  /** Uses in turns after `turn` of a scalar that stands in a field of this name, the earliest first. */
  usesOf(value: string | number | boolean, field: string, turn: number): ValueUse[];
  /** A later turn was answered, so that use can be judged. */
  known(turn: number): boolean;
}

/** A piece of a long text that stands later word for word counts as its use. */
const PIECE_CHARS = 12;
const PIECE_HAN_CHARS = 6;
const LONG_TEXT = 60;
const LONG_HAN_TEXT = 15;
const MOST_PIECES = 400;

export function laterUses(trace: DiagnosableTrace): LaterUses {
  const later = trace.turns.flatMap((turn): LaterText[] => [
    ...turn.calls.flatMap((call) =>
      argumentsOf(call.arguments, null).map(({ argument, text }) =>
        textOf({ turn: turn.turn, tool: call.tool, argument }, text),
      ),
    ),
    ...(turn.text === "" ? [] : [textOf({ turn: turn.turn, tool: null, argument: null }, turn.text)]),
  ]);
  const answered = Math.max(0, ...trace.turns.flatMap((turn) => (turn.answered ? [turn.turn] : [])));
  return {
    known: (turn) => answered > turn,
    usesOf: (value, field, turn) =>
      later
        .filter((other) => other.use.turn > turn && isUse(value, field, other))
        .map(({ use }) => use)
        .toSorted((a, b) => a.turn - b.turn),
  };
}

function textOf(use: ValueUse, text: string): LaterText {
  return { use, text: text.toLowerCase(), values: new Set(valuesIn(text).map(valueKey)) };
}

function valueKey({ kind, value }: FoundValue): string {
  return `${kind} ${value}`;
}

/** The scalars of a call's arguments, each under the name of the argument it is part of. */
function argumentsOf(value: JsonValue | null, argument: string | null): { argument: string | null; text: string }[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => argumentsOf(entry, argument));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, entry]) => argumentsOf(entry, argument ?? name));
  return [{ argument, text: String(value) }];
}

function isUse(value: string | number | boolean, field: string, { use, text, values }: LaterText): boolean {
  const plain = String(value).trim().toLowerCase();
  if (plain === "") return false;
  const isArgument = use.argument !== null;
  if (isArgument && text.trim() === plain) return typeof value !== "boolean" || use.argument === field;
  // A bare yes or no, or one digit, stands in any text.
  if (typeof value === "boolean" || plain.length < 2) return false;
  const isLong = plain.length > (isHan(plain) ? LONG_HAN_TEXT : LONG_TEXT);
  if (isLong ? piecesOf(plain).some((piece) => text.includes(piece)) : standsIn(plain, text)) return true;
  // Numbers of a long text stand in any other long text by chance.
  return valuesIn(String(value)).some(
    (found) => found.value.length > 1 && !(isLong && found.kind === "number") && values.has(valueKey(found)),
  );
}

/** As a word of its own; Han text has no spaces between words. */
function standsIn(plain: string, text: string): boolean {
  if (isHan(plain)) return text.includes(plain);
  const beside = /[\p{L}\p{N}]/u;
  for (let at = text.indexOf(plain); at >= 0; at = text.indexOf(plain, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + plain.length] ?? " ";
    if (!beside.test(before) && !beside.test(after)) return true;
  }
  return false;
}

function piecesOf(text: string): string[] {
  return text
    .split(/[\n.;,。；，、！？!?]+/)
    .slice(0, MOST_PIECES)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= (isHan(piece) ? PIECE_HAN_CHARS : PIECE_CHARS));
}

function isHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
