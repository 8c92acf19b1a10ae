// Reads a JSON or YAML file against a schema; what is wrong is told with file, line and field, unknown fields included.
import { readFileSync } from "node:fs";
import { isMap, isNode, isPair, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";

export type ConfigPath = readonly (string | number)[];
type Path = ConfigPath;

/** One thing that is wrong in a file's text, where it stands. */
export interface ConfigProblem {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** As `tasks[0].prompt`; null for text that cannot be read at all. */
  field: string | null;
  message: string;
}

/** A parsed file that can say on which line a field stands. */
export interface ConfigFile<T> {
  file: string;
  value: T;
  /** A UserError about one field, with its line. */
  problemAt(path: Path, problem: string): ConfigError;
}

/** What is wrong in a configuration file, in one line for a person and with its place for an editor. */
export class ConfigError extends UserError {
  readonly problem: ConfigProblem;
  constructor(file: string, problem: ConfigProblem) {
    const { line, column, field, message } = problem;
    const where = field === null ? `line ${line}, column ${column}` : `line ${line}${field && `, field ${field}`}`;
    super("invalid_input", `${file}, ${where}: ${message}`);
    this.problem = problem;
  }
}

/** Throws UserError: unreadable file, text that is neither JSON nor YAML, or a field that the schema refuses. */
export function readConfigFile<T>(file: string, schema: z.ZodType<T>): ConfigFile<T> {
  return parseConfig(readText(file), file, schema);
}

/** As `readConfigFile`, from its text. YAML 1.2 holds JSON, so one parser reads both. */
function parseConfig<T>(text: string, file: string, schema: z.ZodType<T>): ConfigFile<T> {
  const checked = checkConfig(text, file, schema);
  if (checked.config) return checked.config;
  const [first] = checked.problems;
  throw new ConfigError(file, first ?? { line: 1, column: 1, field: "", message: "is not valid" });
}

/** Everything that the parser and the schema find wrong; `config` where that is nothing. */
export function checkConfig<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
): { config: ConfigFile<T>; problems: [] } | { config: null; problems: ConfigProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      ...place(error.pos[0]),
      field: null,
      message: error.message.split("\n")[0] ?? "",
    }));
    return { config: null, problems };
  }
  const problem = (path: Path, message: string): ConfigProblem => ({
    ...place(offsetNear(document, path)),
    field: fieldName(path),
    message,
  });
  let input: unknown;
  try {
    input = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    // The parser's own guard against a text that grows without end through its aliases.
    return { config: null, problems: [problem([], error instanceof Error ? error.message : String(error))] };
  }
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) =>
      problem(
        issue.path.filter((segment) => typeof segment !== "symbol"),
        issue.message,
      ),
    );
    return { config: null, problems };
  }
  const unknown = unknownField(input, parsed.data, []);
  if (unknown) {
    const message = `is not a known field; known here: ${unknown.known.join(", ")}`;
    return { config: null, problems: [problem(unknown.path, message)] };
  }
  const problemAt = (path: Path, message: string) => new ConfigError(file, problem(path, message));
  return { config: { file, value: parsed.data, problemAt }, problems: [] };
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

/** Offset of the field itself where it stands in the file, else of the nearest thing around it. */
function offsetNear(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset !== null) return offset;
  }
  return 0;
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
