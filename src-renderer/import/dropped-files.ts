// What was dropped: files, and the trace files of folders with their names relative to the folder, as `loopscope import FOLDER` finds them.

export interface GivenFile {
  /** Relative to the folder that was dropped; a file's own name. */
  name: string;
  file: File;
}

export interface Given {
  files: GivenFile[];
  /** Files of dropped folders that are no trace files. */
  others: number;
  /** Entries that the browser could not read. */
  unreadable: { name: string; reason: string }[];
}

/** Deeper than any folder of traces: what lies below is a loop of links. */
const MOST_DEEP = 64;

/** Begins in the event's own turn: what was dropped can be asked for only while the event lasts. */
export function readDropped(transfer: DataTransfer): Promise<Given> {
  const entries = [...transfer.items].flatMap((item) => {
    if (item.kind !== "file") return [];
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    return entry === null && file === null ? [] : [{ entry, file }];
  });
  return readAll(entries);
}

async function readAll(entries: readonly { entry: FileSystemEntry | null; file: File | null }[]): Promise<Given> {
  const given: Given = { files: [], others: 0, unreadable: [] };
  for (const { entry, file } of entries) {
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, "", 0, given);
    else if (file !== null) given.files.push({ name: file.name, file });
  }
  return given;
}

/** In order of the names; hidden files are left alone. */
async function walk(folder: FileSystemDirectoryEntry, under: string, deep: number, given: Given): Promise<void> {
  let entries: FileSystemEntry[];
  try {
    entries = await listFolder(folder);
  } catch (error) {
    given.unreadable.push({ name: `${under}${folder.name}`, reason: reasonOf(error) });
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const name = `${under}${entry.name}`;
    if (entry.isDirectory) {
      if (deep < MOST_DEEP) await walk(entry as FileSystemDirectoryEntry, `${name}/`, deep + 1, given);
      else given.unreadable.push({ name, reason: "" });
    } else if (isTraceFile(entry.name)) {
      try {
        given.files.push({ name, file: await fileOf(entry as FileSystemFileEntry) });
      } catch (error) {
        given.unreadable.push({ name, reason: reasonOf(error) });
      }
    } else given.others += 1;
  }
}

function isTraceFile(name: string): boolean {
  return /\.(?:json|jsonl|ndjson|gz)$/i.test(name);
}

/** A reader gives its entries in portions, and an empty one at the end. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
