import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { MAX_IMPORT_BYTES } from "../../src-shared/rpc/import.ts";
import { importContent } from "./import-content.ts";
import { openParts, removeFolders, temporaryFolder, type Parts } from "./testing/parts.ts";

let parts: Parts;
beforeEach(() => {
  parts = openParts(join(temporaryFolder(), "trace.db"));
});
afterEach(() => parts.close());
afterAll(removeFolders);

const chat = (text: string) =>
  JSON.stringify({
    messages: [
      { role: "user", content: text },
      { role: "assistant", content: "Done." },
    ],
  });
const file = (name: string, content: string | Buffer) => ({ name, base64: Buffer.from(content).toString("base64") });
const leftOvers = () => readdirSync(tmpdir()).filter((name) => name.startsWith("loopscope-import-"));

it("imports what is handed over, packed or not, tells what it skipped and why, and leaves no file behind", async () => {
  const before = leftOvers();
  const files = [
    file("../../etc/one.json", chat("first")),
    file("two.jsonl.gz", gzipSync(`${chat("second")}\n{"odd": 1}\n`)),
    file("..", "no JSON"),
  ];
  const report = await importContent(parts.store, { files });
  expect(report.runs).toHaveLength(2);
  expect(report.runs.map((run) => parts.store.getRun(RunId.parse(run))?.started.source_file)).toEqual([
    "one.json",
    "two.jsonl.gz",
  ]);
  expect(report.skipped.map(({ file: name, line }) => [name, line])).toEqual([
    ["two.jsonl.gz", 2],
    ["file", null],
  ]);
  expect(leftOvers()).toEqual(before);
  expect(await importContent(parts.store, { files })).toMatchObject({ runs: [], already: 2 });
});

it("refuses more than a page may hand over, with the way to do it all the same", async () => {
  const files = [file("large.json", Buffer.alloc(MAX_IMPORT_BYTES + 1))];
  await expect(importContent(parts.store, { files })).rejects.toThrow(/loopscope import PATH/);
});
