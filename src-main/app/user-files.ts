// The user's own suites and variants: files of one folder each, written whole or not at all. A name is a plain file name, so nothing
// outside the folder can be reached, and what is there is never replaced unless the caller says so.
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { extname, join } from "node:path";
import { stringify } from "yaml";
import { UserError } from "../../src-shared/prelude/result.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import type { ConfigProblem } from "../evaluate/config-file.ts";
import { checkConfigText, type ConfigKind } from "../evaluate/suites.ts";
import { resourcesDir } from "./paths.ts";

export interface UserFile {
  kind: ConfigKind;
  /** File name in its folder. */
  file: string;
  /** Shipped with the app: to read, not to write. */
  builtin: boolean;
  /** Name of the suite or variant in it; null where it cannot be read. */
  name: string | null;
  /** The first thing that is wrong in it, in one line. */
  problem: string | null;
}

export interface UserFileText {
  text: string;
  /** Changes with the text; a save names the one it began from. */
  version: string;
}

export interface SaveRequest {
  kind: ConfigKind;
  file: string;
  text: string;
  /** The version that may be replaced; null: only a file that is not there yet is made. */
  replaces: string | null;
}

const FOLDERS = { suite: "suites", variant: "variants" } as const;
const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}\.(json|ya?ml)$/i;
/** Names that Windows gives to devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)\./i;
/** Far above any suite; a larger file is no suite. */
const MOST_BYTES = 4 * 2 ** 20;

/** Built-in files first, then the user's. A folder that is not there is empty. */
export function listUserFiles(home: string): UserFile[] {
  return (["suite", "variant"] as const).flatMap((kind) => [
    ...filesIn(join(resourcesDir, FOLDERS[kind]), kind, true),
    ...filesIn(join(home, FOLDERS[kind]), kind, false),
  ]);
}

/** @throws UserError `not_found`, or `invalid_input` for a name that is no plain file name */
export function readUserFile(home: string, kind: ConfigKind, file: string, builtin: boolean): UserFileText {
  const path = pathOf(builtin ? resourcesDir : home, kind, file);
  const text = textIn(path);
  if (text === null) throw new UserError("not_found", `There is no file ${file} in ${FOLDERS[kind]}/.`);
  return { text, version: versionOf(text) };
}

/** All that is wrong in a text before it is saved; an empty list lets it be used. */
export function checkUserText(kind: ConfigKind, file: string, text: string): ConfigProblem[] {
  return checkConfigText(kind, text, file).problems;
}

/**
 * Writes a file whole, or leaves what was there. A text with problems is kept too: it is the user's, and the app names what is wrong.
 * @throws UserError `conflict` when the file is there and is not the version that was to be replaced
 */
export function saveUserFile(home: string, { kind, file, text, replaces }: SaveRequest): { version: string } {
  const path = pathOf(home, kind, file);
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new UserError("invalid_input", `${file} is larger than ${MOST_BYTES / 2 ** 20} MB; split it.`);
  const there = textIn(path);
  if (there !== null && (replaces === null || versionOf(there) !== replaces)) {
    throw new UserError(
      "conflict",
      replaces === null
        ? `${FOLDERS[kind]}/${file} is there already; open it, or choose another name.`
        : `${FOLDERS[kind]}/${file} was changed by something else since it was opened; open it anew before saving.`,
    );
  }
  writeWhole(join(home, FOLDERS[kind]), path, text);
  return { version: versionOf(text) };
}

/**
 * Keeps a variant as a file of the user's, named after it ("apply to variant").
 * @param options.overwrite takes the place of the user's variant of that name, or stands before the built-in one
 * @throws UserError `invalid_input` for a variant that could not be used; `conflict` when the name is taken and `overwrite` is not true
 */
