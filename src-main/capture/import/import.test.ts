import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { foldTurns } from "../../../src-shared/trace/fold-turns.ts";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { RunSummary } from "../../../src-shared/trace/run-summary.ts";
import { traceFromEvents } from "../../diagnose/diagnose.ts";
import type { Store } from "../../store/store.ts";
import { tempFolder, tempStore } from "../../store/testing/temporary.ts";
import type { Fingerprints, ImportReport } from "./import.ts";
import { importFiles } from "./import.ts";

function remembered(): Fingerprints {
  const known = new Set<string>();
  return {
    alreadyImported: (fingerprint) => known.has(fingerprint),
    markImported: (fingerprint) => void known.add(fingerprint),
  };
}

async function load(
  paths: string[],
  options: { store?: Store; fingerprints?: Fingerprints; signal?: AbortSignal } = {},
): Promise<{ store: Store; report: ImportReport; runs: RunSummary[] }> {
  const store = options.store ?? tempStore();
  const report = await importFiles(paths, {
    recorders: store.recorders,
    batch: (work: () => void) => store.batch(work),
    fingerprints: options.fingerprints ?? remembered(),
    signal: options.signal ?? new AbortController().signal,
    onProgress: () => undefined,
  });
  const runs = report.runs.flatMap((id) => store.getRun(id)?.summary ?? []);
  return { store, report, runs };
}

const LOG = {
  suite_name: "office",
  pipeline_name: "some-model",
  user_task_id: "user_task_1",
  injection_task_id: null,
  attack_type: null,
  injections: {},
  messages: [
    { role: "system", content: [{ type: "text", content: "You help." }] },
    { role: "user", content: [{ type: "text", content: "Delete the largest file." }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ function: "list_files", args: {}, id: "", placeholder_args: null }],
    },
    {
      role: "tool",
      content: [{ type: "text", text: "- id: 1\n  size: 9" }],
      tool_call_id: "",
      tool_call: { function: "list_files", args: {}, id: null },
      error: null,
    },
    { role: "assistant", content: "", tool_calls: [{ function: "delete_file", args: { file_id: "4" }, id: null }] },
    {
      role: "tool",
      content: "",
      tool_call_id: null,
      tool_call: { function: "delete_file", args: { file_id: "4" }, id: null },
      error: "ValueError: File with ID '4' not found.",
    },
    { role: "assistant", content: "I could not find the file.", tool_calls: [] },
  ],
  error: null,
  utility: false,
  security: true,
  duration: 4.5,
} satisfies JsonValue;

const CHAT = {
  model: "local",
  temperature: 0.2,
  tools: [
    { type: "function", function: { name: "send_mail", description: "Sends a mail.", parameters: { type: "object" } } },
  ],
  messages: [
    { role: "user", content: "Mail Bo at bo@x.org." },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "send_mail", arguments: '{"to":"bo@x.org"}' } }],
    },
    { role: "tool", tool_call_id: "c1", content: "sent" },
    { role: "assistant", content: "Done." },
  ],
} satisfies JsonValue;

