// Experiments of the app: the runner on the store's journal and the app's runs, and bisect on top of it. What a UI needs is here as
// plain functions.
import type { BisectDocument } from "../../src-shared/cli/documents.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { applyToVariant } from "../debug/experiment/apply.ts";
import { bisectDocument, bisectSpec, unfinished, type BisectOptions } from "../debug/experiment/bisect.ts";
import { freezeTurn, type FrozenTurn } from "../debug/experiment/frozen-turn.ts";
import { interventions, type Intervention } from "../debug/experiment/interventions.ts";
import { seedVerdict, type SeedVerdict } from "../debug/experiment/probes.ts";
import { createExperiments, type ExperimentProgress } from "../debug/experiment/runner.ts";
import { estimateSamples, type SampleEstimate } from "../debug/experiment/sample-plan.ts";
import { summarise, type ExperimentSummary } from "../debug/experiment/summarise.ts";
import type { ExperimentRecord, ExperimentSpec } from "../debug/experiment/types.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { experimentJournal } from "./experiment-journal.ts";
import { createExperimentPort, type ExperimentPortOptions } from "./experiment-port.ts";
import { traceReader } from "./trace-reader.ts";
import type { RunParts } from "./unattended-runs.ts";

export interface ExperimentView {
  record: ExperimentRecord;
  summary: ExperimentSummary;
  seed: SeedVerdict;
}

export interface BisectPlan {
  frozen: FrozenTurn;
  changes: Intervention[];
  spec: ExperimentSpec;
  estimate: SampleEstimate;
  /** One with the same plan that did not come to its end; `startBisect` goes on with it. */
  goesOnWith: ExperimentRecord | null;
}

export interface AppExperiments {
  /** Begins an experiment; it goes on by itself. */
  start(spec: ExperimentSpec): ExperimentRecord;
  resume(id: string): ExperimentRecord;
  pause(id: string): void;
  cancel(id: string): void;
  /** Newest first. */
  list(): ExperimentRecord[];
  /** With rates, tests, verdicts and strips as far as it got. @throws UserError `not_found` */
  get(id: string): ExperimentView;
  /** Resolves when it rests. @throws what made it fail */
  finished(id: string): Promise<ExperimentRecord>;
  /** Called after every sample and change of state; gives the function that ends it. */
  onProgress(listener: (progress: ExperimentProgress) => void): () => void;

  /** What a bisect would do, before anything is sent. `turn` null: the stopping turn. */
  planBisect(run: string, turn: number | null, options: BisectRequest): Promise<BisectPlan>;
  /** Begins it, or goes on with the one that was interrupted. */
  startBisect(plan: BisectPlan): ExperimentRecord;
  /** The result of a bisect that is done. @throws UserError while it is not */
  bisectResult(id: string): Promise<BisectDocument>;
  /** "Apply to variant": the recorded variant with an arm's change in it; null where the change is about one context alone. */
  variantWith(id: string, arm: string, name: string): Variant | null;
  close(): Promise<void>;
}

export interface BisectRequest extends BisectOptions {
  /** Another endpoint to try the same request on; null tries none. `model` null takes the first it lists. */
  endpoint: { url: string; model: string | null } | null;
}

export function createAppExperiments(parts: RunParts, options: ExperimentPortOptions): AppExperiments {
  const journal = experimentJournal(parts.store);
  const port = createExperimentPort(parts, options);
  const experiments = createExperiments(journal, port);
  const reader = traceReader(parts.store);

  const known = (id: string): ExperimentRecord => {
    const record = experiments.get(id);
    if (!record) throw new UserError("not_found", `There is no experiment ${id}.`);
    return record;
  };

  async function endpointOf(given: BisectRequest["endpoint"]): Promise<{ url: string; model: string } | null> {
    if (given === null) return null;
    const resolved = await parts.endpoints.resolve(given.url);
    return { url: resolved.url, model: given.model ?? (await resolved.firstModel()) };
  }

  return {
    start: (spec) => experiments.start(spec),
    resume: (id) => experiments.resume(id),
    pause: (id) => experiments.pause(id),
    cancel: (id) => experiments.cancel(id),
    list: () => experiments.list(),
    get(id) {
      const record = known(id);
      const samples = journal.samples(id);
      return { record, summary: summarise(record.spec, samples), seed: seedVerdict(record, samples) };
    },
    finished: (id) => experiments.finished(id),
    onProgress: (listener) => experiments.onProgress(listener),
    async planBisect(given, turn, request) {
      const run = parts.store.resolveRunId(given);
      const frozen = freezeTurn(reader, run, turn);
      const { suite, task } = frozen.started;
      const wanted = suite && task ? (parts.catalogue().taskOrNull(suite, task)?.expected_tools ?? []) : [];
      const changes = interventions(frozen, { endpoint: await endpointOf(request.endpoint), wanted });
      const spec = bisectSpec(frozen, changes, request);
      return {
        frozen,
        changes,
        spec,
        estimate: estimateSamples(changes.length),
        goesOnWith: unfinished(journal, spec),
      };
    },
    startBisect: (plan) => (plan.goesOnWith ? experiments.resume(plan.goesOnWith.id) : experiments.start(plan.spec)),
    async bisectResult(id) {
      const record = known(id);
      const { base } = record.spec;
      if (base.kind !== "turn") throw new UserError("invalid_input", `Experiment ${id} is no bisect.`);
      if (record.state !== "done") {
        throw new UserError("conflict", `Experiment ${id} is ${record.state}: its result is there when it is done.`);
      }
      const frozen = freezeTurn(reader, base.run, base.turn);
      return bisectDocument(record, frozen, { journal, port, signal: new AbortController().signal });
    },
    variantWith(id, name, newName) {
      const { spec } = known(id);
      const arm = spec.arms.find((candidate) => candidate.name === name);
      if (!arm || spec.base.kind !== "turn")
        throw new UserError("not_found", `Experiment ${id} has no change ${name}.`);
      return applyToVariant(freezeTurn(reader, spec.base.run, spec.base.turn).started.variant, arm.edits, newName);
    },
    async close() {
      await experiments.close();
      await port.close();
    },
  };
}
