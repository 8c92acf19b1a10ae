// Starts, forks, continues and stops runs: hands the loop its parts, and records how each run ended.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import type { StartFork, StartRun } from "../../src-shared/rpc/types.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import type { RunResumed } from "../../src-shared/trace/events/hand-over.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { LoopDebugger } from "../agent/checkpoints.ts";
import { runLoop, type LoopResult } from "../agent/loop.ts";
import { givenFirst } from "../debug/given-response.ts";
import type { Approver, LiveDelta, Recorder } from "../agent/ports.ts";
import { allPassed, runChecks } from "../evaluate/checks.ts";
import type { Store } from "../store/store.ts";
import { simulatedClock } from "../tools/simulated-clock.ts";
import { toolboxOf } from "../tools/toolbox.ts";
import type { Pack } from "../tools/types.ts";
import { planFork, planResume, planRun, type PlanSources, type RunPlan } from "./run-plan.ts";

export interface RunManagerOptions extends PlanSources {
  clock: Clock;
  host: RunStarted["host"];
  user: string;
  approverFor(run: { id: string; title: string }): Approver;
  /** Holds runs at their checkpoints; left out: nothing does. */
  debuggerFor?: (run: string, paused: boolean) => LoopDebugger;
  /** The run waits for a person: it is left as it is when the app closes, and waits again at the next start. */
  waitsForPerson(run: string): boolean;
  onDelta(run: string, turn: number, delta: LiveDelta): void;
  /** Bugs of a run that no one awaits. */
  onCrash(run: string, error: unknown): void;
  random: () => number;
}

export interface StartedRuns {
  /** Ids of the runs that have begun; with many samples the rest begin as places become free. */
  started: string[];
  /** Ends with every run's summary, in order of the samples. */
  finished: Promise<RunSummary[]>;
}

/** Who lets a run go on, and why. */
export type Continued = Omit<RunResumed, "host"> & { host: "desktop" | "browser" | "cli" };

export interface RunManager {
  /** `experiment`: what takes the runs as its samples. */
  start(input: StartRun, extraPacks?: readonly Pack[], experiment?: string): Promise<StartedRuns>;
  fork(input: StartFork, experiment?: string): Promise<StartedRuns>;
  /** Goes on with a run that ended; `message` is what the person says to the model. */
  resume(run: string, message: string | null, continued: Continued, paused?: boolean): Promise<StartedRuns>;
  /** Stops a live run; false when it is not live here. */
  stop(run: string): boolean;
  isLive(run: string): boolean;
  /** Stops every live run that does not wait for a person, and waits until their ends are on record. */
  close(): Promise<void>;
}

/** Runs of one command that go on at the same time: local servers seldom serve more, and queue the rest. */
const AT_ONCE = 4;

interface Launched {
  run: string;
  finished: Promise<RunSummary>;
}

export function createRunManager(options: RunManagerOptions): RunManager {
  const live = new Map<string, { abort: AbortController; done: Promise<void> }>();

  function launch(plan: RunPlan, recorder: Recorder, lastSeq: number, paused: boolean): Launched {
    const abort = new AbortController();
    const done = carryOut(plan, { recorder, lastSeq, paused }, abort.signal, options)
      .catch((error: unknown) => {
        recordCrash(recorder, error, options);
        throw error;
      })
      .finally(() => live.delete(recorder.run));
    live.set(recorder.run, { abort, done });
    return { run: recorder.run, finished: done.then(() => summaryOf(options.store, recorder.run)) };
  }
  const beginner = (paused: boolean, experiment: string | null) => (plan: RunPlan) => {
    const recorder = options.store.recorders.create((blob) => ({ ...startedOf(plan, options, blob), experiment }));
    return launch(plan, recorder, 1, paused);
  };

  return {
    start: async (input, extraPacks = [], experiment) =>
      launchSamples(await planRun(input, extraPacks, options), input, beginner(input.paused, experiment ?? null)),
    fork: async (input, experiment) =>
      launchSamples(await planFork(input, options), input, beginner(input.paused, experiment ?? null)),
    async resume(run, message, continued, paused = false) {
      const plan = await planResume(run, message, continued.why, options);
      const recorder = options.store.continueRun(options.store.resolveRunId(run));
      const [resumed] = recorder.append({ kind: "run.resumed", turn: null, data: continued });
      if (!resumed) throw new Error(`The continuation of run ${run} was not stored.`);
      const launched = launch(plan, recorder, resumed.seq, paused);
      return settled(
        [launched],
        launched.finished.then((summary) => [summary]),
      );
    },
    stop(run) {
      const entry = live.get(run);
      entry?.abort.abort(new Error("stopped by the person"));
      return entry !== undefined;
    },
    isLive: (run) => live.has(run),
    async close() {
      const ending = [...live].flatMap(([run, entry]) => (options.waitsForPerson(run) ? [] : [entry]));
      for (const entry of ending) entry.abort.abort(new Error("the app is closing"));
      await Promise.allSettled(ending.map((entry) => entry.done));
    },
  };
}

