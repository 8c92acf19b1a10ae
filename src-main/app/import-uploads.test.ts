import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { MAX_PIECE_BYTES, type UploadPieces, type UploadStatus } from "../../src-shared/rpc/import.ts";
import { createImportUploads, type ImportUploads } from "./import-uploads.ts";
import { openParts, removeFolders, temporaryFolder, type Parts } from "./testing/parts.ts";

let parts: Parts;
let uploads: ImportUploads;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  parts = openParts(join(temporaryFolder(), "trace.db"));
  uploads = createImportUploads(parts.store, folder);
});
afterEach(async () => {
  await uploads.close();
  await parts.close();
  if (readdirSync(folder).length > 0) throw new Error("Files of an upload were left behind.");
});
afterAll(removeFolders);

const chat = (text: string) =>
  JSON.stringify({
    messages: [
      { role: "user", content: text },
      { role: "assistant", content: "Done." },
    ],
  });
const piece = (file: number, name: string, content: string | Buffer): UploadPieces["pieces"][number] => ({
  file,
  name,
  base64: Buffer.from(content).toString("base64"),
});

async function settled(id: string): Promise<UploadStatus> {
  for (;;) {
    const status = uploads.status(id);
    if (status.state === "done" || status.state === "failed") return status;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function imported(...given: UploadPieces["pieces"][]): Promise<UploadStatus> {
  const { id } = await uploads.begin();
  for (const pieces of given) await uploads.add({ id, pieces });
  uploads.carryOut(id);
  return settled(id);
}

it("imports what is handed over piece by piece, keeps names relative to the folder, and tells what it skipped and why", async () => {
  const packed = gzipSync(`${chat("second")}\n{"odd": 1}\n`);
  const whole = chat("first");
  const given = [
    [piece(0, "../../etc/one.json", whole.slice(0, 20)), piece(1, "deep/er/two.jsonl.gz", packed.subarray(0, 9))],
    [piece(1, "deep/er/two.jsonl.gz", packed.subarray(9)), piece(0, "../../etc/one.json", whole.slice(20))],
    [piece(2, "..", "no JSON"), piece(3, "one.json", chat("third"))],
  ];
  const { result, state, bytes, total_bytes } = await imported(...given);
  expect([state, bytes]).toEqual(["done", total_bytes]);
  expect(result?.runs.map((run) => parts.store.getRun(RunId.parse(run))?.started.source_file)).toEqual([
    "etc/one.json",
    "deep/er/two.jsonl.gz",
    "one.json",
  ]);
  expect(result?.skipped.map(({ file, line }) => [file, line])).toEqual([
    ["deep/er/two.jsonl.gz", 2],
    ["file", null],
  ]);
  expect((await imported(...given)).result).toMatchObject({ runs: [], already: 3, cancelled: false });
});

it("is cancelled while it is received, and while it imports: what had been imported stays", async () => {
  const first = await uploads.begin();
  await uploads.add({ id: first.id, pieces: [piece(0, "a.json", chat("a"))] });
  await uploads.cancel(first.id);
  expect(() => uploads.status(first.id)).toThrow("There is no upload");

  const { id } = await uploads.begin();
  const lines = Array.from({ length: 400 }, (_, at) => chat(`task ${at}`)).join("\n");
  await uploads.add({ id, pieces: [piece(0, "many.jsonl", lines)] });
  uploads.carryOut(id);
  while (parts.store.facets().sources.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await uploads.cancel(id);
  const { result } = await settled(id);
  expect(result?.cancelled).toBe(true);
  expect(result?.runs.length).toBeGreaterThan(0);
  expect(result?.runs.length).toBeLessThan(400);
  expect((await imported([piece(0, "many.jsonl", lines)])).result).toMatchObject({
    already: result?.runs.length,
    cancelled: false,
  });
});

it("refuses more than one call may hold, and files after it has begun", async () => {
  const { id } = await uploads.begin();
  const large = [piece(0, "large.json", Buffer.alloc(MAX_PIECE_BYTES + 2000))];
  await expect(uploads.add({ id, pieces: large })).rejects.toThrow("at most at once");
  uploads.carryOut(id);
  expect(await settled(id)).toMatchObject({ state: "done", result: { runs: [], skipped: [] } });
  await expect(uploads.add({ id, pieces: [piece(0, "late.json", "{}")] })).rejects.toThrow("has begun already");
});
