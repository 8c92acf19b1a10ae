// Reads a JSON or YAML file against a schema; what is wrong is told with file, line and field, unknown fields included.
import { readFileSync } from "node:fs";
import { isMap, isNode, isPair, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";

type Path = readonly (string | number)[];

/** A parsed file that can say on which line a field stands. */
export interface ConfigFile<T> {
  file: string;
  value: T;
  /** A UserError about one field, with its line. */
  problemAt(path: Path, problem: string): UserError;
}

/** Throws UserError: unreadable file, text that is neither JSON nor YAML, or a field that the schema refuses. */
export function readConfigFile<T>(file: string, schema: z.ZodType<T>): ConfigFile<T> {
  return parseConfig(readText(file), file, schema);
}

/** As `readConfigFile`, from its text. YAML 1.2 holds JSON, so one parser reads both. */
export function parseConfig<T>(text: string, file: string, schema: z.ZodType<T>): ConfigFile<T> {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    throw new UserError("invalid_input", `${file}, line ${line}, column ${col}: ${broken.message.split("\n")[0]}`);
  }
  const problemAt = (path: Path, problem: string): UserError => {
    const field = path.length === 0 ? "" : `, field ${fieldName(path)}`;
    return new UserError("invalid_input", `${file}, line ${lineOf(document, lines, path)}${field}: ${problem}`);
  };
  const input: unknown = document.toJS({ maxAliasCount: 100 });
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).filter((segment) => typeof segment !== "symbol");
    throw problemAt(path, issue?.message ?? "is not valid");
  }
  const unknown = unknownField(input, parsed.data, []);
  if (unknown) throw problemAt(unknown.path, `is not a known field; known here: ${unknown.known.join(", ")}`);
  return { file, value: parsed.data, problemAt };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UserError("unreadable_file", `Cannot read ${file} (${reason}).`, { cause: error });
  }
}

/** A field of the input that the schema did not take over: a slip of the pen that would be ignored in silence. */
function unknownField(input: unknown, taken: unknown, path: Path): { path: Path; known: string[] } | null {
  if (Array.isArray(input) && Array.isArray(taken)) {
    for (const [index, entry] of input.entries()) {
      const found = unknownField(entry, taken[index], [...path, index]);
      if (found) return found;
    }
    return null;
  }
  if (!isJsonObject(input) || !isJsonObject(taken)) return null;
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(taken, key)) return { path: [...path, key], known: Object.keys(taken) };
    const found = unknownField(value, taken[key], [...path, key]);
    if (found) return found;
  }
  return null;
}

function fieldName(path: Path): string {
  return path
    .map((segment, index) => (typeof segment === "number" ? `[${segment}]` : index === 0 ? segment : `.${segment}`))
    .join("");
}

/** Line of the field itself where it stands in the file, else of the nearest thing around it. */
function lineOf(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset !== null) return lines.linePos(offset).line;
  }
  return 1;
}

function offsetOf(document: Document, path: Path): number | null {
  const last = path.at(-1);
  const around: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (isMap(around)) {
    const pair = around.items.find((item) => isPair(item) && String(item.key) === String(last));
    if (pair && isNode(pair.key)) return pair.key.range?.[0] ?? null;
    return null;
  }
  const node: unknown = document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
