// Single requests that an experiment on a frozen turn makes after its samples: whether the server honours the seed, and which messages
// keep the model from going on. Journaled like samples, so that a killed experiment asks nothing twice.
import type { Rate } from "../../../src-shared/cli/documents.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { fisherExact } from "../../evaluate/statistics/fisher-exact.ts";
import { rateOf } from "../../evaluate/statistics/wilson.ts";
import { runPool } from "../../evaluate/worker-pool.ts";
import { messageGroups, type MessageGroup } from "./message-groups.ts";
import { asksForNew, callsIn } from "./past-calls.ts";
import { smallestSubset } from "./reduce.ts";
import { ALPHA, pAgainst, rateBy, verdictOf, type Verdict } from "./summarise.ts";
import type {
  Arm,
  ExperimentJournal,
  ExperimentPort,
  ExperimentRecord,
  JournaledSample,
  SampleOutcome,
} from "./types.ts";

export interface ProbeDeps {
  journal: ExperimentJournal;
  port: ExperimentPort;
  signal: AbortSignal;
}

/** What the smallest removal came to. */
export interface Reduction {
  /** Positions of the messages; null: nothing that was tried makes it go on. */
  removed: number[] | null;
  labels: string[];
  /** Going on without them, with fresh samples: those that found them do not count twice. Null where nothing was found. */
  confirmed: { rate: Rate; p: number; verdict: Verdict } | null;
  /** Sets of messages that were tried. */
  tests: number;
  /** False: the limit of requests was reached first. */
  complete: boolean;
}

export type SeedVerdict = "honoured" | "not honoured" | "not sent" | "makes no difference" | "unknown";

/** Requests that decide about one set of messages. */
const PER_SET = 10;
const SEED_CHECK = "seed check";
/** Seeds of the confirming samples lie apart from those that were used to search. */
const SEARCH_SEED = 20_000;
const CONFIRM_SEED = 40_000;

/** Asks what is left to ask. Called again with a full journal it asks nothing. */
export async function probeFurther(record: ExperimentRecord, deps: ProbeDeps): Promise<void> {
  const { spec } = record;
  const baseline = spec.arms[0];
  if (spec.base.kind !== "turn" || !baseline) return;
  // The first sample's request once more, word for word and with its seed.
  await ask(record, deps, [{ arm: { ...baseline, name: SEED_CHECK }, index: 0, seed: spec.seed }]);
  if (spec.probes > 0) await reduceContext(record, deps.port.messages(spec.base.run, spec.base.turn), deps);
}

/** Same seed, same request, same answer? From the journaled samples of the baseline and the seed check. */
export function seedVerdict(record: ExperimentRecord, samples: readonly JournaledSample[]): SeedVerdict {
  const baseline = record.spec.arms[0]?.name;
  const own = samples.flatMap((sample) => (sample.arm === baseline && sample.outcome ? [sample] : []));
  if (own.some((sample) => sample.outcome?.seed_dropped)) return "not sent";
  const first = own.find((sample) => sample.index === 0)?.outcome?.answer ?? null;
  const again = samples.find((sample) => sample.arm === SEED_CHECK)?.outcome?.answer ?? null;
  if (first === null || again === null || own.length < 2) return "unknown";
  if (first !== again) return "not honoured";
  return own.every((sample) => sample.outcome?.answer === first) ? "makes no difference" : "honoured";
}

/**
 * Delta-debugs the context: the smallest set of messages whose removal makes the model go on with a call that it had not made before
 * (asking again for what was taken away is no progress). Null where the baseline goes on too often for any set to differ.
 */
