// What a person may do with a call that stands as text: run it once, or accept its syntax on the endpoint. On a core as the app hosts
// have it, with the embedded demo model (simulated) and a scripted server.
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { Caller } from "../../src-shared/rpc/contract.ts";
import { StartFork, StartRun } from "../../src-shared/rpc/types.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { errorReply, loopbackServer, textReply } from "../model/fixtures/loopback-server.ts";
import { createCore, type Core } from "./core.ts";
import { removeFolders, temporaryFolder } from "./testing/parts.ts";

const caller: Caller = { id: "tab", host: "browser", user: "ann" };
let core: Core;

beforeEach(async () => {
  const folder = temporaryFolder();
  core = await createCore({ database: join(folder, "trace.db"), host: "browser", user: "ann", home: folder });
});
afterEach(() => core.close());
afterAll(removeFolders);

const list = errorReply(200, { data: [{ id: "m", object: "model" }] });

async function record(endpoint: string, model: string, approve: "all" | null = null): Promise<RunSummary> {
  const started = await core.runs.start(
    StartRun.parse({
      what: { kind: "prompt", prompt: "Create the file reports.txt with the text hello.", packs: ["drive"] },
      variant: "legacy",
      endpoint,
      model,
      approve,
    }),
  );
  return first(started.finished);
}

async function first(finished: Promise<RunSummary[]>): Promise<RunSummary> {
  const [run] = await finished;
  if (!run) throw new Error("No run was recorded.");
  return run;
}

async function fork(run: string, turn: number, edits: ForkEdit[]) {
  return core.runs.fork(StartFork.parse({ run, turn, edits, variant: null, approve: null }));
}

/** Answers the next question that is put to a person. */
function answerNext(decision: "approve" | "deny"): Promise<string> {
  return new Promise((resolve) => {
    const stop = core.approvals.onChange((change) => {
      if (change.kind !== "requested") return;
      stop();
      const { approval_id: id, tool } = change.approval;
      core.approvals.answer(id, { decision, reason: "", again: false, by: "ann", host: "browser" });
      resolve(tool);
    });
  });
}

const call =
  '<tool_call>\n{"name": "create_file", "arguments": {"filename": "reports.txt", "content": "hello"}}\n</tool_call>';

it("a text call that a person has run goes through approval, stands once in history and is marked", async () => {
  let asked = 0;
  await using server = await loopbackServer(({ path }) => {
    if (path === "/v1/models") return list;
    asked += 1;
    return textReply(asked === 1 ? `I will create it.\n${call}` : "The folder is there.");
  });
  const run = await record(server.url, "m");
  const [stopped] = core.reads.turns(run.id);
  expect(stopped?.text_calls).toEqual([
    {
      syntax: "hermes",
      name: "create_file",
      arguments: { filename: "reports.txt", content: "hello" },
      where: "content",
      complete: true,
    },
  ]);
  expect(run.tool_attempts).toBe(0);

  const question = answerNext("approve");
  const started = await fork(run.id, 1, [{ kind: "run_text_call", index: 0, name: "create_file" }]);
  expect(await question).toBe("create_file");
  const forked = await first(started.finished);
  const [turn, next] = core.reads.turns(forked.id);
  expect(turn?.calls).toMatchObject([
    {
      name: "create_file",
      arguments: { filename: "reports.txt", content: "hello" },
      flags: ["id_synthetic", "from_text"],
      outcome: "ok",
    },
  ]);
  expect([turn?.effective_finish_reason, turn?.content, next?.content]).toEqual([
    "tool_calls",
    `I will create it.\n${call}`,
    "The folder is there.",
  ]);
  // The person's edit is on record, and the forked turn sent nothing.
  const own = core.store.getRun(core.store.resolveRunId(forked.id))?.started;
  expect([own?.edits, own?.user]).toEqual([[{ kind: "run_text_call", index: 0, name: "create_file" }], "ann"]);
  expect(server.requests.filter(({ path }) => path === "/v1/chat/completions")).toHaveLength(2);
  const messages = server.requests.at(-1)?.json["messages"] as { role: string; content: string }[];
  expect(messages.slice(-2)).toMatchObject([
    {
      role: "assistant",
      content: "",
      tool_calls: [{ function: { name: "create_file", arguments: '{"filename":"reports.txt","content":"hello"}' } }],
    },
    { role: "tool" },
  ]);
  expect(core.store.verify().problems).toEqual([]);
});

