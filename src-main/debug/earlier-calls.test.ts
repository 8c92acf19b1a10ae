// A process that died after some turns, and one that goes on: what was counted before is not forgotten.
import { afterEach, expect, it } from "vitest";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { BlobHash, RunId } from "../../src-shared/prelude/ids.ts";
import { cleanUp, runTestLoop, testPack, type LoopTest } from "../agent/testing/harness.ts";
import { scriptedModel, type ScriptedAnswer } from "../agent/testing/scripted-model.ts";
import { prepareFork } from "./fork.ts";
import type { TraceReader } from "./history.ts";
import { prepareResume } from "./resume.ts";

afterEach(cleanUp);

const pack = testPack([
  { name: "list_files", run: () => ({ outcome: "ok", value: ["b.md"] }) },
  {
    name: "get_day",
    run: () => ({ outcome: "ok", value: "free" }),
    contract: {
      input_schema: { type: "object", properties: { day: { type: "integer" } }, additionalProperties: false },
    },
  },
  { name: "search_notes", run: () => ({ outcome: "empty", value: [] }) },
  { name: "share", effect: "write", run: () => ({ outcome: "ok", value: {} }) },
]);

const call = (name: string, args: JsonObject): ScriptedAnswer => ({ calls: [{ name, args }] });
const stops: ScriptedAnswer = { says: "That is all." };
const bad = call("get_day", { day: "x" });

interface Row {
  /** Turns of the first process; its budget ends with them. */
  before: ScriptedAnswer[];
  /** What the next one proposes. */
  after: ScriptedAnswer[];
  /** Of the next process: the reason of its end, decisions and notices. */
  told: string[];
}

const ROWS: Record<string, Row> = {
  "a corrected retry that was no better is not made a third time": {
    before: [bad, bad],
    after: [bad],
    told: ["refuse correction_spent", "correction_spent"],
  },
  "a first rejection is followed by the one corrected retry": {
    before: [bad],
    after: [call("get_day", { day: 3 }), stops],
    told: ["run read_runs, corrects call_1_0", "stopped_with_items_outstanding"],
  },
  "two barren searches are enough": {
    before: [call("search_notes", { query: "bread" }), call("search_notes", { query: "loaf" })],
    after: [call("search_notes", { query: "rolls" })],
    told: ["refuse searches_bring_nothing_new", "searches_bring_nothing_new"],
  },
  "another call that found something starts their count anew": {
    before: [call("search_notes", { query: "bread" }), call("search_notes", { query: "loaf" }), call("list_files", {})],
    after: [call("search_notes", { query: "rolls" }), stops],
    told: ["run read_runs", "stopped_with_items_outstanding"],
  },
  "the same call again goes on being counted": {
    before: [call("list_files", {}), call("list_files", {})],
    after: [call("list_files", {}), call("list_files", {}), call("list_files", {})],
    told: ["run read_runs", "notice 3", "run read_runs", "run read_runs", "same_call_again"],
  },
  "what a person denied is not forgotten": {
    before: [call("share", { file: "a.md" })],
    after: [stops],
    told: ["approval_denied"],
  },
};

function readerOf({ store }: LoopTest): TraceReader {
  return {
    events: (id) => store.events(RunId.parse(id)),
    messages: (leaf) => store.messages(leaf),
    messageIds: (leaf) => store.messageIds(leaf),
    blobText: (hash) => store.blobText(BlobHash.parse(hash)).text,
  };
}

it.each(Object.entries(ROWS))("%s", async (_name, { before, after, told }) => {
  const prompt = "Share a.md.";
  const first = await runTestLoop({
    prompt,
    model: scriptedModel(before),
    pack,
    variant: { budgets: { turns: before.length } },
    spec: { approve: "ask" },
  });
  const run = RunId.parse(first.events[0]?.run);
  const reader = readerOf(first);
  const prepared = prepareResume(reader, run);
  if (!prepared) throw new Error("The first process had begun a turn.");
  const again = { prompt, pack };
  const spec = { messages: prepared.messages, steps: prepared.steps, firstTurn: before.length + 1 };
  const next = await runTestLoop({
    ...again,
    model: scriptedModel(after),
    spec: { ...spec, earlierCalls: prepared.earlierCalls },
  });
  expect(linesOf(next)).toEqual(told);
});

it("a fork goes on counting, without what a person denied; one that tells the model something else starts anew", async () => {
  const first = await runTestLoop({
    prompt: "Look.",
    model: scriptedModel([call("list_files", {}), call("share", {}), stops]),
    pack,
    spec: { approve: "ask" },
  });
  const reader = readerOf(first);
  const run = RunId.parse(first.events[0]?.run);
  const told = {
    kind: "insert_message" as const,
    index: 3,
    message: { role: "user" as const, content: "Look again." },
  };
  const counts = [[], [told]].map((edits) =>
    prepareFork(reader, { run, turn: 3, edits, variant: null }, () => "").earlierCalls.map(({ tool }) => tool),
  );
  expect(counts).toEqual([["list_files"], []]);
});

function linesOf(test: LoopTest): string[] {
  const lines = test.events.flatMap((event) => {
    if (event.kind === "loop.noticed") return [`notice ${event.data.times}`];
    if (event.kind !== "policy.decided") return [];
    const { decision, reason, corrects } = event.data;
    return [`${decision} ${reason}${corrects === undefined ? "" : `, corrects ${corrects}`}`];
  });
  return [...lines, test.result.reason];
}
