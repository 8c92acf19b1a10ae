// A/B on a frozen request through the contract, on a core as the app hosts have it: a SQLite file, the embedded demo model (simulated)
// and scripted servers on real sockets.
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { contract, type Caller } from "../../src-shared/rpc/contract.ts";
import { AbDocument, AbRequestInput } from "../../src-shared/rpc/ab.ts";
import type { Push } from "../../src-shared/rpc/push.ts";
import { RunQuery, StartRun } from "../../src-shared/rpc/types.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { chunk, errorReply, loopbackServer, sse, type Answer, type Reply } from "../model/fixtures/loopback-server.ts";
import { main } from "./cli.ts";
import { createCore, type Core } from "./core.ts";
import { removeFolders, temporaryFolder } from "./testing/parts.ts";

const caller: Caller = { id: "tab", host: "browser", user: "ann" };
let folder: string;
let core: Core;

async function open(): Promise<void> {
  core = await createCore({ database: join(folder, "trace.db"), host: "browser", user: "ann", home: folder });
}

beforeEach(async () => {
  folder = temporaryFolder();
  await open();
});
afterEach(() => core.close());
afterAll(removeFolders);

/** Lists `models`; a chat request gets `answer`. */
function server(answer: (body: Record<string, unknown>) => Reply, models: readonly string[] = ["m"]): Answer {
  return ({ path, json }) => {
    if (path === "/v1/models") return errorReply(200, { data: models.map((id) => ({ id, object: "model" })) });
    return path === "/v1/chat/completions" ? answer(json) : errorReply(404, {});
  };
}

const usage = { choices: [], usage: { prompt_tokens: 2900, completion_tokens: 22 } };
const swallowed: Reply = { body: sse([chunk({ role: "assistant", content: "" }), chunk({}, "stop"), usage]) };
const call = { id: "c1", type: "function", function: { name: "list_files", arguments: "{}" } };

function whole(message: object, finish = "stop"): Reply {
  return errorReply(200, {
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 2900, completion_tokens: 22 },
  });
}

/** A server whose parser loses calls while it streams. */
const loses = server((body) =>
  body["stream"] === true ? swallowed : whole({ content: null, tool_calls: [call] }, "tool_calls"),
);

async function record(endpoint: string, model: string | null, more: object = {}): Promise<RunSummary> {
  const started = await core.runs.start(
    StartRun.parse({
      what: { kind: "prompt", prompt: "Delete the file a.txt.", packs: ["drive"] },
      variant: "legacy",
      endpoint,
      model,
      approve: "all",
      ...more,
    }),
  );
  const [run] = await started.finished;
  if (!run) throw new Error("No run was recorded.");
  return run;
}

function progressUntil(fits: (push: Extract<Push, { kind: "experiment.progress" }>["data"]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = core.onPush((push) => {
      if (push.kind !== "experiment.progress" || !fits(push.data)) return;
      stop();
      resolve();
    });
  });
}

async function carriedOut(given: object): Promise<AbDocument> {
  const ended = progressUntil(({ state }) => state === "done" || state === "failed");
  const { id } = await core.api["ab.start"](AbRequestInput.parse(given), caller);
  await ended;
  return contract["ab.get"].output.parse(await core.api["ab.get"]({ id }, caller));
}

