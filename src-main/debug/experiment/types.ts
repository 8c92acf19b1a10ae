// Experiments: a frozen turn or a whole task × arms × samples. These are also the shapes that the journal keeps, so that a killed
// experiment goes on with what it had.
import { z } from "zod";
import { JsonValue } from "../../../src-shared/prelude/json.ts";
import { AbCompletion } from "../../../src-shared/rpc/ab.ts";
import type { ExperimentStateName } from "../../../src-shared/rpc/experiments.ts";
import { ReplayOrder } from "../../../src-shared/trace/replay-order.ts";
import { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { Variant } from "../../../src-shared/trace/variant.ts";
import { Ending } from "../../../src-shared/trace/vocabulary.ts";

/** One way of doing it. The first arm of an experiment is its baseline. */
export const Arm = z.object({
  /** Unique within the experiment. */
  name: z.string().min(1),
  /** One sentence for a person: what is different. */
  detail: z.string(),
  /** What is changed in the frozen turn; a prepared fork. Empty for whole tasks, which differ by their variant. */
  edits: z.array(ForkEdit),
  /** Another variant, by name or spelled out; null keeps the recorded one. A whole task needs one. */
  variant: z.union([z.string(), Variant]).nullable(),
});
export type Arm = z.infer<typeof Arm>;

export const ExperimentBase = z.discriminatedUnion("kind", [
  /** The exact request of a recorded turn. */
  z.object({ kind: z.literal("turn"), run: z.string(), turn: z.number().int().positive() }),
  /** A suite's task from its beginning. */
  z.object({
    kind: z.literal("task"),
    suite: z.string(),
    task: z.string(),
    endpoint: z.string(),
    model: z.string().nullable(),
  }),
  /** A prompt of the user's own from its beginning. */
  z.object({
    kind: z.literal("prompt"),
    prompt: z.string().min(1),
    packs: z.array(z.string()),
    endpoint: z.string(),
    model: z.string().nullable(),
  }),
]);
export type ExperimentBase = z.infer<typeof ExperimentBase>;

export const ExperimentSpec = z.object({
  title: z.string(),
  base: ExperimentBase,
  arms: z.array(Arm).min(1),
  /** Samples of each arm. */
  samples: z.number().int().min(1).max(1000),
  /** Sample i of every arm is sent with seed + i. */
  seed: z.number().int().nonnegative(),
  /** Samples under way at the same time. */
  at_once: z.number().int().min(1).max(64).default(4),
  /** Requests that may be spent on finding the smallest set of messages whose removal makes a frozen turn go on. */
  probes: z.number().int().nonnegative().default(0),
  /** Tools outside the simulated packs that may be called live. */
  allow: z.array(z.string()).default([]),
  /** How recorded results answer the calls of a frozen turn's samples. */
  order: ReplayOrder.default("fifo"),
  /** `requests`: a sample asks for one message of a frozen turn; nothing is executed and no run is recorded (an A/B). Left out: `runs`. */
  samples_are: z.enum(["runs", "requests"]).optional(),
});
export type ExperimentSpec = z.infer<typeof ExperimentSpec>;

/** A call of a live tool in a replay that no recorded result answered. `ran`: the user had allowed the tool, so it was called. */
export const Mismatch = z.object({ tool: z.string(), arguments: JsonValue, ran: z.boolean() });
export type Mismatch = z.infer<typeof Mismatch>;

/** What one sample came to. */
export const SampleOutcome = z.object({
  /** The run it is; null for a probe, which asks for one message and records no run. */
  run: z.string().nullable(),
  /** The next message held a call; null where no answer came, or where a whole task was run. */
  going_on: z.boolean().nullable(),
  /** The task was done in the end; null where that is not known. */
  succeeded: z.boolean().nullable(),
  ending: Ending.nullable(),
  /** What the next message called. */
  calls: z.array(z.object({ tool: z.string(), arguments: JsonValue.nullable() })),
  /** Equal for equal next messages (text and calls, without call ids); null where none came. */
  answer: z.string().nullable(),
  /** Why no answer came. */
  error: z.object({ category: z.string(), message: z.string() }).nullable(),
  /** An adaptation left the seed out, so this sample is not repeatable. */
  seed_dropped: z.boolean(),
  /** Calls of live tools that no recorded result answered. */
  mismatches: z.array(Mismatch).default([]),
  /** The answer as it came, of samples that are single requests. */
  completion: AbCompletion.optional(),
});
export type SampleOutcome = z.infer<typeof SampleOutcome>;

/** A sample to take. */
export interface SampleJob {
  arm: string;
  /** Counts from 0. */
  index: number;
  seed: number;
}

/** A journaled sample: begun (its run is known) and, with an outcome, finished. */
export interface JournaledSample {
  arm: string;
  index: number;
  run: string | null;
  outcome: SampleOutcome | null;
}

/** What a list shows of an experiment: nothing of its edits, its variants and its samples but how many are finished. */
export interface ExperimentHead {
  id: string;
  title: string;
  run: string | null;
  turn: number | null;
  state: ExperimentStateName;
  note: string | null;
  createdAt: number;
  /** Samples of each arm. */
  samples: number;
  done: number;
  of: number;
}

export interface ExperimentRecord {
  id: string;
  spec: ExperimentSpec;
  state: ExperimentStateName;
  /** Why it failed, in one line; null otherwise. */
  note: string | null;
  /** Milliseconds since the Unix epoch. */
  createdAt: number;
}

/** Where experiments are kept (the trace store). Every call is on disk when it returns. */
export interface ExperimentJournal {
  create(spec: ExperimentSpec): ExperimentRecord;
  /** Newest first. */
  list(): ExperimentRecord[];
  /** Those whose plan names the run, newest first. */
  about(run: string): ExperimentRecord[];
  /** Newest first; cheap however many samples there are. */
  heads(): ExperimentHead[];
  get(id: string): ExperimentRecord | null;
  /** Takes the experiment for this process. @throws UserError `conflict` while another living process has it */
  claim(id: string): void;
  setState(id: string, state: ExperimentStateName, note?: string | null): void;
  begun(id: string, arm: string, index: number, run: string): void;
  finished(id: string, arm: string, index: number, outcome: SampleOutcome): void;
  samples(id: string): JournaledSample[];
}

/** Does what a sample asks for: the app's runs and model endpoints. */
export interface ExperimentPort {
  /** Takes one sample to its end, as a run of its own that names the experiment; `begun` is told the run as soon as it has one. */
  sample(experiment: ExperimentRecord, arm: Arm, job: SampleJob, begun: (run: string) => void): Promise<SampleOutcome>;
  /** Asks for the next message only; a null seed is not sent. */
  probe(spec: ExperimentSpec, arm: Arm, seed: number | null, signal: AbortSignal): Promise<SampleOutcome>;
  /** What a recorded run came to; null unless it came to an end of its own. */
  outcomeOf(spec: ExperimentSpec, run: string): SampleOutcome | null;
  /** The messages of the frozen turn. */
  messages(run: string, turn: number): readonly ChatMessage[];
  /** Stops a sample's run. */
  stop(run: string): void;
}
