// The store's journal of experiments, as experiments read it: JSON text there, checked shapes here.
import { z } from "zod";
import { ExperimentStateName } from "../../src-shared/rpc/experiments.ts";
import type { ExperimentHead, ExperimentJournal, ExperimentRecord } from "../debug/experiment/types.ts";
import { ExperimentSpec, SampleOutcome } from "../debug/experiment/types.ts";
import type { Store } from "../store/store.ts";
import { isEvaluationSpec } from "./evaluation-journal.ts";

/** As much of a spec as a list needs. */
const SpecHead = z.object({
  title: z.string(),
  base: z.object({ run: z.string().optional(), turn: z.number().optional() }),
  arms: z.array(z.object({ name: z.string() })),
  samples: z.number(),
});

export function experimentJournal({ experiments: table }: Pick<Store, "experiments">): ExperimentJournal {
  // Evaluations are journaled in the same table, and are no experiments.
  const own = (about?: string) => table.list(about).filter((row) => !isEvaluationSpec(row.spec));
  const toRecord = (row: ReturnType<typeof table.create>): ExperimentRecord => ({
    id: row.id,
    spec: ExperimentSpec.parse(JSON.parse(row.spec)),
    state: ExperimentStateName.parse(row.state),
    note: row.note,
    createdAt: row.createdAt,
  });
  return {
    create: (spec) => toRecord(table.create(JSON.stringify(spec))),
    list: () => own().map(toRecord),
    about: (run) => own(run).map(toRecord),
    heads() {
      const finished = table.finishedCounts();
      return own().map((row): ExperimentHead => {
        const spec = SpecHead.parse(JSON.parse(row.spec));
        const taken = finished.get(row.id);
        return {
          id: row.id,
          title: spec.title,
          run: spec.base.run ?? null,
          turn: spec.base.turn ?? null,
          state: ExperimentStateName.parse(row.state),
          note: row.note,
          createdAt: row.createdAt,
          samples: spec.samples,
          // Probes stand beside the samples under names of their own.
          done: spec.arms.reduce((sum, arm) => sum + (taken?.get(arm.name) ?? 0), 0),
          of: spec.samples * spec.arms.length,
        };
      });
    },
    get(id) {
      const row = table.get(id);
      return row && !isEvaluationSpec(row.spec) ? toRecord(row) : null;
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
