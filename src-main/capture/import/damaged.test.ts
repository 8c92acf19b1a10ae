// Damaged files: whatever is wrong with one record or one file, the rest is imported, and what was skipped is named with its reason.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Store } from "../../store/store.ts";
import { tempFolder, tempStore } from "../../store/testing/temporary.ts";
import { importFiles, type ImportPath, type ImportReport } from "./import.ts";

async function load(paths: ImportPath[], store: Store = tempStore()): Promise<ImportReport & { titles: string[] }> {
  const known = new Set<string>();
  const report = await importFiles(paths, {
    recorders: store.recorders,
    batch: (work) => store.batch(work),
    fingerprints: {
      alreadyImported: (fingerprint) => known.has(fingerprint),
      markImported: (fingerprint) => void known.add(fingerprint),
    },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(store.verify().problems).toEqual([]);
  return { ...report, titles: report.runs.map((run) => store.getRun(run)?.summary.title ?? "") };
}

const chat = (text: string): JsonValue => ({
  messages: [
    { role: "user", content: text },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "list_files", arguments: '{"q":"a"}' } }],
    },
    { role: "tool", tool_call_id: "c1", content: '[{"id": 7}]' },
    { role: "assistant", content: "Done." },
  ],
});
const line = (text: string) => JSON.stringify(chat(text));

function fileOf(name: string, content: string | Buffer): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content);
  return path;
}

describe("a damaged file", () => {
  it("in UTF-16 or with a mark at its beginning is read as what it is", async () => {
    const little = Buffer.from(`\uFEFF${line("飛行機")}\n${line("two")}\n`, "utf16le");
    const big = Buffer.from(little).swap16();
    const bare = Buffer.from(line("bare"), "utf16le");
    const marked = `\uFEFF${line("marked")}\n`;
    const report = await load([
      fileOf("little.jsonl", little),
      fileOf("big.jsonl", big),
      fileOf("bare.json", bare),
      fileOf("marked.jsonl", marked),
      fileOf("packed.jsonl.gz", gzipSync(little)),
    ]);
    expect(report.skipped).toEqual([]);
    // The same records in two encodings are the same records: each is kept, none is taken for another.
    expect(new Set(report.titles)).toEqual(new Set(["飛行機", "two", "bare", "marked"]));
  });

  it("loses only the lines that are cut, empty, of no format, or nested beyond reading", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const nested = `{"messages":[{"role":"user","content":${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}}]}`;
    const path = fileOf(
      "mixed.jsonl",
      [
        line("one"),
        line("cut").slice(0, 40),
        "",
        deep,
        "\u0000\u0000",
        '"text"',
        "42",
        line("two"),
        nested,
        line("three"),
      ].join("\r\n"),
    );
    const report = await load([path]);
    expect(report.titles).toEqual(expect.arrayContaining(["one", "two", "three"]));
    expect(report.skipped.map((skip) => [skip.file, skip.line])).toEqual(
      expect.arrayContaining([2, 4, 5, 6, 7].map((at) => ["mixed.jsonl", at])),
    );
    expect(report.skipped.every((skip) => skip.reason !== "" && !skip.reason.includes("\n"))).toBe(true);
    expect(report.runs.length + report.skipped.length).toBe(9);
  });

  it("that is a list with a record a line loses only the line that is damaged", async () => {
    const path = fileOf("list.json", `[\n${line("one")},\n${line("cut").slice(0, 50)},\n${line("two")}\n]\n`);
    const report = await load([path]);
    expect(report.titles).toEqual(["one", "two"]);
    expect(report.skipped).toMatchObject([{ file: "list.json", line: 3 }]);
  });

  it("that was packed and cut gives what stands before the cut", async () => {
    const lines = Array.from({ length: 300 }, (_, at) => line(`task ${at} ${Math.sin(at)}`)).join("\n");
    const packed = gzipSync(lines);
    const report = await load([fileOf("cut.jsonl.gz", packed.subarray(0, packed.length - 200))]);
    expect(report.runs.length).toBeGreaterThan(100);
    expect(report.skipped.at(-1)).toMatchObject({ file: "cut.jsonl.gz", line: null });
    expect(report.skipped.at(-1)?.reason).toContain("cannot be read");
  });

  it("with a very long line is read in the time of its length, and the line after it too", async () => {
    const long = JSON.stringify({ messages: [{ role: "user", content: "x".repeat(12_000_000) }] });
    const report = await load([fileOf("long.jsonl", `${long}\n${line("after")}\n`)]);
    expect(report.titles[1]).toBe("after");
    expect(report.skipped).toEqual([]);
  });
});

