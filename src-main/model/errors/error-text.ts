// What a server said, out of whatever shape its error body has: one line of plain text.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";

/** Longest text that an error line quotes. */
const LONGEST = 600;

/** The message in an error body: OpenAI's, FastAPI's, Ollama's, a bare string, an HTML page's title, or the text itself. */
export function errorText(body: string): string {
  const trimmed = body.trim();
  if (trimmed === "") return "";
  if (looksLikeHtml(trimmed)) return htmlTitle(trimmed);
  const jsonText = trimmed.startsWith("data:") ? trimmed.slice(5).trim() : trimmed;
  try {
    const found = messageIn(JSON.parse(jsonText) as JsonValue);
    return oneLine(found ?? jsonText);
  } catch {
    return oneLine(trimmed);
  }
}

export function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<body|<\?xml|<h1)/i.test(text);
}

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
}

function htmlTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(html)?.[1];
  return oneLine(title ?? "an HTML page");
}

function messageIn(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const parts = value.map((entry) => messageIn(entry)).filter((part) => part !== null);
    return parts.length > 0 ? parts.join("; ") : null;
  }
  if (!isJsonObject(value)) return null;
  const { error } = value;
  if (error !== undefined && error !== null && error !== true && error !== false) {
    const inner = messageIn(error);
    if (inner !== null) return inner;
  }
  for (const key of ["message", "detail", "msg", "error_message", "reason", "title"]) {
    const inner = value[key];
    if (inner === undefined || inner === null) continue;
    const text = messageIn(inner);
    if (text !== null && text !== "") return key === "msg" ? withLocation(text, value["loc"]) : text;
  }
  // Ollama has used the error's own name as the key: {"error parsing tool call": "…"}.
  for (const [key, inner] of Object.entries(value)) {
    if (/^error\b/i.test(key) && key !== "error")
      return `${key}: ${typeof inner === "string" ? inner : JSON.stringify(inner)}`;
  }
  return null;
}

function withLocation(text: string, location: JsonValue | undefined): string {
  return Array.isArray(location)
    ? `${location.map((step) => JSON.stringify(step).replaceAll('"', "")).join(".")}: ${text}`
    : text;
}