export async function reduceContext(
  record: ExperimentRecord,
  messages: readonly ChatMessage[],
  deps: ProbeDeps,
): Promise<Reduction | null> {
  const { spec } = record;
  const baseline = baselineRate(record, deps.journal.samples(record.id));
  if (spec.probes < PER_SET || fisherExact(PER_SET, PER_SET, baseline.count, baseline.samples) >= ALPHA) return null;
  const groups = removable(messages);
  if (groups.length === 0) return null;
  const goesOn = async (subset: readonly MessageGroup[]) => {
    const rate = await probeWithout(subset, messages, record, deps, baseline);
    return rate.rate > baseline.rate && pAgainst(rate, baseline) < ALPHA;
  };
  const found = await smallestSubset(groups, goesOn, Math.floor(spec.probes / PER_SET));
  const labels = found.smallest?.map((group) => group.label) ?? [];
  const removed = found.smallest?.flatMap((group) => group.indexes).toSorted((a, b) => a - b) ?? null;
  const { tests, complete } = found;
  if (removed === null || found.smallest === null) return { removed, labels, confirmed: null, tests, complete };
  const arm = armWithout(removed, "confirm ");
  const jobs = Array.from({ length: spec.samples }, (_, index) => ({
    arm,
    index,
    seed: spec.seed + CONFIRM_SEED + index,
  }));
  const rate = progressRate(await ask(record, deps, jobs), removed, messages);
  const p = pAgainst(rate, baseline);
  return { removed, labels, confirmed: { rate, p, verdict: verdictOf(rate, baseline, p) }, tests, complete };
}

/** Everything but the request in force: without it there is nothing to go on with. */
function removable(messages: readonly ChatMessage[]): MessageGroup[] {
  const groups = messageGroups(messages);
  const request = groups.findLast((group) => group.kind === "user");
  return groups.filter((group) => group !== request);
}

/** In batches; ends as soon as what is left can no longer make a difference that is more than chance. */
async function probeWithout(
  subset: readonly MessageGroup[],
  messages: readonly ChatMessage[],
  record: ExperimentRecord,
  deps: ProbeDeps,
  baseline: Rate,
): Promise<Rate> {
  const removed = subset.flatMap((group) => group.indexes).toSorted((a, b) => a - b);
  const arm = armWithout(removed, "");
  const outcomes: SampleOutcome[] = [];
  let rate = rateOf(0, 0);
  for (let from = 0; from < PER_SET && !deps.signal.aborted; from += record.spec.at_once) {
    const jobs = Array.from({ length: Math.min(record.spec.at_once, PER_SET - from) }, (_, offset) => ({
      arm,
      index: from + offset,
      seed: record.spec.seed + SEARCH_SEED + from + offset,
    }));
    outcomes.push(...(await ask(record, deps, jobs)));
    rate = progressRate(outcomes, removed, messages);
    const left = PER_SET - from - jobs.length;
    const best = rateOf(rate.count + left, rate.samples + left);
    if (best.rate <= baseline.rate || pAgainst(best, baseline) >= ALPHA) break;
  }
  return rate;
}

function armWithout(removed: readonly number[], prefix: string): Arm {
  return {
    name: `${prefix}without ${removed.join(",")}`,
    detail: "",
    edits: removed.map((index) => ({ kind: "remove_message", index })),
    variant: null,
  };
}

/** Going on with a call that no removed message had made. */
function progressRate(
  outcomes: readonly SampleOutcome[],
  removed: readonly number[],
  messages: readonly ChatMessage[],
): Rate {
  const made = callsIn(removed.flatMap((index) => messages[index] ?? []));
  return rateBy(outcomes, (outcome) => (outcome.going_on === null ? null : asksForNew(outcome.calls, made)));
}

function baselineRate(record: ExperimentRecord, samples: readonly JournaledSample[]): Rate {
  const name = record.spec.arms[0]?.name;
  const outcomes = samples.flatMap((sample) => (sample.arm === name && sample.outcome ? [sample.outcome] : []));
  return rateBy(outcomes, (outcome) => outcome.going_on);
}

/** The outcomes of these probes, from the journal where they stand there; those that were aborted are left out. */
async function ask(
  record: ExperimentRecord,
  deps: ProbeDeps,
  jobs: readonly { arm: Arm; index: number; seed: number }[],
): Promise<SampleOutcome[]> {
  const known = new Map(
    deps.journal.samples(record.id).map((sample) => [`${sample.index} ${sample.arm}`, sample.outcome] as const),
  );
  const outcomes = jobs.map((job) => known.get(`${job.index} ${job.arm.name}`) ?? null);
  await runPool(
    [...jobs.entries()].filter(([at]) => outcomes[at] === null),
    async ([at, job]) => {
      const outcome = await deps.port.probe(record.spec, job.arm, job.seed, deps.signal);
      if (deps.signal.aborted) return;
      deps.journal.finished(record.id, job.arm.name, job.index, outcome);
      outcomes[at] = outcome;
    },
    { atOnce: record.spec.at_once, signal: deps.signal },
  );
  return outcomes.filter((outcome) => outcome !== null);
}
