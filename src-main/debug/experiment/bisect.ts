// Bisect: which change makes a stopped turn go on. Builds the experiment from a frozen turn, and reads its result from the journal.
import type { BisectDocument } from "../../../src-shared/cli/documents.ts";
import type { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import { applyToVariant, variantNameFor } from "./apply.ts";
import { outstandingActions, type FrozenTurn } from "./frozen-turn.ts";
import type { Intervention } from "./interventions.ts";
import type { ComparedCall } from "../../agent/near-equality.ts";
import { asksForNew, callsIn } from "./past-calls.ts";
import { reduceContext, seedVerdict, type ProbeDeps } from "./probes.ts";
import { estimateSamples } from "./sample-plan.ts";
import { summarise, type ComparedArm } from "./summarise.ts";
import { ExperimentSpec, type ExperimentJournal, type ExperimentRecord, type JournaledSample } from "./types.ts";

export const BASELINE = "as recorded";

export interface BisectOptions {
  samples: number;
  /** Requests that may be spent on the smallest removal; 0: it is not looked for. */
  probes: number;
  atOnce: number;
  /** Tools outside the simulated packs that may be called live. */
  allow: readonly string[];
  /** How recorded results answer live tools. */
  order?: ExperimentSpec["order"];
}

/**
 * Seeds of the samples lie apart from the seed of the run itself: that run was chosen because it stopped, so that its own seed would
 * count one stop for sure.
 */
const SEED_DISTANCE = 1_000;

export function seedApart(frozen: Pick<FrozenTurn, "started">): number {
  return (frozen.started.variant.sampling.seed ?? 0) + SEED_DISTANCE;
}

export function bisectSpec(
  frozen: FrozenTurn,
  changes: readonly Intervention[],
  options: BisectOptions,
): ExperimentSpec {
  return {
    title: `Bisect of ${frozen.run}, turn ${frozen.turn}`,
    base: { kind: "turn", run: frozen.run, turn: frozen.turn },
    arms: [
      { name: BASELINE, detail: "The recorded request, sent again as it was.", edits: [], variant: null },
      ...changes.map((change) => ({ ...change, variant: null })),
    ],
    samples: options.samples,
    seed: seedApart(frozen),
    at_once: options.atOnce,
    allow: [...options.allow],
    order: options.order ?? "fifo",
    probes: options.probes,
  };
}

/** One that was begun with the same plan and did not come to its end: to be gone on with. */
export function unfinished(journal: ExperimentJournal, spec: ExperimentSpec): ExperimentRecord | null {
  // Parsed as the journal parses it: the same order of keys, the same defaults.
  const plan = JSON.stringify(ExperimentSpec.parse(spec));
  return (
    journal
      .about(spec.base.kind === "turn" ? spec.base.run : "")
      .find(
        (record) => record.state !== "done" && record.state !== "running" && JSON.stringify(record.spec) === plan,
      ) ?? null
  );
}

/** The result of a bisect that has come to its end. Asks for nothing where the journal is full. */
export async function bisectDocument(
  record: ExperimentRecord,
  frozen: FrozenTurn,
  deps: ProbeDeps,
): Promise<BisectDocument> {
  const { spec } = record;
  const samples = deps.journal.samples(record.id);
  const summary = summarise(spec, samples);
  const reduction = await reduceContext(record, frozen.messages, deps);
  const arms = summary.arms.map((arm) => ({
    arm,
    edits: spec.arms.find(({ name }) => name === arm.name)?.edits ?? [],
  }));
  const helping = ranked(summary.arms).filter((arm) => arm.verdict === "helps");
  // A variant that helps is no prepared fork: it has no edits.
  const fix = helping.map((best) => arms.find(({ arm }) => arm === best)).find((arm) => arm && arm.edits.length > 0);
  const made = callsIn(frozen.messages);
  const estimate = estimateSamples(spec.arms.length - 1);
  return {
    run: frozen.run,
    turn: frozen.turn,
    samples: spec.samples,
    baseline: summary.baseline.goingOn,
    interventions: arms.map(({ arm, edits }) => ({
      name: arm.name,
      rate: arm.goingOn,
      succeeded: arm.succeeded,
      p: arm.p,
      p_adjusted: arm.pAdjusted,
      verdict: arm.verdict,
      detail: arm.detail,
      edits,
      endings: arm.endings,
      ending_rates: arm.endingRates,
      mismatches: arm.mismatches,
      errors: arm.errors,
      runs: arm.strip.flatMap((cell) => cell?.run ?? []),
      repeated: repeatedCalls(samples, arm.name, made),
    })),
    experiment: record.id,
    ending: frozen.ending,
    outstanding: outstandingActions(frozen),
    baseline_succeeded: summary.baseline.succeeded,
    baseline_endings: summary.baseline.endings,
    baseline_ending_rates: summary.baseline.endingRates,
    baseline_mismatches: summary.baseline.mismatches,
    baseline_runs: summary.baseline.strip.flatMap((cell) => cell?.run ?? []),
    seed: seedVerdict(record, samples),
    estimate: { from: estimate.from, to: estimate.to, needed: estimate.needed, fewest: estimate.fewest },
    reduction:
      reduction === null
        ? null
        : {
            removed: reduction.removed,
            labels: reduction.labels,
            rate: reduction.confirmed?.rate ?? null,
            p: reduction.confirmed?.p ?? null,
            verdict: reduction.confirmed?.verdict ?? "no evidence",
            tests: reduction.tests,
            complete: reduction.complete,
          },
    fix: fix ? fixOf(fix.arm.name, fix.edits, frozen) : null,
  };
}

function fixOf(name: string, edits: ForkEdit[], { turn, started }: FrozenTurn): NonNullable<BisectDocument["fix"]> {
  const { variant } = started;
  const made = applyToVariant(variant, edits, variantNameFor(variant.name, name));
  return {
    name,
    turn,
    edits,
    variant: made.ok ? made.value : null,
    not_for_variant: made.ok ? null : made.error,
  };
}

/** Samples of an arm that went on only with calls that the context had made already: what was lost is asked for again. */
function repeatedCalls(samples: readonly JournaledSample[], arm: string, made: readonly ComparedCall[]): number {
  return samples.filter(({ arm: name, outcome }) => {
    return name === arm && outcome !== null && outcome.calls.length > 0 && !asksForNew(outcome.calls, made);
  }).length;
}

/** Most convincing first: what helps, then by task success, by going on, and by how unlikely chance is. */
export function ranked<T extends Pick<ComparedArm, "verdict" | "succeeded" | "goingOn" | "pAdjusted">>(
  arms: readonly T[],
): T[] {
  const order = { helps: 0, "no evidence": 1, hurts: 2 } as const;
  return arms.toSorted(
    (a, b) =>
      order[a.verdict] - order[b.verdict] ||
      b.succeeded.rate - a.succeeded.rate ||
      b.goingOn.rate - a.goingOn.rate ||
      a.pAdjusted - b.pAdjusted,
  );
}