it("a folder with loops of links, other files, pipes and files that are no files is walked once, and all of it is said", async () => {
  const folder = join(tempFolder(), "traces");
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  mkdirSync(join(folder, "odd.json"));
  writeFileSync(join(folder, "a", "one.json"), line("one"));
  writeFileSync(join(folder, "a", "b", "two.jsonl"), line("two"));
  writeFileSync(join(folder, "a", "picture.png"), "PNG");
  symlinkSync(folder, join(folder, "a", "loop"));
  symlinkSync(join(folder, "a", "one.json"), join(folder, "a", "linked.json"));
  const pipe = join(folder, "pipe.json");
  execFileSync("mkfifo", [pipe]);
  const report = await load([folder, pipe]);
  expect(report.titles).toEqual(["two", "one"]);
  expect(report.skipped).toEqual([{ file: "pipe.json", line: null, reason: "neither a file nor a folder" }]);
});

/** Mulberry32: the same damage at every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD: readonly JsonValue[] = [
  null,
  "",
  0,
  -1,
  1e300,
  true,
  [],
  {},
  [null],
  [[]],
  "\ud800",
  "\u0000",
  { role: 7 },
  [{ type: "image" }],
];

/** The value with some of its parts replaced by what nobody expects there. */
function damaged(value: JsonValue, random: () => number): JsonValue {
  if (random() < 0.08) return ODD[Math.floor(random() * ODD.length)] ?? null;
  if (Array.isArray(value)) return value.map((element) => damaged(element, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (random() < 0.05 ? [] : [[name, damaged(field, random)]])),
  );
}

const dojo: JsonValue = {
  suite_name: "office",
  pipeline_name: "some-model",
  user_task_id: "user_task_1",
  injection_task_id: null,
  attack_type: null,
  injections: {},
  messages: [
    { role: "system", content: [{ type: "text", content: "You help." }] },
    { role: "user", content: [{ type: "text", content: "Delete the largest file." }] },
    { role: "assistant", content: null, tool_calls: [{ function: "list_files", args: {}, id: "" }] },
    {
      role: "tool",
      content: [{ type: "text", text: "- id: 1" }],
      tool_call_id: "",
      tool_call: { function: "list_files", args: {}, id: null },
      error: null,
    },
    { role: "assistant", content: "Done.", tool_calls: [] },
  ],
  error: null,
  utility: true,
  security: false,
};

it("records damaged anywhere are each imported or skipped with a reason, between sound ones that are all there", async () => {
  const random = randomFrom(11);
  const sources = [chat("damaged"), dojo, { file: "a/b.json", log: dojo }];
  const records = Array.from({ length: 240 }, (_, at) => damaged(sources[at % sources.length] ?? null, random));
  const lines = records.flatMap((record, at) => [JSON.stringify(record), line(`sound ${at}`)]);
  const report = await load([fileOf("fuzz.jsonl", lines.join("\n"))]);
  const sound = report.titles.filter((title) => title.startsWith("sound "));
  expect(sound).toHaveLength(240);
  expect(report.runs.length + report.skipped.length).toBe(480);
  expect(report.skipped.every((skip) => skip.line !== null && skip.line % 2 === 1 && skip.reason !== "")).toBe(true);
  expect(report.skipped.filter((skip) => skip.reason.startsWith("cannot be read"))).toEqual([]);
});
