// What one run needs before it begins: from a task or prompt, from a fork's edits, or from a trace that is gone on with.
import { BlobHash } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { StartFork, StartRun } from "../../src-shared/rpc/types.ts";
import type { RunResumed } from "../../src-shared/trace/events/hand-over.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import type { LoopSpec } from "../agent/loop.ts";
import type { EnvironmentSnapshot } from "../agent/ports.ts";
import { prepareFork } from "../debug/fork.ts";
import type { GivenResponse } from "../debug/given-response.ts";
import { recordedResults } from "../debug/recorded-results.ts";
import { prepareResume } from "../debug/resume.ts";
import type { SuiteTask } from "../evaluate/types.ts";
import type { Store } from "../store/store.ts";
import { createRegistry, type Registry } from "../tools/registry.ts";
import { withResultShapes } from "../tools/result-shapes.ts";
import { renderSystemPrompt } from "../tools/system-prompt.ts";
import type { Pack } from "../tools/types.ts";
import type { LoadedCatalogue } from "./catalogue.ts";
import type { EndpointBook, ResolvedEndpoint } from "./endpoint-book.ts";
import { traceReader } from "./trace-reader.ts";

/** Whose data the calls touch: given by configuration, never by the model. */
const TENANT = "local";

export interface PlanSources {
  store: Store;
  catalogue: () => LoadedCatalogue;
  endpoints: EndpointBook;
  /** A person can be asked in an app. */
  interactive: boolean;
}

export interface RunPlan {
  title: string;
  source: RunStarted["source"];
  suite: string | null;
  task: SuiteTask | null;
  prompt: string;
  endpoint: ResolvedEndpoint;
  registry: Registry;
  packs: readonly Pack[];
  /** The environment that a suite's checks compare with. */
  baseline: EnvironmentSnapshot;
  parent: RunStarted["parent"];
  edits: RunStarted["edits"];
  spec: LoopSpec;
  /** The first turn's response where a fork does not ask for it anew; null: every turn is asked for. */
  given: GivenResponse | null;
  /** Waits take no real time: the task's fixture says so. */
  simulatedClock: boolean;
}

/** A suite's task or the user's own prompt. */
export async function planRun(input: StartRun, extraPacks: readonly Pack[], from: PlanSources): Promise<RunPlan> {
  const catalogue = from.catalogue();
  const { what } = input;
  const suite = what.kind === "task" ? catalogue.suite(what.suite) : null;
  const task = what.kind === "task" ? catalogue.task(what.suite, what.task) : null;
  const chosen = typeof input.variant === "string" ? catalogue.variant(input.variant) : input.variant;
  const variant = withTaskOverrides(chosen, task);
  const chosenPacks = [...catalogue.packs(what.kind === "task" ? (suite?.packs ?? []) : what.packs), ...extraPacks];
  const packs = withResultShapes(withFixture(chosenPacks, task), variant.result_shapes);
  const registry = createRegistry(packs, variant.tools);
  const endpoint = await from.endpoints.resolve(variant.endpoint ?? input.endpoint);
  const environment = Object.fromEntries(packs.map((pack) => [pack.name, pack.initialEnvironment()]));
  const prompt = what.kind === "task" ? (task?.prompt ?? "") : what.prompt;
  return {
    title: task ? task.id : firstLine(prompt),
    source: "loop",
    suite: suite?.name ?? null,
    task,
    prompt,
    endpoint,
    registry,
    packs,
    simulatedClock: usesSimulatedClock(packs),
    given: null,
    baseline: environment,
    parent: null,
    edits: [],
    spec: {
      variant,
      model: input.model ?? variant.model ?? (await endpoint.firstModel()),
      messages: firstMessages(renderSystemPrompt(variant, registry.definitions()), prompt),
      environment,
      firstTurn: 1,
      tenant: TENANT,
      approve: input.approve,
      interactive: from.interactive,
      steps: [{ kind: "user", text: prompt, seq: 1 }],
      evidence: task?.evidence ?? null,
      offeredBefore: [],
      recorded: null,
    },
  };
}

/** A recorded turn's request, edited. */
export async function planFork(input: StartFork, from: PlanSources): Promise<RunPlan> {
  const { store } = from;
  const catalogue = from.catalogue();
  const chosen = typeof input.variant === "string" ? catalogue.variant(input.variant) : input.variant;
  const run = store.resolveRunId(input.run);
  const started = startOf(store, run);
  const task = taskOf(started, catalogue);
  const unshaped = withFixture(catalogue.packsOf(started), task);
  // Simulated tools answer from the environment as it was: what is recorded of them stands in no live tool's order.
  const simulated = new Set(
    unshaped.flatMap((pack) => (pack.simulated ? pack.tools.map((tool) => tool.contract.name) : [])),
  );
  const prepared = prepareFork(
    traceReader(store),
    { run, turn: input.turn, edits: input.edits, variant: chosen },
    (variant) => renderSystemPrompt(variant, createRegistry(unshaped, variant.tools).definitions()),
  );
  const packs = withResultShapes(unshaped, prepared.variant.result_shapes);
  return {
    title: started.title,
    source: "fork",
    suite: started.suite,
    task,
    prompt: started.prompt,
    endpoint: await from.endpoints.resolve(prepared.endpoint),
    registry: createRegistry(packs, prepared.variant.tools),
    packs,
    simulatedClock: usesSimulatedClock(packs),
    given: prepared.given,
    baseline: snapshotOf(prepared.root, store),
    parent: { run, turn: input.turn },
    edits: prepared.edits,
    spec: {
      variant: prepared.variant,
      model: prepared.model,
      messages: prepared.messages,
      environment: prepared.environment,
      firstTurn: input.turn,
      tenant: TENANT,
      approve: input.approve,
      interactive: from.interactive,
      steps: prepared.steps,
      evidence: task?.evidence ?? null,
      offeredBefore: prepared.offeredBefore,
      results: prepared.results,
      earlierCalls: prepared.earlierCalls,
      recorded: recordedResults(
        prepared.recordedFrom.filter((event) => event.kind !== "tool.finished" || !simulated.has(event.data.tool)),
        (hash) => store.blobText(BlobHash.parse(hash)).text,
        input.order,
      ),
    },
  };
}