it("shows that a server loses calls only while it streams, and that another one does not", async () => {
  await using losing = await loopbackServer(loses);
  await using parsing = await loopbackServer(
    server(() => ({ body: sse([chunk({ tool_calls: [{ index: 0, ...call }] }), chunk({}, "tool_calls"), usage]) })),
  );
  const run = await record(losing.url, "m");
  // The client itself asks again without streaming, and remembers; the arms still stream as they say.
  expect(core.reads.turns(run.id)[0]?.calls).toHaveLength(1);
  const before = losing.requests.length;
  const found = await carriedOut({
    run: run.id,
    turn: 1,
    stream: [true, false],
    endpoints: [{ url: parsing.url }],
    samples: 6,
  });
  expect(found.state).toBe("done");
  // Recorded as not streamed: that is how it was sent in the end.
  expect(
    found.arms.map((arm) => [arm.name, arm.stream, arm.outcomes, arm.going_on.count, arm.compared?.verdict ?? null]),
  ).toEqual([
    ["as recorded", false, { call: 6, text_call: 0, stop: 0, error: 0 }, 6, null],
    ["stream on", true, { call: 0, text_call: 0, stop: 6, error: 0 }, 0, "hurts"],
    [`${parsing.url} (m)`, false, { call: 6, text_call: 0, stop: 0, error: 0 }, 6, "no evidence"],
    [`${parsing.url} (m), stream on`, true, { call: 6, text_call: 0, stop: 0, error: 0 }, 6, "no evidence"],
  ]);
  expect(found.arms[1]?.verdicts).toEqual([{ verdict: "swallowed", whose: "server", count: 6 }]);
  expect(found.arms[1]?.finish_reasons).toEqual([{ reason: "stop", count: 6 }]);
  expect(found.arms[1]?.compared?.p_adjusted).toBeCloseTo(0.0065, 3);
  const { wire, outcome } = await core.api["ab.sample"]({ id: found.id, arm: "stream on", index: 5 }, caller);
  expect([outcome, wire.split("\n")[0]]).toEqual([
    "stop",
    `data: ${JSON.stringify(chunk({ role: "assistant", content: "" }))}`,
  ]);
  // One request for each sample (and one for the seed), every one of them the recorded one word for word.
  const asked = losing.requests.slice(before).filter(({ path }) => path === "/v1/chat/completions");
  const recorded = losing.requests.find(
    ({ path, json }) => path === "/v1/chat/completions" && json["stream"] === false,
  );
  expect(asked).toHaveLength(13);
  expect(new Set(asked.map(({ json }) => JSON.stringify([json["messages"], json["tools"]])))).toEqual(
    new Set([JSON.stringify([recorded?.json["messages"], recorded?.json["tools"]])]),
  );
});

it("executes nothing and records no run", async () => {
  const run = await record("demo", "loopscope-demo");
  const events = core.store.eventCount(core.store.resolveRunId(run.id));
  const found = await carriedOut({ run: run.id, turn: 1, thinking: [false], samples: 3 });
  expect(found.arms.map((arm) => [arm.name, arm.taken])).toEqual([
    ["as recorded", 3],
    ["thinking off", 3],
  ]);
  expect(core.store.eventCount(core.store.resolveRunId(run.id))).toBe(events);
  expect(core.store.listRuns(RunQuery.parse({ samples: "shown", limit: 100 })).runs.map(({ id }) => id)).toEqual([
    run.id,
  ]);
  // The experiment is listed among the others, and says what it is.
  const { experiments } = await core.api["experiments.list"]({}, caller);
  expect(experiments.map(({ id, done, of }) => [id, done, of])).toEqual([[found.id, 6, 6]]);
  expect(await core.api["experiments.get"]({ id: found.id }, caller)).toMatchObject({ samples_are: "requests" });
  await expect(async () => core.api["experiments.report"]({ id: found.id, format: "html" }, caller)).rejects.toThrow(
    "is no bisect",
  );
});

it("proposes arms by the verdict, and sends nothing for it", async () => {
  const run = await record("demo", "loopscope-demo:text-calls");
  const plan = await core.api["ab.plan"]({ run: run.id, turn: 1 }, caller);
  expect(contract["ab.plan"].output.parse(plan)).toEqual(plan);
  expect(plan).toMatchObject({
    recorded: { endpoint: "demo", model: "loopscope-demo:text-calls", stream: true, thinking: null },
    suggested: { stream: [false], thinking: [], other_endpoints: true },
  });
  expect((await core.api["experiments.list"]({}, caller)).experiments).toEqual([]);
});

