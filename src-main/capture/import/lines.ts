// Files → JSON records, with memory bounded by one record: lines are read one at a time, gzip is told by its first bytes, and a file that is one
// JSON document is read whole up to a limit.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { PassThrough } from "node:stream";
import { createGunzip } from "node:zlib";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { parseJson } from "./fields.ts";

/** Longest line, and longest single document, in characters. */
const MAX_RECORD_CHARS = 128 * 1024 * 1024;

export type FileRecord = { line: number | null; value: JsonValue } | { line: number | null; problem: string };

/**
 * Reads a file's records in order. `onBytes` is told how many bytes of the file (compressed, where it is) were read. A file whose first line is a whole
 * JSON value is read line by line; any other is one document, whose elements are the records where it is a list of them.
 */
export async function* readRecords(
  path: string,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): AsyncGenerator<FileRecord> {
  let held: string[] = [];
  let heldChars = 0;
  let mode: "undecided" | "lines" | "document" = "undecided";
  for await (const { line, number, tooLong } of readLines(path, signal, onBytes)) {
    if (tooLong) {
      yield { line: number, problem: `longer than ${MAX_RECORD_CHARS} characters` };
      continue;
    }
    if (mode === "lines") {
      yield* lineRecord(line, number);
      continue;
    }
    held.push(line);
    heldChars += line.length + 1;
    if (heldChars > MAX_RECORD_CHARS) {
      yield { line: null, problem: `one JSON document longer than ${MAX_RECORD_CHARS} characters` };
      return;
    }
    if (mode === "undecided" && line.trim() !== "") {
      mode = decide(held);
      if (mode === "lines") {
        for (const [index, text] of held.entries()) yield* lineRecord(text, index + 1);
        held = [];
      }
    }
  }
  if (held.length > 0) yield* documentRecords(held);
}

/** `lines` once a line is a whole object or list; a first line that opens a document, or cannot be read, waits for the second. */
function decide(held: readonly string[]): "undecided" | "lines" | "document" {
  const filled = held.filter((line) => line.trim() !== "");
  const first = filled[0]?.trim() ?? "";
  if (/^[[{]$/.test(first)) return "document";
  const last = parseJson(filled.at(-1) ?? "");
  if (typeof last === "object" && last !== null) return "lines";
  return filled.length >= 2 ? "document" : "undecided";
}

function* lineRecord(line: string, number: number): Generator<FileRecord> {
  if (line.trim() === "") return;
  const value = parseJson(line);
  if (value === undefined) yield { line: number, problem: `not valid JSON (${whyNot(line)})` };
  else if (isListOfRecords(value)) for (const element of value) yield { line: number, value: element };
  else yield { line: number, value };
}

function* documentRecords(held: readonly string[]): Generator<FileRecord> {
  const text = held.join("\n");
  if (text.trim() === "") {
    yield { line: null, problem: "empty" };
    return;
  }
  const value = parseJson(text);
  if (value === undefined) {
    const elements = elementLines(held);
    if (elements.some((element) => "value" in element)) {
      yield* elements;
      return;
    }
    const whole = held
      .map((line) => parseJson(line))
      .some(
        (line) => typeof line === "object" && line !== null && !Array.isArray(line) && Object.keys(line).length > 0,
      );
    if (whole && held.length > 1 && !/^[[{]$/.test(held[0]?.trim() ?? ""))
      for (const [index, line] of held.entries()) yield* lineRecord(line, index + 1);
    else yield { line: null, problem: `not valid JSON (${whyNot(text)})` };
    return;
  }
  if (isListOfRecords(value)) for (const element of value) yield { line: null, value: element };
  else yield { line: null, value };
}

/** The lines of a list that is written with one record a line, each read by itself: one that is damaged does not lose the others. */
function elementLines(held: readonly string[]): FileRecord[] {
  const first = held.findIndex((line) => line.trim() !== "");
  if (held[first]?.trim() !== "[") return [];
  return held.flatMap((line, index): FileRecord[] => {
    const text = line.trim().replace(/,$/, "");
    if (index <= first || text === "" || text === "]") return [];
    const value = parseJson(text);
    if (value === undefined) return [{ line: index + 1, problem: `not valid JSON (${whyNot(text)})` }];
    const isRecord =
      typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
    return isRecord ? [{ line: index + 1, value }] : [];
  });
}

/** A list of conversations, not a list of messages (which is one conversation). */
function isListOfRecords(value: JsonValue): value is JsonValue[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    !value.every(
      (element) =>
        typeof element === "object" &&
        element !== null &&
        !Array.isArray(element) &&
        typeof element["role"] === "string",
    )
  );
}

function whyNot(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\s+/g, " ").slice(0, 160) : "unreadable";
  }
}

interface Line {
  line: string;
  number: number;
  tooLong: boolean;
}

async function* readLines(path: string, signal: AbortSignal, onBytes: (count: number) => void): AsyncGenerator<Line> {
  let decoder: TextDecoder | null = null;
  // Pieces of a line that is not complete yet; joined once, so that a long line costs no more than its length.
  let pieces: string[] = [];
  let chars = 0;
  let number = 0;
  let tooLong = false;
  const add = (piece: string): void => {
    chars += piece.length;
    if (chars > MAX_RECORD_CHARS) tooLong = true;
    if (tooLong) pieces = [];
    else if (piece !== "") pieces.push(piece);
  };
  const take = (): Line => {
    number += 1;
    const line = { line: pieces.join("").replace(/\r$/, ""), number, tooLong };
    [pieces, chars, tooLong] = [[], 0, false];
    return line;
  };
  for await (const chunk of await openBytes(path, signal, onBytes)) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      add(text.slice(from, at));
      yield take();
      from = at + 1;
    }
    add(text.slice(from));
  }
  add(decoder?.decode() ?? "");
  if (chars > 0) yield take();
}

/** By the mark at the beginning (which the decoder leaves out), and where there is none by the zeros that UTF-16 puts between Latin letters. */
function encodingOf(head: Buffer): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0 && first !== 0 && head.length > 2) return "utf-16le";
  if (first === 0 && second !== 0 && head.length > 2) return "utf-16be";
  return "utf-8";
}

async function openBytes(
  path: string,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): Promise<AsyncIterable<Buffer>> {
  const handle = await open(path);
  const head = Buffer.alloc(2);
  await handle.read(head, 0, 2, 0);
  await handle.close();
  const file = createReadStream(path, { signal });
  file.on("data", (chunk) => onBytes(chunk.length));
  const out = new PassThrough();
  const done = head[0] === 0x1f && head[1] === 0x8b ? pipeline(file, createGunzip(), out) : pipeline(file, out);
  // The reader sees the failure as its own: the stream it reads is destroyed with it.
  done.catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}
