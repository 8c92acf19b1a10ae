// Imports trace files: finds the records, tells their format by content, and records each as a run. The same record again adds nothing.
import { createHash } from "node:crypto";
import { lstat, readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { RunId } from "../../../src-shared/prelude/ids.ts";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { RecorderFactory } from "../../agent/ports.ts";
import { agentdojo } from "./agentdojo.ts";
import type { Conversation, ImportFormat } from "./conversation.ts";
import { readRecords, type FileRecord } from "./lines.ts";
import { openaiChat } from "./openai-chat.ts";
import { recordConversation } from "./record.ts";

/** In order: the first that knows a record's content reads it. */
const FORMATS: readonly ImportFormat[] = [agentdojo, openaiChat];

/** Remembers what was imported, by fingerprint. */
export interface Fingerprints {
  alreadyImported(fingerprint: string): boolean;
  markImported(fingerprint: string, run: RunId): void;
}

export interface ImportProgress {
  file: string;
  /** Bytes of the files (compressed, where they are) read so far, and in all. */
  bytes: number;
  totalBytes: number;
  /** Runs imported so far. */
  runs: number;
  /** Bytes a second since the start; null in the first moment. */
  rate: number | null;
  /** Seconds left at that rate; null where it is not known. */
  eta: number | null;
}

export interface ImportDeps {
  recorders: RecorderFactory;
  fingerprints: Fingerprints;
  /** Carries out work that records many runs, in one transaction. */
  batch: (work: () => void) => void;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** Only this format; null tells it by content. */
  format?: string | null;
}

export interface Skipped {
  file: string;
  /** Line of a JSONL file, from 1; null for a whole file. */
  line: number | null;
  reason: string;
}

export interface ImportReport {
  files: number;
  runs: RunId[];
  /** Records that had been imported before. */
  already: number;
  skipped: Skipped[];
  /** Stopped by the signal; what had been imported until then stays. */
  cancelled: boolean;
  seconds: number;
}

/** A file or folder; with a name, a file that goes by it whatever its path says. */
export type ImportPath = string | { path: string; name: string };

interface Source {
  path: string;
  /** Relative to the folder imported, with `/`; a single file's own name. */
  name: string;
  bytes: number;
}

/** Records are written together up to so many, or up to so many bytes of their file: more are hardly faster and hold the window up. */
const BATCH_RECORDS = 64;
const BATCH_BYTES = 512 * 1024;

/** Most often the progress is told, in milliseconds. */
const PROGRESS_EVERY_MS = 100;

/**
 * Imports files and folders. A record that cannot be read is skipped with file, line and reason; the others are not lost with it.
 * @throws UserError for a path that does not exist or a format that is not known
 */
export async function importFiles(paths: readonly ImportPath[], deps: ImportDeps): Promise<ImportReport> {
  const formats = formatsFor(deps.format ?? null);
  const skipped: Skipped[] = [];
  const sources = (await Promise.all(paths.map((path) => findSources(path, skipped)))).flat();
  const report: ImportReport = {
    files: sources.length,
    runs: [],
    already: 0,
    skipped,
    cancelled: false,
    seconds: 0,
  };
  const began = performance.now();
  const progress = tracker(sources, report, began, deps.onProgress);
  const seen = new Map<string, number>();
  for (const source of sources) {
    if (deps.signal.aborted) break;
    await importFile(source, { ...deps, formats, seen, report, onBytes: (count) => progress(source, count) });
  }
  report.cancelled = deps.signal.aborted;
  report.seconds = (performance.now() - began) / 1000;
  progress(null, 0);
  return report;
}

function formatsFor(name: string | null): readonly ImportFormat[] {
  if (name === null) return FORMATS;
  const chosen = FORMATS.filter((format) => format.name === name);
  if (chosen.length === 0)
    throw new UserError(
      "usage",
      `Format "${name}" is not known; known are ${FORMATS.map((format) => format.name).join(", ")}.`,
    );
  return chosen;
}

interface FileJob extends ImportDeps {
  formats: readonly ImportFormat[];
  seen: Map<string, number>;
  report: ImportReport;
  onBytes: (count: number) => void;
}

async function importFile(source: Source, job: FileJob): Promise<void> {
  const skip = (line: number | null, reason: string): void =>
    void job.report.skipped.push({ file: source.name, line, reason });
  let records = 0;
  let bytes = 0;
  let held: FileRecord[] = [];
  const write = (): void => {
    const batch = held;
    [held, bytes] = [[], 0];
    writeBatch(batch, source, job, skip);
  };
  const onBytes = (count: number) => {
    bytes += count;
    job.onBytes(count);
  };
  try {
    for await (const record of readRecords(source.path, job.signal, onBytes)) {
      if (job.signal.aborted) return;
      records += 1;
      held.push(record);
      if (held.length < BATCH_RECORDS && bytes < BATCH_BYTES) continue;
      write();
      // The window and the progress stay live between batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
    write();
    if (records === 0) skip(null, "empty");
  } catch (error) {
    if (job.signal.aborted) return;
    if (!isFileError(error)) throw error;
    // What stood before the damage is imported.
    write();
    skip(null, `cannot be read: ${error.message}`);
  }
}

/** Failures of the file system and of gzip; anything else is a bug. */
function isFileError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^(?:E[A-Z]+|Z_[A-Z_]+|ERR_STREAM_PREMATURE_CLOSE)$/.test(error.code)
  );
}