describe("AgentDojo logs", () => {
  it("keeps every form of content, id and error, and leaves unknown what the format lacks", async () => {
    const folder = tempFolder();
    const file = join(folder, "none.json");
    writeFileSync(file, JSON.stringify(LOG, null, 2));
    const { store, runs, report } = await load([file]);
    const [run] = runs;
    expect(run).toMatchObject({
      title: "user_task_1 · some-model",
      source: "import:agentdojo",
      source_file: "none.json",
      suite: "office",
      task: "user_task_1",
      model: "some-model",
      endpoint: null,
      terminal_state: null,
      ending: "gave_up",
      early_stop: true,
      passed: false,
      turns: 3,
      prompt_tokens: null,
      duration_ms: null,
    });
    expect(report.skipped).toEqual([]);
    const turns = foldTurns(store.events(report.runs[0] ?? raise()));
    expect(
      turns.map(({ content, finish_reason, latency_ms, calls }) => ({
        content,
        finish_reason,
        latency_ms,
        calls: calls.map((call) => [call.id, call.id_synthetic, call.name, call.outcome, call.latency_ms]),
      })),
    ).toEqual([
      { content: null, finish_reason: null, latency_ms: null, calls: [["call_t1_0", true, "list_files", "ok", null]] },
      {
        content: "",
        finish_reason: null,
        latency_ms: null,
        calls: [["call_t2_0", true, "delete_file", "permanent", null]],
      },
      { content: "I could not find the file.", finish_reason: null, latency_ms: null, calls: [] },
    ]);
  });

  it("reads provider errors, empty message lists and pending calls", async () => {
    const folder = tempFolder();
    const broken = { ...LOG, messages: [], error: "Skipping task because of internal server error: status_code: 500" };
    const overflow = {
      ...LOG,
      messages: LOG.messages.slice(0, 4),
      error: "context_length_exceeded: maximum context length is 100 tokens",
    };
    const pending = { ...LOG, messages: LOG.messages.slice(0, 5) };
    const empty = { ...LOG, messages: [] };
    const capped = {
      ...LOG,
      messages: [...LOG.messages.slice(0, 2), ...Array.from({ length: 15 }, () => LOG.messages.slice(2, 4)).flat()],
    };
    const lines = [broken, overflow, pending, empty, capped].map((log, index) =>
      JSON.stringify({ file: `p/${index}.json`, log }),
    );
    writeFileSync(join(folder, "runs.jsonl.gz"), gzipSync(lines.join("\n")));
    const { runs } = await load([folder]);
    expect(runs.map(({ source_file, ending, early_stop, turns }) => [source_file, ending, early_stop, turns])).toEqual([
      ["p/0.json", "provider_error", false, 0],
      ["p/1.json", "context_overflow", false, 2],
      ["p/2.json", "interrupted", false, 2],
      ["p/3.json", "interrupted", false, 0],
      ["p/4.json", "step_cap", false, 15],
    ]);
  });

  it("reads a user message that is repeated after each result as one request", async () => {
    const folder = tempFolder();
    const [system, user, call, result] = LOG.messages;
    writeFileSync(
      join(folder, "a.json"),
      JSON.stringify({
        ...LOG,
        messages: [system, user, call, result, user, { role: "assistant", content: "File 1 is the largest." }],
      }),
    );
    const { store, report, runs } = await load([folder]);
    const [id] = report.runs;
    const trace = traceFromEvents(
      runs[0] ?? raise(),
      store.events(id ?? raise()),
      (hash) => store.blobText(hash).text,
      (leaf) => store.messages(leaf),
    );
    expect(trace.steps.map((step) => step.kind)).toEqual(["user", "assistant", "call", "assistant"]);
    expect(runs[0]?.ending).toBe("early_stop");
  });
});

