// Import of files whose content a renderer hands over (dropped or chosen in a page, which knows no paths).
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ImportedFiles, ImportFilesInput } from "../../src-shared/rpc/import.ts";
import { MAX_IMPORT_BYTES } from "../../src-shared/rpc/import.ts";
import type { Store } from "../store/store.ts";
import { importInto } from "./import.ts";

/**
 * A file's name is kept as `source_file`, without any folders that stand in it. Nothing is left on disk but the runs.
 * @throws UserError for more than `MAX_IMPORT_BYTES` together
 */
export async function importContent(store: Store, { files }: ImportFilesInput): Promise<ImportedFiles> {
  const contents = files.map(({ name, base64 }) => ({ name: plainName(name), bytes: Buffer.from(base64, "base64") }));
  const total = contents.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > MAX_IMPORT_BYTES) {
    throw new UserError(
      "invalid_input",
      `These files hold ${total} bytes; a page hands over ${MAX_IMPORT_BYTES} at most. Use \`loopscope import PATH\` for larger ones.`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), "loopscope-import-"));
  try {
    const paths: string[] = [];
    for (const [index, { name, bytes }] of contents.entries()) {
      // A folder each: two files may have the same name.
      const own = join(folder, String(index));
      await mkdir(own);
      await writeFile(join(own, name), bytes);
      paths.push(join(own, name));
    }
    const report = await importInto(store, paths, {
      format: null,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    return { runs: report.runs, already: report.already, skipped: report.skipped };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The last part of a name, with nothing in it that a file system reads as more than a name. */
function plainName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const plain = last.replaceAll(/[\u0000-\u001f<>:"|?*]/g, "_").slice(-120);
  return /^\.*$/.test(plain) ? "file" : plain;
}
