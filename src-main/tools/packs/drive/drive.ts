// The simulated drive: files by id, and pure steps from one drive to the next. Sizes always equal the length of the content.
import { z } from "zod";
import type { JsonValue } from "../../../../src-shared/prelude/json.ts";
import { peopleFiles } from "./data/people.ts";
import { personalFiles } from "./data/personal.ts";
import { projectFiles } from "./data/projects.ts";

export const DriveFile = z.object({
  id: z.string(),
  filename: z.string(),
  content: z.string(),
  owner: z.string(),
  /** ISO 8601, UTC. */
  last_modified: z.string(),
  /** Address → `r` or `rw`. */
  shared_with: z.record(z.string(), z.enum(["r", "rw"])),
  /** Length of the content in UTF-16 code units. */
  size: z.number().int().nonnegative(),
});
export type DriveFile = z.infer<typeof DriveFile>;

/** The pack's slice of the environment. */
export const Drive = z.object({ files: z.record(z.string(), DriveFile) });
export type Drive = z.infer<typeof Drive>;

/** Who the drive belongs to: the owner of new files. */
const DRIVE_OWNER = "nora.bennett@harborlight.example";

/** The 26 files as they stand at the start of every run. */
export function initialDrive(): Drive {
  const seeds = [...personalFiles, ...peopleFiles, ...projectFiles].toSorted((a, b) => Number(a.id) - Number(b.id));
  const files = seeds.map(({ id, filename, content, owner, last_modified, shared_with }): DriveFile => {
    return { id, filename, content, owner, last_modified, shared_with: { ...shared_with }, size: content.length };
  });
  return { files: Object.fromEntries(files.map((file) => [file.id, file])) };
}

/** Reads the slice; throws for anything else, since only the pack itself writes it (or an edit of the user's, which is checked here). */
export function readDrive(environment: JsonValue): Drive {
  return Drive.parse(environment);
}

export function listFiles(drive: Drive): DriveFile[] {
  return Object.values(drive.files);
}

/** Files in which every word of the query stands, in the name or the content, any case. */
export function searchFiles(drive: Drive, query: string): DriveFile[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return listFiles(drive).filter((file) => {
    const text = `${file.filename}\n${file.content}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function searchByFilename(drive: Drive, part: string): DriveFile[] {
  return listFiles(drive).filter((file) => file.filename.toLowerCase().includes(part.trim().toLowerCase()));
}

/** Null when there is no such file. */
export function findFile(drive: Drive, id: string): DriveFile | null {
  return Object.hasOwn(drive.files, id) ? (drive.files[id] ?? null) : null;
}

/** Adds a file under the next free number; names need not be unique, as on the drives it stands for. */
export function createFile(drive: Drive, filename: string, content: string): { drive: Drive; file: DriveFile } {
  const highest = Math.max(-1, ...Object.keys(drive.files).map(Number).filter(Number.isFinite));
  const file: DriveFile = {
    id: String(highest + 1),
    filename,
    content,
    owner: DRIVE_OWNER,
    last_modified: nextMoment(drive),
    shared_with: {},
    size: content.length,
  };
  return { drive: withFile(drive, file), file };
}

/** Adds text on a new line at the end. */
export function appendToFile(drive: Drive, file: DriveFile, content: string): { drive: Drive; file: DriveFile } {
  const joined =
    file.content === "" || file.content.endsWith("\n") ? file.content + content : `${file.content}\n${content}`;
  const changed = { ...file, content: joined, size: joined.length, last_modified: nextMoment(drive) };
  return { drive: withFile(drive, changed), file: changed };
}

export function shareFile(
  drive: Drive,
  file: DriveFile,
  email: string,
  permission: "r" | "rw",
): { drive: Drive; file: DriveFile } {
  const changed = { ...file, shared_with: { ...file.shared_with, [email]: permission } };
  return { drive: withFile(drive, changed), file: changed };
}

export function deleteFile(drive: Drive, file: DriveFile): Drive {
  return { files: Object.fromEntries(Object.entries(drive.files).filter(([id]) => id !== file.id)) };
}

function withFile(drive: Drive, file: DriveFile): Drive {
  return { files: { ...drive.files, [file.id]: file } };
}

/** The drive's own time, a minute after its latest change, so that the same calls always give the same drive. */
function nextMoment(drive: Drive): string {
  const latest = Math.max(Date.UTC(2025, 5, 5), ...listFiles(drive).map((file) => Date.parse(file.last_modified) || 0));
  return new Date(latest + 60_000).toISOString().replace(".000Z", "Z");
}