/** Starts a plan's samples, a few at a time. With several samples each gets a seed of its own, counting up. */
function launchSamples(
  plan: RunPlan,
  input: { samples: number; seed: number | null },
  begin: (plan: RunPlan) => Launched,
): StartedRuns {
  const plans = Array.from({ length: input.samples }, (_, index) => withSeed(plan, seedOf(plan, input, index)));
  const first = plans.slice(0, AT_ONCE).map(begin);
  const results: Promise<RunSummary>[] = first.map((entry) => entry.finished);
  const waiting = plans.slice(AT_ONCE);
  let next = 0;
  const lane = async (begun: Promise<RunSummary>): Promise<void> => {
    await begun;
    for (let index = next++; index < waiting.length; index = next++) {
      const launched = begin(waiting[index] as RunPlan).finished;
      results[AT_ONCE + index] = launched;
      await launched;
    }
  };
  return settled(
    first,
    Promise.all(first.map((entry) => lane(entry.finished))).then(() => Promise.all(results)),
  );
}

/** Whoever does not wait for the end must still not be brought down by it: crashes are told through `onCrash`. */
function settled(first: readonly Launched[], finished: Promise<RunSummary[]>): StartedRuns {
  finished.catch(() => undefined);
  return { started: first.map((entry) => entry.run), finished };
}

function seedOf(plan: RunPlan, input: { samples: number; seed: number | null }, index: number): number | null {
  const base = input.seed ?? plan.spec.variant.sampling.seed;
  return input.samples === 1 ? base : (base ?? 1) + index;
}

function withSeed(plan: RunPlan, seed: number | null): RunPlan {
  const { variant } = plan.spec;
  return { ...plan, spec: { ...plan.spec, variant: { ...variant, sampling: { ...variant.sampling, seed } } } };
}

function startedOf(plan: RunPlan, options: RunManagerOptions, blob: Recorder["blob"]): RunStarted {
  return {
    title: plan.title,
    source: plan.source,
    source_file: null,
    suite: plan.suite,
    task: plan.task?.id ?? null,
    prompt: plan.prompt,
    variant: plan.spec.variant,
    model: plan.spec.model,
    endpoint: { url: plan.endpoint.url, label: plan.endpoint.label, simulated: plan.endpoint.simulated },
    packs: plan.packs.map((pack) => pack.name),
    tools: plan.registry.tools.map((entry) => entry.tool.contract),
    environment: plan.packs.length > 0 ? blob(JSON.stringify(plan.spec.environment)) : null,
    parent: plan.parent,
    edits: plan.edits,
    tenant: plan.spec.tenant,
    ...(plan.simulatedClock ? { simulated_clock: true } : {}),
    approve: plan.spec.approve,
    host: options.host,
    user: options.user,
  };
}

async function carryOut(
  plan: RunPlan,
  { recorder, lastSeq, paused }: { recorder: Recorder; lastSeq: number; paused: boolean },
  signal: AbortSignal,
  options: RunManagerOptions,
): Promise<void> {
  const result = await runLoop(plan.spec, {
    clock: plan.simulatedClock ? simulatedClock(options.clock.now()) : options.clock,
    recorder,
    lastSeq,
    client: plan.given ? givenFirst(plan.given, plan.endpoint.client()) : plan.endpoint.client(),
    toolbox: toolboxOf(plan.registry),
    approver: options.approverFor({ id: recorder.run, title: plan.title }),
    onDelta: (turn, delta) => options.onDelta(recorder.run, turn, delta),
    signal,
    random: options.random,
    ...(options.debuggerFor ? { debugger: options.debuggerFor(recorder.run, paused) } : {}),
  });
  recordEnd(plan, recorder, result, options.store);
}

function recordEnd(plan: RunPlan, recorder: Recorder, result: LoopResult, store: Store): void {
  const checks = plan.task
    ? runChecks(plan.task, {
        before: plan.baseline,
        after: result.environment,
        answer: result.answer,
        events: store.events(recorder.run).flatMap((stored) => parseEvent(stored) ?? []),
        terminalState: result.terminal_state,
      })
    : [];
  recorder.append({
    kind: "run.ended",
    turn: null,
    data: {
      ending: result.ending,
      terminal_state: result.terminal_state,
      reason: result.reason,
      detail: result.detail,
      early_stop: result.early_stop,
      passed: allPassed(checks),
      checks,
      ledger: result.ledger,
      answer: result.answer,
    },
  });
}

/** A bug, or a disk that is full, ended the run: that is recorded where the store still takes it, and told in any case. */
function recordCrash(recorder: Recorder, error: unknown, options: RunManagerOptions): void {
  options.onCrash(recorder.run, error);
  const message = error instanceof Error ? error.message : String(error);
  try {
    recorder.append({
      kind: "run.ended",
      turn: null,
      data: {
        ending: "interrupted",
        terminal_state: "escalate",
        reason: "internal_error",
        detail: `Loopscope could not go on with this run: ${message}`,
        early_stop: false,
        passed: null,
        checks: [],
        ledger: [],
        answer: null,
      },
    });
  } catch (second) {
    options.onCrash(recorder.run, second);
  }
}

function summaryOf(store: Store, run: string): RunSummary {
  const known = store.getRun(RunId.parse(run));
  if (!known) throw new Error(`Run ${run} is not in the store that recorded it.`);
  return known.summary;
}
