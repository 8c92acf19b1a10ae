// The store's journal of experiments, as experiments read it: JSON text there, checked shapes here.
import type { ExperimentJournal, ExperimentRecord } from "../debug/experiment/types.ts";
import { ExperimentSpec, ExperimentState, SampleOutcome } from "../debug/experiment/types.ts";
import type { Store } from "../store/store.ts";

export function experimentJournal({ experiments: table }: Pick<Store, "experiments">): ExperimentJournal {
  const toRecord = (row: ReturnType<typeof table.create>): ExperimentRecord => ({
    id: row.id,
    spec: ExperimentSpec.parse(JSON.parse(row.spec)),
    state: ExperimentState.parse(row.state),
    note: row.note,
    createdAt: row.createdAt,
  });
  return {
    create: (spec) => toRecord(table.create(JSON.stringify(spec))),
    list: () => table.list().map(toRecord),
    get(id) {
      const row = table.get(id);
      return row ? toRecord(row) : null;
    },
    claim: (id) => table.claim(id),
    setState: (id, state, note = null) => table.setState(id, state, note),
    begun: (id, arm, index, run) => table.begun(id, arm, index, run),
    finished: (id, arm, index, outcome) => table.finished(id, arm, index, outcome.run, JSON.stringify(outcome)),
    samples: (id) =>
      table.samples(id).map((row) => ({
        ...row,
        outcome: row.outcome === null ? null : SampleOutcome.parse(JSON.parse(row.outcome)),
      })),
  };
}