describe("OpenAI chat files", () => {
  it("reads a conversation a line, a list of messages, a request with its response, and a request alone", async () => {
    const folder = tempFolder();
    const response = {
      choices: [{ message: { role: "assistant", content: "It is <b>9</b>." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 12, completion_tokens: 5 },
    };
    const lines = [
      CHAT,
      CHAT.messages,
      { request: { model: "m", messages: [{ role: "user", content: "What is the largest size?" }] }, response },
      { model: "m", messages: [{ role: "user", content: [{ type: "text", text: "Hello?" }] }] },
    ];
    writeFileSync(join(folder, "chat.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
    const { runs } = await load([join(folder, "chat.jsonl")]);
    expect(
      runs.map(({ source, source_file, model, ending, early_stop, turns, completion_tokens }) => [
        source,
        source_file,
        model,
        ending,
        early_stop,
        turns,
        completion_tokens,
      ]),
    ).toEqual([
      ["import:openai-chat", "chat.jsonl", "local", "answered", false, 1 + 1, null],
      ["import:openai-chat", "chat.jsonl", null, "answered", false, 2, null],
      ["import:openai-chat", "chat.jsonl", "m", "answered", false, 1, 5],
      ["import:openai-chat", "chat.jsonl", "m", "interrupted", false, 1, null],
    ]);
  });

  it("finds a call that stands as text, and matches results by id whatever their order", async () => {
    const folder = tempFolder();
    const dropped = {
      ...CHAT,
      messages: [
        CHAT.messages[0],
        {
          role: "assistant",
          content: 'Now:\n<tool_call>{"name": "send_mail", "arguments": {"to": "bo@x.org"}}</tool_call>',
        },
      ],
    };
    const call = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: "{}" } });
    const crossed = {
      messages: [
        { role: "user", content: "Compare a and b." },
        { role: "assistant", content: "", tool_calls: [call("x", "get_a"), call("y", "get_b")] },
        { role: "tool", tool_call_id: "y", content: "B" },
        { role: "tool", tool_call_id: "x", content: "A" },
        { role: "assistant", content: "A is before B." },
      ],
    };
    writeFileSync(join(folder, "chat.json"), JSON.stringify([dropped, crossed], null, 1));
    const { store, report, runs } = await load([folder]);
    expect(runs.map(({ ending, early_stop }) => [ending, early_stop])).toEqual([
      ["dropped_call", true],
      ["answered", false],
    ]);
    const results = store
      .events(report.runs[1] ?? raise())
      .flatMap((event) => (event.kind === "tool.finished" ? [event.data] : []));
    expect(results).toMatchObject([
      { call_id: "y", tool: "get_b" },
      { call_id: "x", tool: "get_a" },
    ]);
  });
});

describe("what is in a folder", () => {
  it("keeps paths relative to the folder, tells formats by content, and names what it skips", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "model", "task"), { recursive: true });
    writeFileSync(join(folder, "model", "task", "none.json"), JSON.stringify(LOG));
    writeFileSync(
      join(folder, "model", "named-wrong.json"),
      `\uFEFF${JSON.stringify(CHAT)}\r\n\r\n${JSON.stringify(CHAT.messages)}\n`,
    );
    writeFileSync(
      join(folder, "bad.jsonl"),
      `${JSON.stringify(CHAT)}\n{"messages": [\n${JSON.stringify({ messages: [{ role: "robot" }, { role: "user" }] })}\n[1,2]\n${JSON.stringify(CHAT)}\n`,
    );
    writeFileSync(join(folder, "first-bad.jsonl"), `{"oops"\n${JSON.stringify(CHAT)}\n`);
    writeFileSync(join(folder, "labels.json"), '[{"file": "x", "early_stop": true}]');
    writeFileSync(join(folder, "broken.json"), '{\n "messages": [\n');
    writeFileSync(join(folder, "cut.json.gz"), gzipSync(JSON.stringify(LOG)).subarray(0, 60));
    writeFileSync(join(folder, "empty.json"), "");
    writeFileSync(join(folder, "notes.txt"), "not a trace");
    const { report, runs } = await load([folder]);
    expect(runs.map(({ source_file }) => source_file)).toEqual([
      "bad.jsonl",
      "bad.jsonl",
      "first-bad.jsonl",
      "model/named-wrong.json",
      "model/named-wrong.json",
      "model/task/none.json",
    ]);
    expect(report.skipped.map(({ file, line, reason }) => [file, line, reason.replace(/[(:].*$/, "").trim()])).toEqual([
      ["bad.jsonl", 2, "not valid JSON"],
      ["bad.jsonl", 3, "openai-chat"],
      ["bad.jsonl", 4, "no known format"],
      ["bad.jsonl", 4, "no known format"],
      ["broken.json", null, "not valid JSON"],
      ["cut.json.gz", null, "cannot be read"],
      ["empty.json", null, "empty"],
      ["first-bad.jsonl", 1, "not valid JSON"],
      ["labels.json", 1, "no known format"],
    ]);
  });

  it("adds nothing the second time, alone or in the folder, and keeps records that are the same word for word", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "a.json"), JSON.stringify(LOG));
    writeFileSync(join(folder, "b.json"), JSON.stringify(LOG));
    const fingerprints = remembered();
    const store = tempStore();
    expect((await load([folder], { store, fingerprints })).report).toMatchObject({ files: 2, already: 0 });
    for (const path of [folder, join(folder, "a.json"), join(folder, "b.json")]) {
      const { report } = await load([path], { store, fingerprints });
      expect(report.runs).toEqual([]);
    }
  });

  it("tells its progress, and stops when asked to, keeping what it has", async () => {
    const folder = tempFolder();
    writeFileSync(
      join(folder, "many.jsonl"),
      Array.from({ length: 300 }, (_, index) => JSON.stringify({ ...CHAT, id: `r${index}` })).join("\n"),
    );
    const store = tempStore();
    const stop = new AbortController();
    let last = { bytes: 0, totalBytes: 1, runs: 0 };
    const fingerprints = remembered();
    let count = 0;
    const stopping: Fingerprints = {
      alreadyImported: fingerprints.alreadyImported,
      markImported: (fingerprint, run) => {
        fingerprints.markImported(fingerprint, run);
        count += 1;
        if (count === 30) stop.abort();
      },
    };
    const report = await importFiles([folder], {
      recorders: store.recorders,
      batch: (work) => store.batch(work),
      fingerprints: stopping,
      signal: stop.signal,
      onProgress: (progress) => (last = progress),
    });
    expect(report).toMatchObject({ cancelled: true, skipped: [] });
    expect(report.runs).toHaveLength(30);
    const rest = await importFiles([folder], {
      recorders: store.recorders,
      batch: (work) => store.batch(work),
      fingerprints,
      signal: new AbortController().signal,
      onProgress: (progress) => (last = progress),
    });
    expect([rest.runs.length, rest.already]).toEqual([270, 30]);
    expect(last).toMatchObject({ bytes: last.totalBytes, runs: 270, eta: 0 });
  });

  it("names a path that does not exist", async () => {
    await expect(load([join(tempFolder(), "nowhere")])).rejects.toThrow(/nowhere cannot be read/);
  });
});

function raise(): never {
  throw new Error("expected a run");
}
