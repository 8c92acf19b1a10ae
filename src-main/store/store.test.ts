import { describe, expect, it } from "vitest";
import type { BlobHash, MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { foldTurns } from "../../src-shared/trace/fold-turns.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { openContext, recordRun, recordTurn, sampleEnd, sampleResult, sampleStart } from "./testing/sample-run.ts";
import { CLOCK_START, reopen, steppingClock, tempStore } from "./testing/temporary.ts";

describe("a recorded run", () => {
  it("reads back as it was appended, events and aggregates", () => {
    const store = tempStore();
    const start = sampleStart();
    const recorder = store.recorders.create(start);
    const context = openContext(recorder);
    const shown: string[] = [];
    store.onAppend((event, summary) => shown.push(`${event.kind} ${summary ? summary.turns : "-"}`));
    recordTurn(recorder, 1, context);
    const [ended] = recorder.append(sampleEnd());

    const events = store.events(recorder.run);
    expect(events.map((event) => event.kind)).toEqual([
      "run.started",
      "turn.started",
      "request.sent",
      "response.started",
      "wire.lines",
      "response.finished",
      "policy.decided",
      "transition",
      "tool.started",
      "tool.finished",
      "transition",
      "turn.ended",
      "run.ended",
    ]);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => i + 1));
    expect(events[0]?.data).toEqual(start);
    expect(events.at(-1)).toEqual(ended);
    expect(events.every((event) => parseEvent(event) !== null)).toBe(true);
    expect(store.event(recorder.run, 13)).toEqual(ended);
    expect(store.event(recorder.run, 14)).toBeNull();
    expect(store.eventCount(recorder.run)).toBe(13);
    expect(shown).toEqual([
      "turn.started -",
      "request.sent 1",
      "response.started -",
      "wire.lines -",
      "response.finished 1",
      "policy.decided -",
      "transition -",
      "tool.started -",
      "tool.finished -",
      "transition -",
      "turn.ended 1",
      "run.ended 1",
    ]);
    expect(store.getRun(recorder.run)).toEqual({
      started: start,
      summary: {
        id: recorder.run,
        title: "Find the largest file",
        source: "loop",
        source_file: null,
        parent_run: null,
        fork_turn: null,
        task: "user_task35",
        suite: "workspace",
        variant: "baseline",
        model: "qwen3-8b",
        endpoint: "http://127.0.0.1:11434/v1",
        terminal_state: "complete",
        ending: "answered",
        early_stop: false,
        passed: true,
        turns: 1,
        tool_attempts: 1,
        prompt_tokens: 310,
        completion_tokens: 24,
        duration_ms: (ended?.at ?? 0) - (events[0]?.at ?? 0),
        started_at: new Date(events[0]?.at ?? 0).toISOString(),
        simulated: false,
      },
    });
    expect(store.getRun("r_0000000000000000" as RunId)).toBeNull();
  });

  it("is the same after the store was closed and opened again", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    const leaf = recordRun(recorder, 5);
    const before = {
      events: store.events(recorder.run),
      run: store.getRun(recorder.run),
      context: store.messages(leaf),
    };
    store.close();
    const again = reopen(store.file);
    expect(again.interrupted).toEqual([]);
    expect({
      events: again.events(recorder.run),
      run: again.getRun(recorder.run),
      context: again.messages(leaf),
    }).toEqual(before);
  });

  it("folds into turns with the results' sizes and previews", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    recordRun(recorder, 4);
    const turns = foldTurns(store.events(recorder.run));
    expect(turns.map((turn) => turn.turn)).toEqual([1, 2, 3, 4]);
    expect(turns.map((turn) => turn.calls[0]?.shown_chars)).toEqual([1, 2, 3, 4].map((n) => sampleResult(n).length));
  });

  it("gives pages of events, kinds and turns", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    recordRun(recorder, 3);
    const seqs = (query: Parameters<typeof store.events>[1]) => store.events(recorder.run, query).map(({ seq }) => seq);
    expect(seqs({ after: 10, limit: 3 })).toEqual([11, 12, 13]);
    expect(seqs({ kinds: ["turn.started", "run.ended"] })).toEqual([2, 13, 24, 35]);
    expect(seqs({ kinds: ["turn.started"], turn: 2 })).toEqual([13]);
    expect(() => store.events("r_nosuchrun00" as RunId)).toThrow(UserError);
  });

  it("cuts long strings for a preview, and only those", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart({ prompt: "p".repeat(5_000) }));
    recordRun(recorder, 2, sampleEnd({ answer: "x".repeat(201), detail: `${"y".repeat(199)}😀` }));
    const whole = store.events(recorder.run);
    const cut = store.events(recorder.run, { previewChars: 200 });
    const last = cut.at(-1)?.data;
    expect(last).toMatchObject({ answer: `${"x".repeat(200)}…`, detail: `${"y".repeat(199)}…` });
    expect(cut[0]?.data).toMatchObject({ prompt: `${"p".repeat(200)}…` });
    expect(cut[1]).toEqual(whole[1]);
    expect(store.events(recorder.run, { previewChars: 10 })[0]?.data).toMatchObject({ prompt: `${"p".repeat(10)}…` });
    expect(store.events(recorder.run, { previewChars: 100_000 })).toEqual(whole);
  });

  it("rebuilds the exact body of each request", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    recordRun(recorder, 3);
    const sent = store.events(recorder.run, { kinds: ["request.sent"] }).map((event) => parseEvent(event));
    for (const event of sent) {
      if (event?.kind !== "request.sent" || event.turn === null) throw new Error("a request.sent was expected");
      const body = store.requestBody(recorder.run, event.turn, 1);
      expect(body.length).toBe(event.data.body_chars);
      expect(JSON.parse(body)).toMatchObject({ messages: store.messages(event.data.context), stream: true });
    }
    expect(() => store.requestBody(recorder.run, 3, 2)).toThrow("no request for turn 3, attempt 2");
  });

  it("is found by the text of its data, its bodies and its messages, in any case", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    recordRun(recorder, 3, sampleEnd({ answer: 'It said "Größe" \\ 最大' }));
    const find = (text: string) => store.findInEvents(recorder.run, text).hits.map((hit) => hit.seq);
    const kinds = (text: string) => find(text).map((seq) => store.event(recorder.run, seq)?.kind);
    expect(find("REPORT-2-15.DOCX")).toEqual([21]);
    expect(kinds("chatcmpl-3")).toEqual(["wire.lines"]);
    expect(kinds('said "größe" \\ 最')).toEqual(["run.ended"]);
    expect(kinds('{"content":"largest ')).toEqual(["wire.lines", "wire.lines", "wire.lines"]);
    expect(store.findInEvents(recorder.run, "no such text")).toEqual({ hits: [], cut: false });
  });
});

