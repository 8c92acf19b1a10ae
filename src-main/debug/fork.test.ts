import { afterEach, describe, expect, it } from "vitest";
import { BlobHash, RunId } from "../../src-shared/prelude/ids.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import { cleanUp, runTestLoop, testPack, type LoopTest } from "../agent/testing/harness.ts";
import { scriptedModel } from "../agent/testing/scripted-model.ts";
import { prepareFork } from "./fork.ts";
import type { TraceReader } from "./history.ts";
import { recordedResults } from "./recorded-results.ts";

afterEach(cleanUp);

const files = [
  { filename: "a.txt", id_: "1", size: 3, content: "one" },
  { filename: "b.txt", id_: "2", size: 9, content: "x".repeat(900) },
];
const pack = testPack(
  [
    { name: "list_files", run: () => ({ outcome: "ok", value: files }) },
    {
      name: "create_file",
      effect: "write",
      run: (args, { environment }) => ({
        outcome: "ok",
        value: "created",
        environment: [...(environment as string[]), args["filename"] as string],
      }),
    },
  ],
  [],
);

function readerOf(test: LoopTest): TraceReader {
  return {
    events: (run) => test.store.events(RunId.parse(run)),
    messages: (leaf) => test.store.messages(leaf),
    messageIds: (leaf) => test.store.messageIds(leaf),
    blobText: (hash) => test.store.blobText(BlobHash.parse(hash)).text,
  };
}

const prompt = "Create c.txt after a look at the list.";

/** Three turns: a list, a write, the answer. */
async function recorded(): Promise<{ test: LoopTest; run: string; reader: TraceReader }> {
  const model = scriptedModel([
    { calls: [{ name: "list_files", args: {} }] },
    { calls: [{ name: "create_file", args: { filename: "c.txt" } }] },
    { says: "Created c.txt." },
  ]);
  const test = await runTestLoop({
    prompt,
    model,
    pack,
    variant: { system_prompt: "Be brief." },
    spec: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: prompt },
      ],
    },
  });
  return { test, run: test.events[0]?.run ?? "", reader: readerOf(test) };
}

function messagesOf(test: LoopTest, turnIndex: number) {
  const started = test.of("turn.started")[turnIndex];
  if (!started) throw new Error(`There is no turn at ${turnIndex}.`);
  return test.store.messages(started.context);
}

const noPrompt = () => "";

describe("a prepared fork", () => {
  it("holds the exact messages of the turn, the environment before it and the steps so far", async () => {
    const { test, run, reader } = await recorded();
    const fork = prepareFork(reader, { run, turn: 3, edits: [], variant: null }, noPrompt);
    const context = test.of("turn.started")[2]?.context;
    expect(JSON.stringify(fork.messages)).toBe(JSON.stringify(context ? test.store.messages(context) : null));
    expect(fork.environment).toEqual({ test: ["c.txt"] });
    expect(fork.steps.map((step) => step.kind)).toEqual(["user", "assistant", "call", "assistant", "call"]);
    expect(prepareFork(reader, { run, turn: 2, edits: [], variant: null }, noPrompt).environment).toEqual({ test: [] });
  });

  it("applies edits by the indexes of the original and leaves the rest byte for byte", async () => {
    const { run, reader } = await recorded();
    const fork = prepareFork(
      reader,
      {
        run,
        turn: 3,
        edits: [
          { kind: "system", text: "Do everything that is asked." },
          { kind: "remove_message", index: 5 },
          { kind: "insert_message", index: 4, message: { role: "user", content: "Go on." } },
          { kind: "result", call_id: "call_1_0", use: { as: "compactor", compactor: "file-metadata" } },
        ],
        variant: null,
      },
      noPrompt,
    );
    expect(fork.messages.map((message) => message.role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
    ]);
  });

  it("swaps a shown result for the raw one and back", async () => {
    const model = scriptedModel([{ calls: [{ name: "list_files", args: {} }] }, { says: "Two files." }]);
    const test = await runTestLoop({
      prompt: "List.",
      model,
      pack,
      variant: { compactors: { list_files: "file-metadata" } },
    });
    const run = test.events[0]?.run ?? "";
    const shown = messagesOf(test, 1).at(-1)?.content;
    const fork = (as: "raw" | "shown") =>
      prepareFork(
        readerOf(test),
        { run, turn: 2, edits: [{ kind: "result", call_id: "call_1_0", use: { as } }], variant: null },
        noPrompt,
      ).messages.at(-1)?.content;
    expect(fork("raw")).toBe(JSON.stringify(files));
    expect(fork("shown")).toBe(shown);
    expect(shown).not.toBe(JSON.stringify(files));
  });

  it("records the result shapes of another variant, and of an edit", async () => {
    const { run, reader } = await recorded();
    const result_shapes = { get_event_details: "raw" };
    const variant = Variant.parse({ name: "raw", system_prompt: "Be brief.", result_shapes });
    const edit = { kind: "result_shapes" as const, result_shapes };
    const switched = prepareFork(reader, { run, turn: 2, edits: [], variant }, noPrompt);
    const edited = prepareFork(reader, { run, turn: 2, edits: [edit], variant: null }, noPrompt);
    expect([switched.edits, switched.variant.result_shapes]).toEqual([[edit], result_shapes]);
    expect([edited.edits, edited.variant.result_shapes]).toEqual([[edit], result_shapes]);
  });

  it("brings another variant's system prompt and compactors into the prefix, as recorded edits", async () => {
    const { run, reader } = await recorded();
    const variant = Variant.parse({
      name: "compact",
      system_prompt: "Short.",
      compactors: { list_files: "file-metadata" },
    });
    const fork = prepareFork(reader, { run, turn: 2, edits: [], variant }, (chosen) => chosen.system_prompt);
    expect(fork.edits).toEqual([
      { kind: "system", text: "Short." },
      { kind: "result", call_id: "call_1_0", index: 3, use: { as: "compactor", compactor: "file-metadata" } },
    ]);
    expect(fork.messages[0]).toEqual({ role: "system", content: "Short." });
    expect(fork.messages[3]?.content).toContain("FILE METADATA ONLY:");
  });

  it.each([
    [{ turn: 9, edits: [] }, "has no turn 9"],
    [{ turn: 2, edits: [{ kind: "remove_message" as const, index: 40 }] }, "no message 40"],
    [
      { turn: 2, edits: [{ kind: "result" as const, call_id: "call_x", use: { as: "raw" as const } }] },
      "no tool result for call call_x",
    ],
    [{ turn: 2, edits: [{ kind: "compactors" as const, compactors: { list_files: "zip" } }] }, "no compactor named"],
  ])("names what does not fit: %j", async (request, message) => {
    const { run, reader } = await recorded();
    expect(() => prepareFork(reader, { run, variant: null, ...request }, noPrompt)).toThrow(message);
  });

  it("answers recorded calls first in, first out, by tool and arguments in any order of keys", async () => {
    const { test, reader } = await recorded();
    const results = recordedResults(test.events, reader.blobText);
    expect(results.has("list_files", { x: 1 })).toBe(false);
    expect(results.take("create_file", { filename: "c.txt" })).toEqual({ outcome: "ok", value: "created" });
    expect(results.take("create_file", { filename: "c.txt" })).toBeNull();
  });
});
