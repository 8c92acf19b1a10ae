// The store's journal of evaluations: they stand beside the experiments, told apart by their spec's `kind`. What was written is on disk
// when a call returns, so that a killed evaluation goes on with what it had.
import { z } from "zod";
import { ApproveMode, Variant } from "../../src-shared/trace/variant.ts";
import { ExperimentStateName } from "../../src-shared/rpc/experiments.ts";
import type { EvaluatedRun, EvaluationPlan } from "../evaluate/evaluation.ts";
import { RunFacts } from "../evaluate/metrics.ts";
import { Suite } from "../evaluate/types.ts";
import type { Store } from "../store/store.ts";

/** What is to be done; it never changes. Suite and variants are spelled out, so that later edits of their files change nothing. */
export const EvaluationSpec = z.object({
  kind: z.literal("evaluation"),
  title: z.string(),
  suite: Suite,
  variants: z.array(Variant).min(1),
  /** `demo` or a base URL. */
  endpoint: z.string(),
  /** Null: each variant's own, else the first that the server lists. */
  model: z.string().nullable(),
  approve: ApproveMode.nullable(),
  repeats: z.number().int().min(1).max(1000),
  seed: z.number().int().nonnegative(),
  at_once: z.number().int().min(1).max(64),
  /** `metric=value`. */
  thresholds: z.array(z.string()),
});
export type EvaluationSpec = z.infer<typeof EvaluationSpec>;

export interface EvaluationRecord {
  id: string;
  spec: EvaluationSpec;
  state: ExperimentStateName;
  /** Why it failed, in one line; null otherwise. */
  note: string | null;
  /** Milliseconds since the Unix epoch. */
  createdAt: number;
}

/** A run that was begun and whose end was not journaled. */
export interface BegunRun {
  variant: string;
  task: string;
  repeat: number;
  run: string;
}

const Kind = z.object({ kind: z.string().optional() });

export function isEvaluationSpec(spec: string): boolean {
  return Kind.safeParse(JSON.parse(spec)).data?.kind === "evaluation";
}

export function planOf(spec: EvaluationSpec): EvaluationPlan {
  return {
    suite: spec.suite,
    variants: spec.variants.map((variant) => variant.name),
    repeats: spec.repeats,
    seed: spec.seed,
  };
}

export function totalRuns(spec: EvaluationSpec): number {
  return spec.suite.tasks.length * spec.variants.length * spec.repeats;
}

export type EvaluationJournal = ReturnType<typeof evaluationJournal>;

export function evaluationJournal({ experiments: table }: Pick<Store, "experiments">) {
  const toRecord = (row: ReturnType<typeof table.create>): EvaluationRecord => ({
    id: row.id,
    spec: EvaluationSpec.parse(JSON.parse(row.spec)),
    state: ExperimentStateName.parse(row.state),
    note: row.note,
    createdAt: row.createdAt,
  });
  /** Names of variants and ids of tasks hold no space. */
  const armOf = (variant: string, task: string) => `${variant} ${task}`;
  const fromArm = (arm: string) => {
    const [variant = "", task = ""] = arm.split(" ");
    return { variant, task };
  };
  return {
    create: (spec: EvaluationSpec): EvaluationRecord => toRecord(table.create(JSON.stringify(spec))),
    /** Newest first. */
    list: (): EvaluationRecord[] =>
      table
        .list()
        .filter((row) => isEvaluationSpec(row.spec))
        .map(toRecord),
    get(id: string): EvaluationRecord | null {
      const row = table.get(id);
      return row && isEvaluationSpec(row.spec) ? toRecord(row) : null;
    },
    /** How many runs of each evaluation are finished. */
    doneCounts(): Map<string, number> {
      const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
      return new Map([...table.finishedCounts()].map(([id, counts]) => [id, sum(counts)]));
    },
    /** @throws UserError `conflict` while another living process has it */
    claim: (id: string): void => table.claim(id),
    setState: (id: string, state: ExperimentStateName, note: string | null = null): void =>
      table.setState(id, state, note),
    begun: (id: string, at: BegunRun): void => table.begun(id, armOf(at.variant, at.task), at.repeat, at.run),
    finished: (id: string, { variant, repeat, ...facts }: EvaluatedRun): void =>
      table.finished(id, armOf(variant, facts.task), repeat, facts.run, JSON.stringify(facts)),
    runs(id: string): { finished: EvaluatedRun[]; begun: BegunRun[] } {
      const rows = table.samples(id).map((row) => ({ ...row, ...fromArm(row.arm), repeat: row.index }));
      return {
        finished: rows.flatMap(({ outcome, variant, repeat }) =>
          outcome === null ? [] : [{ ...RunFacts.parse(JSON.parse(outcome)), variant, repeat }],
        ),
        begun: rows.flatMap(({ outcome, run, variant, task, repeat }) =>
          outcome === null && run !== null ? [{ variant, task, repeat, run }] : [],
        ),
      };
    },
  };
}
