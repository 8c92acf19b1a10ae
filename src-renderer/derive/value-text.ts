// Values as text and texts as values: JSON laid out over several lines for reading and differences, text otherwise.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { layoutJson } from "../ui/json-layout.ts";

/** A string as it is (laid out when it holds a JSON object or list), "" for null, any other value as laid-out JSON. */
export function valueText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? layoutJson(value).text : JSON.stringify(value, null, 2);
}

/** The JSON object or list that a text holds; the text itself for scalars and for what does not parse. */
export function readJson(text: string): JsonValue {
  const start = text.trimStart()[0];
  if (start !== "{" && start !== "[") return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** A chat message's content as text: strings as they are, the text of parts joined, other parts as JSON. */
export function contentText(content: JsonValue | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return content === null || content === undefined ? "" : JSON.stringify(content, null, 2);
  return content
    .map((part) =>
      typeof part === "object" && part !== null && !Array.isArray(part) && typeof part["text"] === "string"
        ? part["text"]
        : JSON.stringify(part),
    )
    .join("\n");
}