describe("messages", () => {
  it("keep their key order, unknown keys and every character", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    const messages: ChatMessage[] = [
      { content: "tail first", role: "system", zeta: 1, alpha: { b: [1, null, "x"], a: -0.5 } },
      {
        role: "user",
        content: [
          { type: "text", text: "图片" },
          { type: "image_url", image_url: { url: "data:," } },
        ],
      },
      { reasoning_content: "想".repeat(900), role: "assistant", content: null, tool_calls: [] },
      { role: "tool", tool_call_id: "c", content: `lone \ud800 and NUL \0 and pair 😀 ${"z".repeat(3_000)}` },
      { role: "tool", content: `whole NUL \0 pair 😀 ${"z".repeat(3_000)}`, tool_call_id: "d", extra: "\u2028" },
      { role: "assistant" },
    ];
    let leaf: MessageId | null = null;
    for (const message of messages) leaf = recorder.message(leaf, message);
    recorder.append(sampleEnd());
    if (!leaf) throw new Error("there are messages");
    store.close();
    const read = reopen(store.file).messages(leaf);
    expect(read.map((message) => JSON.stringify(message))).toEqual(messages.map((message) => JSON.stringify(message)));
  });

  it("have the same id after the same parent, in another run and in a second store too", () => {
    const store = tempStore();
    const ids = [1, 2].map(() => openContext(store.recorders.create(sampleStart())).leaf);
    const other = openContext(tempStore().recorders.create(sampleStart())).leaf;
    expect(ids).toEqual([other, other]);
  });

  it("are walked from the root, with their ids", () => {
    const store = tempStore();
    const recorder = store.recorders.create(sampleStart());
    const leaf = recordRun(recorder, 2);
    expect(store.messages(leaf).map((message) => message.role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
    expect(store.messageIds(leaf).at(-1)).toBe(leaf);
    expect(store.messageIds(leaf)).toHaveLength(6);
    expect(() => store.messages("0".repeat(64) as MessageId)).toThrow("No message 000000000000…");
  });
});

describe("bodies", () => {
  it("keep every text exactly, and say how long it is", () => {
    const store = tempStore();
    const texts = ["", "short", "é".repeat(150), "😀".repeat(5_000), "\ud800 alone", "a\udc00".repeat(2_000), "\0\n"];
    const recorder = store.recorders.create(sampleStart());
    const refs = texts.map((text) => recorder.blob(text));
    recorder.append(sampleEnd());
    expect(refs.map((ref) => store.blobText(ref.hash))).toEqual(
      texts.map((text) => ({ text, chars: text.length, cut: false })),
    );
    expect(refs.map((ref) => ref.preview)).toEqual(texts.map((text) => text.slice(0, 200)));
    expect(store.blobText((refs[3]?.hash ?? "") as BlobHash, 7)).toEqual({ text: "😀😀😀", chars: 10_000, cut: true });
    expect(() => store.blobText("f".repeat(64) as BlobHash)).toThrow("No body ffffffffffff…");
    expect(store.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it("are stored once, whoever brings them", () => {
    const store = tempStore();
    for (let i = 0; i < 3; i++) recordRun(store.recorders.create(sampleStart()), 3);
    const { blobs } = store.verify();
    recordRun(store.recorders.create(sampleStart()), 3);
    expect(store.verify().blobs).toBe(blobs);
  });
});

describe("the id that a user types", () => {
  it("may be cut short as long as it names one run", () => {
    const store = tempStore();
    const [a, b] = [0, 1].map(() => store.recorders.create(sampleStart()).run);
    if (!a || !b) throw new Error("two runs");
    expect(store.resolveRunId(a)).toBe(a);
    expect(store.resolveRunId(b.slice(2))).toBe(b);
    expect(store.resolveRunId(` ${a.slice(0, -1).toUpperCase()} `)).toBe(a);
    expect(() => store.resolveRunId("r_")).toThrow("No run");
    expect(() => store.resolveRunId(a.slice(0, 6))).toThrow(
      `"${a.slice(0, 6)}" may be any of ${a}, ${b}. Give more of the id.`,
    );
    expect(() => store.resolveRunId("r_zzz")).toThrow('No run "r_zzz"');
    expect(() => store.resolveRunId("r_%_'")).toThrow("No run");
  });
});

describe("settings", () => {
  it("hold any JSON by key", () => {
    const store = tempStore();
    expect(store.getSetting("endpoints")).toBeNull();
    store.setSetting("endpoints", [{ url: "http://127.0.0.1:1/v1" }]);
    store.setSetting("endpoints", [{ url: "http://127.0.0.1:2/v1" }]);
    store.close();
    expect(reopen(store.file).getSetting("endpoints")).toEqual([{ url: "http://127.0.0.1:2/v1" }]);
  });
});

describe("a run that goes on in another recorder", () => {
  it("counts its events on and opens again with its next turn", () => {
    const store = tempStore();
    const first = store.recorders.create(sampleStart());
    recordRun(
      first,
      2,
      sampleEnd({ ending: "escalated", terminal_state: "escalate", passed: null, answer: "old words" }),
    );
    const count = store.eventCount(first.run);
    const again = store.continueRun(first.run);
    again.append({
      kind: "wait.started",
      turn: null,
      data: { why: "paused", detail: "handed over", planned_ms: null },
    });
    expect(store.getRun(first.run)?.summary.ending).toBe("escalated");
    const context = recordTurn(again, 3, { leaf: openContext(again).leaf, count: 2, chars: 310 });
    expect(context.count).toBe(4);
    expect(store.getRun(first.run)?.summary).toMatchObject({ ending: null, passed: null, turns: 3, tool_attempts: 3 });
    again.append(sampleEnd({ answer: "new words" }));
    expect(
      store
        .events(first.run, { after: count })
        .map((event) => event.seq)
        .slice(0, 2),
    ).toEqual([count + 1, count + 2]);
    const found = (search: string) => store.listRuns({ ...everyRun, search }).total;
    expect([found("old words"), found("new words")]).toEqual([0, 1]);
  });

  it("is refused while another store of a living process writes it", () => {
    const store = tempStore();
    const { run } = store.recorders.create(sampleStart());
    const other = reopen(store.file);
    expect(other.interrupted).toEqual([]);
    expect(() => other.continueRun(run)).toThrow(`Run ${run} is being written by another process`);
    expect(() => other.continueRun("r_0000000000000000" as RunId)).toThrow("No run r_0000000000000000");
  });
});

describe("a recorder with its own clock", () => {
  it("gives an imported run the times it had", () => {
    const store = tempStore();
    const then = Date.UTC(2020, 5, 1);
    const imported = store.recordersAt(steppingClock(then)).create(sampleStart({ source: "import:openai" }));
    expect(store.getRun(imported.run)?.summary.started_at).toBe("2020-06-01T00:00:00.000Z");
    const now = store.recorders.create(sampleStart());
    expect(store.events(now.run)[0]?.at).toBeGreaterThanOrEqual(CLOCK_START);
    expect(now.run > imported.run).toBe(true);
  });
});

const everyRun = {
  search: "",
  ending: null,
  task: null,
  variant: null,
  model: null,
  source: null,
  early_stop: null,
  parent_run: null,
  sort: "started_at",
  descending: true,
  offset: 0,
  limit: 100,
} as const;