it("a text call that a person denies does not run", async () => {
  let asked = 0;
  await using server = await loopbackServer(({ path }) => {
    asked += path === "/v1/models" ? 0 : 1;
    return path === "/v1/models" ? list : textReply(asked === 1 ? call : "It was not allowed.");
  });
  const run = await record(server.url, "m");
  const question = answerNext("deny");
  const started = await fork(run.id, 1, [
    { kind: "run_text_call", index: 0, name: "create_file", arguments: { filename: "b.txt", content: "changed" } },
  ]);
  await question;
  const forked = await first(started.finished);
  expect(core.reads.turns(forked.id)[0]?.calls).toMatchObject([
    { name: "create_file", arguments: { filename: "b.txt", content: "changed" }, outcome: "denied" },
  ]);
});

it("half a call, and a call that is not there, are refused before anything begins", async () => {
  const cut = '<tool_call>\n{"name": "create_file", "arguments": {"filename": "reports.txt", "content": "hel';
  await using server = await loopbackServer(({ path }) => (path === "/v1/models" ? list : textReply(cut, "length")));
  const run = await record(server.url, "m");
  const [turn] = core.reads.turns(run.id);
  expect(turn?.text_calls).toMatchObject([{ name: "create_file", complete: false }]);
  const edit = (index: number, name: string): ForkEdit => ({ kind: "run_text_call", index, name });
  await expect(fork(run.id, 1, [edit(0, "create_file")])).rejects.toThrow("such a call is never run");
  await expect(fork(run.id, 1, [edit(3, "create_file")])).rejects.toThrow("holds no text call 3; it has 1");
  await expect(fork(run.id, 1, [edit(0, "delete_file")])).rejects.toThrow("calls create_file, not delete_file");
});

it("an accepted syntax is read as calls from then on, visibly, and can be taken back", async () => {
  await using server = await loopbackServer(({ path, json }) => {
    if (path === "/v1/models") return list;
    const messages = json["messages"] as { role: string }[];
    return textReply(messages.at(-1)?.role === "tool" ? "Done." : call);
  });
  const syntax = { endpoint: server.url, model: "m", syntax: "hermes" };
  await core.api["text_calls.accept"]({ ...syntax, accepted: true }, caller);
  expect(await core.api["text_calls.accepted"]({}, caller)).toEqual({ accepted: [syntax] });
  const question = answerNext("approve");
  const run = await record(server.url, "m");
  expect(await question).toBe("create_file");
  expect(core.reads.turns(run.id)[0]?.calls).toMatchObject([
    { name: "create_file", flags: ["id_synthetic", "from_text"], outcome: "ok" },
  ]);
  await core.api["text_calls.accept"]({ ...syntax, accepted: false }, caller);
  expect(await core.api["text_calls.accepted"]({}, caller)).toEqual({ accepted: [] });
  const again = await record(server.url, "m");
  expect(core.reads.turns(again.id)[0]?.calls).toEqual([]);
});

it("is kept for the demo model too, whose port is new at every start", async () => {
  const demo = { endpoint: "demo", model: "loopscope-demo:text-calls", syntax: "hermes" };
  await core.api["text_calls.accept"]({ ...demo, accepted: true }, caller);
  const run = await record("demo", "loopscope-demo:text-calls", "all");
  expect(core.reads.turns(run.id)[0]?.calls).toMatchObject([{ flags: ["id_synthetic", "from_text"] }]);
});