export function saveUserVariant(
  home: string,
  given: Variant,
  options: { overwrite?: boolean } = {},
): { file: string; path: string } {
  const parsed = Variant.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      "invalid_input",
      `The variant cannot be kept: field ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "does not fit"}.`,
    );
  }
  const variant = parsed.data;
  const text = stringify(withoutDefaults(variant), { lineWidth: 120 });
  const taken = listUserFiles(home).filter((entry) => entry.kind === "variant" && entry.name === variant.name);
  if (taken.length > 0 && options.overwrite !== true) {
    const whose = taken.some((entry) => !entry.builtin) ? "of your own" : "built in";
    throw new UserError(
      "conflict",
      `A variant named ${variant.name} is there already (${whose}); choose another name, or say that it may be replaced.`,
    );
  }
  const file = taken.find((entry) => !entry.builtin)?.file ?? `${variant.name}.yaml`;
  const path = pathOf(home, "variant", file);
  const kept =
    extname(file).toLowerCase() === ".json" ? `${JSON.stringify(withoutDefaults(variant), null, 2)}\n` : text;
  const [problem] = checkUserText("variant", file, kept);
  if (problem)
    throw new UserError("invalid_input", `The variant cannot be kept: ${problem.field ?? ""} ${problem.message}.`);
  if (textIn(path) !== null && options.overwrite !== true)
    throw new UserError(
      "conflict",
      `variants/${file} is there already and holds another variant; choose another name.`,
    );
  writeWhole(join(home, FOLDERS.variant), path, kept);
  return { file, path };
}

/** What a person would have written: the fields that say something. */
function withoutDefaults(variant: Variant): Record<string, unknown> {
  const plain = Variant.parse({ name: variant.name });
  const { sampling, budgets, ...rest } = variant;
  return {
    name: variant.name,
    ...differing(rest, plain),
    ...nonEmpty("sampling", differing(sampling, plain.sampling)),
    ...nonEmpty("budgets", differing(budgets, plain.budgets)),
  };
}

function differing(own: Readonly<Record<string, unknown>>, plain: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(own).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(plain[field])),
  );
}

function nonEmpty(field: string, value: Record<string, unknown>): Record<string, unknown> {
  return Object.keys(value).length === 0 ? {} : { [field]: value };
}

function filesIn(folder: string, kind: ConfigKind, builtin: boolean): UserFile[] {
  return namesIn(folder).map((file) => {
    const unread = (problem: string): UserFile => ({ kind, file, builtin, name: null, problem });
    try {
      const { name, problems } = checkConfigText(kind, textIn(join(folder, file)) ?? "", file);
      const [first] = problems;
      return first
        ? unread(`line ${first.line}: ${first.field ?? ""} ${first.message}`)
        : { ...unread(""), name, problem: null };
    } catch (error) {
      // One that cannot be read is named; the others are listed all the same.
      if (error instanceof UserError) return unread(error.message);
      throw error;
    }
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => FILE_NAME.test(name))
      .toSorted();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw new UserError("unreadable_file", `Cannot read the folder ${folder} (${codeOf(error)}).`, { cause: error });
  }
}

function pathOf(home: string, kind: ConfigKind, file: string): string {
  if (!FILE_NAME.test(file) || DEVICE.test(file)) {
    throw new UserError(
      "invalid_input",
      `${JSON.stringify(file)} is no name for a file here: letters, digits, dot, dash and underscore, ending in .yaml or .json.`,
    );
  }
  return join(home, FOLDERS[kind], file);
}

/** Null where nothing is. A link is not followed: it may lead out of the folder. */
function textIn(path: string): string | null {
  try {
    const { size } = ownFile(path);
    if (size > MOST_BYTES) throw new UserError("invalid_input", `${path} is larger than ${MOST_BYTES / 2 ** 20} MB.`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (codeOf(error) === "ENOENT") return null;
    throw new UserError("unreadable_file", `Cannot read ${path} (${codeOf(error)}).`, { cause: error });
  }
}

function ownFile(path: string): { size: number } {
  const found = lstatSync(path);
  if (!found.isFile()) throw new UserError("invalid_input", `${path} is no plain file, so it is left alone.`);
  return found;
}

/** Beside it first, then in its place in one step: a reader sees the old text or the new one. */
function writeWhole(folder: string, path: string, text: string): void {
  const beside = join(folder, `.${randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true });
    const handle = openSync(beside, "wx");
    try {
      writeFileSync(handle, text.endsWith("\n") ? text : `${text}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new UserError("unreadable_file", `${path} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}

function versionOf(text: string): string {
  return createHash("sha256")
    .update(text.endsWith("\n") ? text : `${text}\n`)
    .digest("hex");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