it("counts calls as text apart from calls", async () => {
  const run = await record("demo", "loopscope-demo:text-calls");
  const found = await carriedOut({
    run: run.id,
    turn: 1,
    endpoints: [{ url: "demo", model: "loopscope-demo" }],
    samples: 4,
  });
  expect(found.arms.map(({ outcomes, verdicts }) => [outcomes, verdicts.map(({ verdict }) => verdict)])).toEqual([
    [{ call: 0, text_call: 4, stop: 0, error: 0 }, ["text_call"]],
    [{ call: 4, text_call: 0, stop: 0, error: 0 }, []],
  ]);
});

it("begins nothing where an endpoint is down or has no model, and names it", async () => {
  await using empty = await loopbackServer(server(() => swallowed, []));
  const run = await record("demo", "loopscope-demo");
  const start = async (url: string) =>
    core.api["ab.start"](AbRequestInput.parse({ run: run.id, turn: 1, endpoints: [{ url }] }), caller);
  await expect(start("http://127.0.0.1:9/v1")).rejects.toThrow("127.0.0.1:9");
  await expect(start(empty.url)).rejects.toThrow(`${empty.url} lists no model to ask`);
  await expect(start("not an address")).rejects.toMatchObject({ code: "invalid_input" });
  expect((await core.api["experiments.list"]({}, caller)).experiments).toEqual([]);
});

it("counts what an endpoint that goes away does not answer for nothing, and asks the others on", async () => {
  let gone = false;
  await using leaving = await loopbackServer((request, index) =>
    gone && request.path !== "/v1/models" ? "destroy" : loses(request, index),
  );
  const run = await record("demo", "loopscope-demo");
  gone = true;
  const found = await carriedOut({ run: run.id, turn: 1, endpoints: [{ url: leaving.url }], samples: 3 });
  expect(found.state).toBe("done");
  expect(found.arms.map(({ taken, outcomes, going_on }) => [taken, outcomes.error, going_on.samples])).toEqual([
    [3, 0, 3],
    [3, 3, 0],
  ]);
  expect(found.arms[1]?.errors).toMatchObject([{ category: "connection_lost", count: 3 }]);
});

it("is cancelled in the middle, and goes on after a restart without asking for a finished sample again", async () => {
  let hold = true;
  let answered = 0;
  await using slow = await loopbackServer((request, index) => {
    if (request.path !== "/v1/chat/completions") return loses(request, index);
    if (hold && answered >= 2) return "hang";
    answered += 1;
    return loses(request, index);
  });
  const run = await record("demo", "loopscope-demo");
  const request = AbRequestInput.parse({ run: run.id, turn: 1, endpoints: [{ url: slow.url }], samples: 5 });
  const some = progressUntil(({ done }) => done >= 6);
  const { id } = await core.api["ab.start"](request, caller);
  await some;
  await core.api["experiments.cancel"]({ id }, caller);
  const middle = await core.api["ab.get"]({ id }, caller);
  expect(middle.done).toBeLessThan(10);
  await core.close();
  hold = false;
  await open();
  const asked = slow.requests.length;
  const ended = progressUntil(({ state }) => state === "done");
  // The same choice goes on with it.
  expect(await core.api["ab.start"](request, caller)).toEqual({ id });
  await ended;
  const found = await core.api["ab.get"]({ id }, caller);
  expect([found.state, found.done, found.of]).toEqual(["done", 10, 10]);
  const again = slow.requests.slice(asked).filter(({ path }) => path === "/v1/chat/completions");
  expect(again).toHaveLength(5 - (middle.arms[1]?.taken ?? 0));
});

it("is had on the command line, as one document that its schema describes", async () => {
  const run = await record("demo", "loopscope-demo:text-calls");
  const out: string[] = [];
  const err: string[] = [];
  const command = ["ab", run.id, "--turn", "1", "--stream", "off", "--samples", "2", "--json"];
  const status = await main([...command, "--db", join(folder, "trace.db")], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  const { arms, state } = AbDocument.parse(JSON.parse(out.join("\n")));
  expect([status, state, arms.map((arm) => [arm.name, arm.outcomes.text_call])]).toEqual([
    0,
    "done",
    [
      ["as recorded", 2],
      ["stream off", 2],
    ],
  ]);
  expect(err).toEqual(["2 × 2 requests of turn 1. Nothing is executed."]);
});
