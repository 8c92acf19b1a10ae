// One result in three shapes: the message alone, the raw entity, and what the contract means for the model; as text, with what each costs.
import type { FieldCost, ResultShape } from "../../../src-shared/rpc/checks.ts";
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import { estimateTokens } from "../../model/tokens.ts";
import { projectFields } from "../../tools/compactors/project.ts";
import { pointerNames } from "../../tools/lint/public-paths.ts";

/** Tokens of a long text are estimated over its beginning and scaled. */
const ESTIMATED_CHARS = 50_000;

export function shapeOf(text: string, origin: ResultShape["origin"], mostChars: number): ResultShape {
  const sample = text.slice(0, ESTIMATED_CHARS);
  const tokens = Math.round((estimateTokens(sample) * text.length) / Math.max(1, sample.length));
  return { chars: text.length, tokens, text: text.slice(0, mostChars), cut: text.length > mostChars, origin };
}

/** What a message alone would say: the result's own message, else how much it found. */
export function messageText(tool: string, value: JsonValue): string {
  if (isJsonObject(value) && typeof value["message"] === "string") return value["message"];
  const list = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value).find(Array.isArray)
      : undefined;
  if (list) return `${tool} found ${list.length} ${list.length === 1 ? "entry" : "entries"}.`;
  if (typeof value === "string") return value.split("\n", 1)[0]?.slice(0, 200) ?? "";
  return `${tool} was done.`;
}

/** The projection as text; null where the result has no fields, or none of these. */
export function projectionText(value: JsonValue, fields: readonly string[]): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { value: projected } = projectFields(value, fields);
  return projected === undefined ? null : JSON.stringify(projected);
}

/** Fields that later steps used, as dotted names, ids and what they stand beside included in the order of the result. */
export function usedFieldNames(fields: readonly FieldCost[]): string[] {
  const used = fields.filter(({ used: isUsed, path }) => isUsed === true && path !== "");
  return [...new Set(used.map(({ path }) => pointerNames(path)))]
    .filter((names) => names.length > 0 && names.every((name) => !/[.,]/.test(name)))
    .map((names) => names.join("."))
    .filter((name, at, all) => all.indexOf(name) === at);
}