/**
 * A run that ended before its work was done, gone on with from its own trace. `message` is what the person says to the
 * model; without one, open calls are carried out and a stop is judged anew.
 */
export async function planResume(
  given: string,
  message: string | null,
  why: RunResumed["why"],
  from: PlanSources,
): Promise<RunPlan> {
  const { store } = from;
  const run = store.resolveRunId(given);
  const started = startOf(store, run);
  const prepared = prepareResume(traceReader(store), run);
  const said: ChatMessage[] = message === null ? [] : [{ role: "user", content: message }];
  const base = await planAgain(started, from);
  if (!prepared) return { ...base, spec: { ...base.spec, messages: [...base.spec.messages, ...said] } };
  const { resume } = prepared;
  const goesOnAfterStop = resume !== null && resume.finished.calls.length === 0 && message !== null;
  return {
    ...base,
    baseline: snapshotOf(prepared.root, store),
    spec: {
      ...base.spec,
      messages: [...prepared.messages, ...said],
      environment: prepared.environment,
      firstTurn: goesOnAfterStop ? resume.turn + 1 : prepared.firstTurn,
      steps: [...prepared.steps, ...(message === null ? [] : [{ kind: "user" as const, text: message, seq: null }])],
      offeredBefore: prepared.offeredBefore,
      results: prepared.results,
      spent: prepared.spent,
      accessDenied: prepared.accessDenied,
      // A person who lets it go on has looked at it: what was counted before starts anew.
      earlierCalls: why === "restart" ? prepared.earlierCalls : [],
      ...(resume && !goesOnAfterStop ? { resume } : {}),
    },
  };
}

/** The plan that a recorded run began with, from its `run.started`. */
async function planAgain(started: RunStarted, from: PlanSources): Promise<RunPlan> {
  const catalogue = from.catalogue();
  const task = taskOf(started, catalogue);
  const packs = withResultShapes(withFixture(catalogue.packsOf(started), task), started.variant.result_shapes);
  const registry = createRegistry(packs, started.variant.tools);
  const environment = snapshotOf(started, from.store);
  const fork = started.parent
    ? prepareFork(traceReader(from.store), { ...started.parent, edits: started.edits, variant: null }, () => "")
    : null;
  return {
    title: started.title,
    source: started.source,
    suite: started.suite,
    task,
    prompt: started.prompt,
    endpoint: await from.endpoints.resolve(started.endpoint.url),
    registry,
    packs,
    simulatedClock: usesSimulatedClock(packs),
    given: fork?.given ?? null,
    baseline: fork ? snapshotOf(fork.root, from.store) : environment,
    parent: started.parent,
    edits: started.edits,
    spec: {
      variant: started.variant,
      model: started.model,
      messages:
        fork?.messages ?? firstMessages(renderSystemPrompt(started.variant, registry.definitions()), started.prompt),
      environment,
      firstTurn: started.parent?.turn ?? 1,
      tenant: started.tenant,
      approve: started.approve ?? null,
      interactive: from.interactive,
      steps: fork?.steps ?? [{ kind: "user", text: started.prompt, seq: 1 }],
      evidence: task?.evidence ?? null,
      offeredBefore: fork?.offeredBefore ?? [],
      results: fork?.results ?? [],
      earlierCalls: fork?.earlierCalls ?? [],
      recorded: fork
        ? recordedResults(fork.recordedFrom, (hash) => from.store.blobText(BlobHash.parse(hash)).text)
        : null,
    },
  };
}

function startOf(store: Store, run: Parameters<Store["getRun"]>[0]): RunStarted {
  const known = store.getRun(run);
  if (!known) throw new UserError("not_found", `There is no run ${run}.`);
  return known.started;
}

function taskOf(started: RunStarted, catalogue: LoadedCatalogue): SuiteTask | null {
  return started.suite && started.task ? catalogue.taskOrNull(started.suite, started.task) : null;
}

function snapshotOf(started: RunStarted, store: Store): EnvironmentSnapshot {
  if (started.environment === null) return {};
  return JSON.parse(store.blobText(started.environment.hash).text) as EnvironmentSnapshot;
}

function firstMessages(system: string, prompt: string): ChatMessage[] {
  const user: ChatMessage = { role: "user", content: prompt };
  return system === "" ? [user] : [{ role: "system", content: system }, user];
}

function withTaskOverrides(variant: Variant, task: SuiteTask | null): Variant {
  if (!task) return variant;
  return { ...variant, gate: task.gate ?? variant.gate, budgets: { ...variant.budgets, ...task.budgets } };
}

/** Each pack as the task's fixture sets it up. */
function withFixture(packs: readonly Pack[], task: SuiteTask | null): Pack[] {
  const fixture = task?.fixture;
  return packs.map((pack) => (fixture === undefined ? pack : (pack.withFixture?.(fixture) ?? pack)));
}

function usesSimulatedClock(packs: readonly Pack[]): boolean {
  return packs.some((pack) => pack.simulatedClock === true);
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const characters = Array.from(line);
  return characters.length <= 80 ? line : `${characters.slice(0, 79).join("")}…`;
}
