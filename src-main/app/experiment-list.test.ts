// The list of experiments reads heads and an index, not the samples.
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ExperimentSpec } from "../debug/experiment/types.ts";
import { experimentJournal } from "./experiment-journal.ts";
import { openParts, removeFolders, temporaryFolder } from "./testing/parts.ts";

afterAll(removeFolders);

it("gives the heads of two hundred experiments without reading an outcome", async () => {
  const parts = openParts(join(temporaryFolder(), "trace.db"));
  const journal = experimentJournal(parts.store);
  const spec = (at: number) =>
    ExperimentSpec.parse({
      title: `number ${at}`,
      base: { kind: "turn", run: "r_0000000000", turn: 2 },
      arms: ["base", "other"].map((name) => ({ name, detail: "", edits: [], variant: null })),
      samples: 3,
      seed: 1,
    });
  const ids = Array.from({ length: 200 }, (_, at) => journal.create(spec(at)).id);
  const { experiments: table } = parts.store;
  for (const [at, id] of ids.entries()) {
    // No outcome that could be read: a list that looked at one would fail.
    for (let index = 0; index < at % 4; index++) table.finished(id, "other", index, null, "no outcome");
    table.finished(id, "without 2", 0, null, "a probe, which is no sample");
    table.begun(id, "base", 0, "r_1");
    table.setState(id, "done", null);
  }
  const heads = journal.heads();
  expect(heads).toHaveLength(200);
  expect(heads.find((head) => head.id === ids[3])).toEqual({
    id: ids[3],
    title: "number 3",
    run: "r_0000000000",
    turn: 2,
    state: "done",
    note: null,
    createdAt: expect.any(Number),
    samples: 3,
    done: 3,
    of: 6,
  });
  expect(() => journal.samples(ids[3] ?? "")).toThrow("JSON");
  await parts.close();
});
