// Starts, forks and stops runs: puts together what the loop is handed, and records how the run ended.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { StartFork, StartRun } from "../../src-shared/rpc/types.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { runLoop, type LoopResult, type LoopSpec } from "../agent/loop.ts";
import type { Approver, EnvironmentSnapshot, LiveDelta, Recorder } from "../agent/ports.ts";
import { BlobHash, type RunId } from "../../src-shared/prelude/ids.ts";
import { prepareFork, type PreparedFork } from "../debug/fork.ts";
import { recordedResults } from "../debug/recorded-results.ts";
import { allPassed, runChecks } from "../evaluate/checks.ts";
import type { SuiteTask } from "../evaluate/types.ts";
import type { Store } from "../store/store.ts";
import { createRegistry, type Registry } from "../tools/registry.ts";
import { renderSystemPrompt } from "../tools/system-prompt.ts";
import { toolboxOf } from "../tools/toolbox.ts";
import type { Pack } from "../tools/types.ts";
import type { LoadedCatalogue } from "./catalogue.ts";
import { traceReader } from "./trace-reader.ts";
import type { EndpointBook, ResolvedEndpoint } from "./endpoint-book.ts";

export interface RunManagerOptions {
  store: Store;
  clock: Clock;
  catalogue: () => LoadedCatalogue;
  endpoints: EndpointBook;
  host: RunStarted["host"];
  user: string;
  /** A person can be asked through this. */
  interactive: boolean;
  approverFor(run: { id: string; title: string }): Approver;
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

export interface RunManager {
  start(input: StartRun, extraPacks?: readonly Pack[]): Promise<StartedRuns>;
  fork(input: StartFork): Promise<StartedRuns>;
  /** Stops a live run; false when it is not live here. */
  stop(run: string): boolean;
  isLive(run: string): boolean;
  /** Stops every live run and waits until their ends are on record. */
  close(): Promise<void>;
}

/** Runs of one command that go on at the same time: local servers seldom serve more, and queue the rest. */
const AT_ONCE = 4;
const TENANT = "local";

export function createRunManager(options: RunManagerOptions): RunManager {
  const live = new Map<string, { abort: AbortController; done: Promise<unknown> }>();

  function launch(plan: RunPlan): { run: string; finished: Promise<RunSummary> } {
    const recorder = options.store.recorders.create((blob) => startedOf(plan, options, blob));
    const abort = new AbortController();
    const done = carryOut(plan, recorder, abort.signal, options)
      .catch((error: unknown) => {
        recordCrash(recorder, error);
        options.onCrash(recorder.run, error);
        throw error;
      })
      .finally(() => live.delete(recorder.run));
    live.set(recorder.run, { abort, done });
    const finished = done.then(() => summaryOf(options.store, recorder.run));
    return { run: recorder.run, finished };
  }

  return {
    async start(input, extraPacks = []) {
      const plan = await planRun(input, extraPacks, options);
      return launchSamples(plan, input, launch);
    },
    async fork(input) {
      const plan = await planFork(input, options);
      return launchSamples(plan, input, launch);
    },
    stop(run) {
      const entry = live.get(run);
      entry?.abort.abort(new Error("stopped by the person"));
      return entry !== undefined;
    },
    isLive: (run) => live.has(run),
    async close() {
      const ending = [...live.values()];
      for (const entry of ending) entry.abort.abort(new Error("the app is closing"));
      await Promise.allSettled(ending.map((entry) => entry.done));
    },
  };
}

/** Everything one run needs before it begins. */
interface RunPlan {
  title: string;
  source: RunStarted["source"];
  suite: string | null;
  task: SuiteTask | null;
  prompt: string;
  variant: Variant;
  model: string;
  endpoint: ResolvedEndpoint;
  registry: Registry;
  packs: readonly Pack[];
  environment: EnvironmentSnapshot;
  /** The environment that a suite's checks compare with. */
  baseline: EnvironmentSnapshot;
  fork: { prepared: PreparedFork; parent: NonNullable<RunStarted["parent"]> } | null;
  approve: StartRun["approve"];
}

async function planRun(input: StartRun, extraPacks: readonly Pack[], options: RunManagerOptions): Promise<RunPlan> {
  const catalogue = options.catalogue();
  const variant = typeof input.variant === "string" ? catalogue.variant(input.variant) : input.variant;
  const what = input.what;
  const suite = what.kind === "task" ? catalogue.suite(what.suite) : null;
  const task = what.kind === "task" ? catalogue.task(what.suite, what.task) : null;
  const packs = [...catalogue.packs(what.kind === "task" ? (suite?.packs ?? []) : what.packs), ...extraPacks];
  const registry = createRegistry(packs, variant.tools);
  const endpoint = await options.endpoints.resolve(variant.endpoint ?? input.endpoint);
  const environment = Object.fromEntries(packs.map((pack) => [pack.name, pack.initialEnvironment()]));
  const prompt = what.kind === "task" ? (task?.prompt ?? "") : what.prompt;
  return {
    title: task ? task.id : firstLine(prompt),
    source: "loop",
    suite: suite?.name ?? null,
    task,
    prompt,
    variant: withTaskOverrides(variant, task),
    model: input.model ?? variant.model ?? (await endpoint.firstModel()),
    endpoint,
    registry,
    packs,
    environment,
    baseline: environment,
    fork: null,
    approve: input.approve,
  };
}

async function planFork(input: StartFork, options: RunManagerOptions): Promise<RunPlan> {
  const { store } = options;
  const catalogue = options.catalogue();
  const chosen =
    input.variant === null
      ? null
      : typeof input.variant === "string"
        ? catalogue.variant(input.variant)
        : input.variant;
  const run = store.resolveRunId(input.run);
  const known = store.getRun(run);
  if (!known) throw new UserError("not_found", `There is no run ${input.run}.`);
  const packs = catalogue.packsOf(known.started);
  const prepared = prepareFork(
    traceReader(store),
    { run, turn: input.turn, edits: input.edits, variant: chosen },
    (variant) => renderSystemPrompt(variant, createRegistry(packs, variant.tools).definitions()),
  );
  const task =
    known.started.suite && known.started.task ? catalogue.taskOrNull(known.started.suite, known.started.task) : null;
  const root = prepared.root.environment
    ? (JSON.parse(bodyOf(store, prepared.root.environment.hash)) as EnvironmentSnapshot)
    : {};
  return {
    title: known.started.title,
    source: "fork",
    suite: known.started.suite,
    task,
    prompt: known.started.prompt,
    variant: prepared.variant,
    model: prepared.model,
    endpoint: await options.endpoints.resolve(prepared.endpoint),
    registry: createRegistry(packs, prepared.variant.tools),
    packs,
    environment: prepared.environment,
    baseline: root,
    fork: { prepared, parent: { run, turn: input.turn } },
    approve: input.approve,
  };
}

/** Starts a plan's samples, a few at a time. With several samples each gets a seed of its own, counting up. */
async function launchSamples(
  plan: RunPlan,
  input: { samples: number; seed: number | null },
  launch: (plan: RunPlan) => { run: string; finished: Promise<RunSummary> },
): Promise<StartedRuns> {
  const plans = Array.from({ length: input.samples }, (_, index) => withSeed(plan, seedOf(plan, input, index)));
  const first = plans.slice(0, AT_ONCE).map(launch);
  const results: Promise<RunSummary>[] = first.map((entry) => entry.finished);
  const waiting = plans.slice(AT_ONCE);
  let next = 0;
  const lane = async (begun: Promise<RunSummary>): Promise<void> => {
    await begun;
    while (next < waiting.length) {
      const index = next++;
      const launched = launch(waiting[index] as RunPlan).finished;
      results[AT_ONCE + index] = launched;
      await launched;
    }
  };
  const finished = Promise.all(first.map((entry) => lane(entry.finished))).then(() => Promise.all(results));
  // Whoever does not wait for the end still must not be brought down by it: crashes are told through onCrash.
  finished.catch(() => undefined);
  return Promise.resolve({ started: first.map((entry) => entry.run), finished });
}

function seedOf(plan: RunPlan, input: { samples: number; seed: number | null }, index: number): number | null {
  const base = input.seed ?? plan.variant.sampling.seed;
  if (input.samples === 1) return base;
  return (base ?? 1) + index;
}

function withSeed(plan: RunPlan, seed: number | null): RunPlan {
  return { ...plan, variant: { ...plan.variant, sampling: { ...plan.variant.sampling, seed } } };
}

function withTaskOverrides(variant: Variant, task: SuiteTask | null): Variant {
  if (!task) return variant;
  return { ...variant, gate: task.gate ?? variant.gate, budgets: { ...variant.budgets, ...task.budgets } };
}

function startedOf(plan: RunPlan, options: RunManagerOptions, blob: Recorder["blob"]): RunStarted {
  return {
    title: plan.title,
    source: plan.source,
    source_file: null,
    suite: plan.suite,
    task: plan.task?.id ?? null,
    prompt: plan.prompt,
    variant: plan.variant,
    model: plan.model,
    endpoint: { url: plan.endpoint.url, label: plan.endpoint.label, simulated: plan.endpoint.simulated },
    packs: plan.packs.map((pack) => pack.name),
    tools: plan.registry.tools.map((entry) => entry.tool.contract),
    environment: plan.packs.length > 0 ? blob(JSON.stringify(plan.environment)) : null,
    parent: plan.fork?.parent ?? null,
    edits: plan.fork?.prepared.edits ?? [],
    tenant: TENANT,
    host: options.host,
    user: options.user,
  };
}

async function carryOut(
  plan: RunPlan,
  recorder: Recorder,
  signal: AbortSignal,
  options: RunManagerOptions,
): Promise<void> {
  const definitions = plan.registry.definitions();
  const { prepared } = plan.fork ?? {};
  const spec: LoopSpec = {
    variant: plan.variant,
    model: plan.model,
    messages: prepared?.messages ?? firstMessages(renderSystemPrompt(plan.variant, definitions), plan.prompt),
    environment: plan.environment,
    firstTurn: plan.fork?.parent.turn ?? 1,
    tenant: TENANT,
    approve: plan.approve,
    interactive: options.interactive,
    steps: prepared?.steps ?? [{ kind: "user", text: plan.prompt, seq: 1 }],
    evidence: plan.task?.evidence ?? null,
    offeredBefore: prepared?.offeredBefore ?? [],
    recorded: prepared ? recordedResults(prepared.recordedFrom, (hash) => bodyOf(options.store, hash)) : null,
  };
  const result = await runLoop(spec, {
    clock: options.clock,
    recorder,
    lastSeq: 1,
    client: plan.endpoint.client(),
    toolbox: toolboxOf(plan.registry),
    approver: options.approverFor({ id: recorder.run, title: plan.title }),
    onDelta: (turn, delta) => options.onDelta(recorder.run, turn, delta),
    signal,
    random: options.random,
  });
  recordEnd(plan, recorder, result, options.store);
}

function firstMessages(system: string, prompt: string): LoopSpec["messages"] {
  const user = { role: "user" as const, content: prompt };
  return system === "" ? [user] : [{ role: "system" as const, content: system }, user];
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

/** A bug ended the run: that is recorded, if the store still takes it, so that the run does not look alive for ever. */
function recordCrash(recorder: Recorder, error: unknown): void {
  recorder.append({
    kind: "run.ended",
    turn: null,
    data: {
      ending: "interrupted",
      terminal_state: "escalate",
      reason: "internal_error",
      detail: `Loopscope itself failed: ${error instanceof Error ? error.message : String(error)}`,
      early_stop: false,
      passed: null,
      checks: [],
      ledger: [],
      answer: null,
    },
  });
}

function summaryOf(store: Store, run: RunId): RunSummary {
  const known = store.getRun(run);
  if (!known) throw new Error(`Run ${run} is not in the store that recorded it.`);
  return known.summary;
}

function bodyOf(store: Store, hash: string): string {
  return store.blobText(BlobHash.parse(hash)).text;
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const characters = Array.from(line);
  return characters.length <= 80 ? line : `${characters.slice(0, 79).join("")}…`;
}
