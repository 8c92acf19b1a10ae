import { expect, test, vi } from "vitest";
import { StoredEvent } from "../../src-shared/trace/event.ts";
import { fakeConnection } from "./testing/fake-connection.ts";
import { createClient } from "./client.ts";
import { LiveRuns } from "./live-runs.ts";

const RUN = "r_0000000000000001";
const OTHER = "r_0000000000000002";

function event(seq: number, kind = "turn.ended", run = RUN): StoredEvent {
  return StoredEvent.parse({ run, seq, at: 1000 + seq, v: 1, kind, turn: 1, data: {} });
}

/** A core that has stored `stored` so far and answers in pages of `page`. */
function core(stored: StoredEvent[], page = 5000) {
  const connection = fakeConnection((method, input) => {
    if (method !== "events.list") return {};
    const { run, after } = input as { run: string; after: number };
    const events = stored.filter((item) => item.run === run);
    return { events: events.slice(after, after + page), total: events.length };
  });
  return { connection, runs: new LiveRuns(createClient(connection)) };
}

const seqs = (runs: LiveRuns, run = RUN) => runs.get(run).events.map((item) => item.seq);

test("a watched run's stored events come page by page, then what is pushed", async () => {
  const { connection, runs } = core([event(1), event(2), event(3)], 2);
  runs.watch(RUN, () => undefined);
  await vi.waitFor(() => expect(runs.get(RUN).loaded).toBe(true));
  connection.push("event.appended", event(4));
  await vi.waitFor(() => expect(seqs(runs)).toEqual([1, 2, 3, 4]));
});

test("a push that reveals a gap has the missing events fetched", async () => {
  const stored = [event(1)];
  const { connection, runs } = core(stored);
  runs.watch(RUN, () => undefined);
  await vi.waitFor(() => expect(seqs(runs)).toEqual([1]));
  stored.push(event(2), event(3));
  connection.push("event.appended", event(3));
  await vi.waitFor(() => expect(seqs(runs)).toEqual([1, 2, 3]));
});

test("what several views watch is announced as one union, and let go when the last view goes", async () => {
  const { connection, runs } = core([event(1), event(1, "turn.ended", OTHER)]);
  const watched = () => connection.calls.filter((call) => call.method === "runs.watch").map((call) => call.input);
  const first = runs.watch(RUN, () => undefined);
  const again = runs.watch(RUN, () => undefined);
  const second = runs.watch(OTHER, () => undefined);
  await vi.waitFor(() => expect(watched()).toEqual([{ runs: [RUN, OTHER] }]));
  first();
  second();
  await vi.waitFor(() => expect(watched().at(-1)).toEqual({ runs: [RUN] }));
  again();
  await vi.waitFor(() => expect(watched().at(-1)).toEqual({ runs: [] }));
});

test("streamed text is kept per turn and channel until its response is stored", async () => {
  const { connection, runs } = core([event(1)]);
  runs.watch(RUN, () => undefined);
  await vi.waitFor(() => expect(runs.get(RUN).loaded).toBe(true));
  connection.push("live.delta", { run: RUN, turn: 1, channel: "content", text: "June " });
  connection.push("live.delta", { run: RUN, turn: 1, channel: "reasoning", text: "hm" });
  connection.push("live.delta", { run: RUN, turn: 1, channel: "content", text: "13" });
  await vi.waitFor(() => expect(runs.get(RUN).live.get(1)).toEqual({ content: "June 13", reasoning: "hm", call: "" }));
  connection.push("event.appended", event(2, "response.finished"));
  await vi.waitFor(() => expect(runs.get(RUN).live.size).toBe(0));
});

test("after the connection came back, the runs are announced again and what was missed is fetched", async () => {
  const stored = [event(1)];
  const { connection, runs } = core(stored);
  runs.watch(RUN, () => undefined);
  await vi.waitFor(() => expect(seqs(runs)).toEqual([1]));
  connection.setStatus("lost");
  stored.push(event(2));
  connection.setStatus("open");
  await vi.waitFor(() => expect(seqs(runs)).toEqual([1, 2]));
});

test("a run that cannot be read says why", async () => {
  const connection = fakeConnection((method) => {
    if (method === "events.list") throw new Error("There is no run r_x.");
    return {};
  });
  const runs = new LiveRuns(createClient(connection));
  runs.watch(RUN, () => undefined);
  await vi.waitFor(() => expect(runs.get(RUN).error?.message).toBe("There is no run r_x."));
});

test("a view that opens in the middle of an answer shows all that has streamed, then goes on with what comes", async () => {
  const { connection, runs } = core([event(1)]);
  runs.watch(RUN, () => undefined);
  await vi.waitFor(() => expect(runs.get(RUN).loaded).toBe(true));
  connection.push("live.text", { run: RUN, turn: 1, content: "On June 13 ", reasoning: "Hm.", call: "" });
  connection.push("live.delta", { run: RUN, turn: 1, channel: "content", text: "you hike" });
  const whole = { content: "On June 13 you hike", reasoning: "Hm.", call: "" };
  await vi.waitFor(() => expect([...runs.get(RUN).live]).toEqual([[1, whole]]));
});