type Skip = (line: number | null, reason: string) => void;

/** A record that was read, on its way into the store. */
interface Prepared {
  line: number | null;
  conversation: Conversation;
  fingerprint: string;
}

/** Together in one transaction; where a record makes that fail, each in one of its own, so that it alone is lost. */
function writeBatch(batch: readonly FileRecord[], source: Source, job: FileJob, skip: Skip): void {
  const prepared = batch.flatMap((record) => prepare(record, job, skip));
  if (prepared.length === 0) return;
  try {
    addUp(recordAll(prepared, source, job), job.report);
  } catch (error) {
    if (error instanceof UserError) throw error;
    for (const one of prepared) {
      try {
        addUp(recordAll([one], source, job), job.report);
      } catch (reason) {
        if (reason instanceof UserError) throw reason;
        skip(one.line, unreadable(reason));
      }
    }
  }
}

function prepare(record: FileRecord, job: FileJob, skip: Skip): Prepared[] {
  const { line } = record;
  if ("problem" in record) {
    skip(line, record.problem);
    return [];
  }
  try {
    const format = job.formats.find((candidate) => candidate.matches(record.value));
    const read = format?.read(record.value);
    if (!format || !read) skip(line, `no known format (${job.formats.map((known) => known.name).join(", ")})`);
    else if (!read.ok) skip(line, `${format.name}: ${read.error}`);
    else return [{ line, conversation: read.value, fingerprint: fingerprintOf(format.name, record.value, job.seen) }];
  } catch (error) {
    // Whatever a record holds that no reader was made for: it is one record that is lost, with the reason, not the rest.
    skip(line, unreadable(error));
  }
  return [];
}

function unreadable(error: unknown): string {
  return `cannot be read: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`;
}

interface Recorded {
  runs: RunId[];
  already: number;
}

function recordAll(prepared: readonly Prepared[], source: Source, job: FileJob): Recorded {
  const recorded: Recorded = { runs: [], already: 0 };
  job.batch(() => {
    for (const { conversation, fingerprint } of prepared) {
      if (job.signal.aborted) return;
      if (job.fingerprints.alreadyImported(fingerprint)) {
        recorded.already += 1;
        continue;
      }
      const run = recordConversation(conversation, conversation.sourceFile ?? source.name, job.recorders);
      job.fingerprints.markImported(fingerprint, run);
      recorded.runs.push(run);
    }
  });
  return recorded;
}

function addUp({ runs, already }: Recorded, report: ImportReport): void {
  report.runs.push(...runs);
  report.already += already;
}

/**
 * Names a record by its content, whatever file it stands in. Records that are the same word for word are counted, so that each of them
 * is imported once, and none of them again.
 */
function fingerprintOf(format: string, value: JsonValue, seen: Map<string, number>): string {
  const hash = createHash("sha256").update(format).update("\0").update(JSON.stringify(value)).digest("hex");
  const count = seen.get(hash) ?? 0;
  seen.set(hash, count + 1);
  return count === 0 ? hash : `${hash}-${count}`;
}

async function findSources(given: ImportPath, skipped: Skipped[]): Promise<Source[]> {
  const path = typeof given === "string" ? given : given.path;
  const found = await stat(path).catch((error: unknown) => {
    throw new UserError(
      "unreadable_file",
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    );
  });
  if (!found.isDirectory() && !found.isFile()) {
    // A pipe or a device might never end, and cannot be read twice.
    skipped.push({ file: basename(path), line: null, reason: "neither a file nor a folder" });
    return [];
  }
  if (typeof given !== "string") return [{ ...given, bytes: found.size }];
  if (!found.isDirectory()) return [{ path, name: basename(path), bytes: found.size }];
  const sources: Source[] = [];
  await walk(path, path, sources, skipped);
  return sources;
}

/** Trace files of a folder in order of their paths; hidden files and links are left alone. */
async function walk(root: string, folder: string, out: Source[], skipped: Skipped[]): Promise<void> {
  const nameOf = (path: string) => relative(root, path).split(sep).join("/");
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (!isFileError(error)) throw error;
    skipped.push({ file: nameOf(folder) || basename(root), line: null, reason: `cannot be read: ${error.message}` });
    return [];
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await walk(root, path, out, skipped);
    else if (entry.isFile() && /\.(?:json|jsonl|ndjson|gz)$/i.test(entry.name)) {
      const size = await lstat(path).then(
        (found) => found.size,
        () => 0,
      );
      out.push({ path, name: nameOf(path), bytes: size });
    }
  }
}

function tracker(
  sources: readonly Source[],
  report: ImportReport,
  began: number,
  tell: (progress: ImportProgress) => void,
): (source: Source | null, count: number) => void {
  const totalBytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  let bytes = 0;
  let told = -Infinity;
  let file = sources[0]?.name ?? "";
  return (source, count) => {
    bytes += count;
    file = source?.name ?? file;
    const now = performance.now();
    if (source !== null && now - told < PROGRESS_EVERY_MS) return;
    told = now;
    const seconds = (now - began) / 1000;
    const rate = seconds > 0.05 && bytes > 0 ? bytes / seconds : null;
    tell({
      file,
      bytes,
      totalBytes,
      runs: report.runs.length,
      rate,
      eta: rate === null ? null : Math.max(0, totalBytes - bytes) / rate,
    });
  };
}
