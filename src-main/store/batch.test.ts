import { expect, it } from "vitest";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import { sampleEnd, sampleStart } from "./testing/sample-run.ts";
import { tempStore } from "./testing/temporary.ts";

it("a batch is on disk whole, or not at all where it throws; the store goes on with sound rows", () => {
  const store = tempStore();
  const record = (title: string) => {
    const recorder = store.recorders.create(sampleStart({ title }));
    const context = recorder.message(null, { role: "user", content: `The same words in ${title.slice(0, 4)}` });
    const tools = recorder.blob("x".repeat(5_000));
    recorder.append({
      kind: "turn.started",
      turn: 1,
      data: {
        context,
        message_count: 1,
        new_messages: 1,
        tools,
        tool_names: [],
        parameters: {},
        estimated_prompt_tokens: 4,
      },
    });
    recorder.append(sampleEnd({ answer: "Done." }));
  };
  expect(() =>
    store.batch(() => {
      record("lost one");
      record("lost two");
      throw new Error("stopped");
    }),
  ).toThrow("stopped");
  expect(store.listRuns(RunQuery.parse({})).total).toBe(0);
  store.batch(() => {
    record("lost three");
    record("kept");
  });
  record("kept alone");
  expect(store.listRuns(RunQuery.parse({})).runs.map((run) => run.title)).toEqual(["kept alone", "kept", "lost three"]);
  const found = (search: string) => store.listRuns(RunQuery.parse({ search })).runs.map((run) => run.title);
  expect([found("done."), found("lost"), found("kept done")]).toEqual([
    ["kept alone", "kept", "lost three"],
    ["lost three"],
    ["kept alone", "kept"],
  ]);
  expect(store.verify().problems).toEqual([]);
});
