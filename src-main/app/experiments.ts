// Experiments of the app: the runner on the store's journal and the app's runs, and bisect on top of it. What a UI needs is here as
// plain functions.
import type { BisectDocument } from "../../src-shared/cli/documents.ts";
import { UserError, type Result } from "../../src-shared/prelude/result.ts";
import { applyToVariant } from "../debug/experiment/apply.ts";
import { bisectDocument, bisectSpec, seedApart, unfinished, type BisectOptions } from "../debug/experiment/bisect.ts";
import { freezeTurn, type FrozenTurn } from "../debug/experiment/frozen-turn.ts";
import { interventions, type Intervention } from "../debug/experiment/interventions.ts";
import { seedVerdict, type SeedVerdict } from "../debug/experiment/probes.ts";
import { createExperiments } from "../debug/experiment/runner.ts";
import type { WorkProgress } from "../evaluate/long-work.ts";
import { estimateSamples, type SampleEstimate } from "../debug/experiment/sample-plan.ts";
import { summarise, type ExperimentSummary } from "../debug/experiment/summarise.ts";
import { variantsSpec } from "../debug/experiment/variants-spec.ts";
import type { ExperimentBase, ExperimentHead, ExperimentRecord, ExperimentSpec } from "../debug/experiment/types.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { experimentJournal } from "./experiment-journal.ts";
import { createExperimentPort, type ExperimentPortOptions } from "./experiment-port.ts";
import { liveToolsIn, liveToolsOf, packNames, type LiveTool } from "./live-tools.ts";
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
  /** Tools of the run that an experiment calls only where they are allowed. */
  live: LiveTool[];
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
  /** The same without what only one experiment's own page needs: cheap for a list. */
  heads(): ExperimentHead[];
  /** With rates, tests, verdicts and strips as far as it got. @throws UserError `not_found` */
  get(id: string): ExperimentView;
  /** Resolves when it rests. @throws what made it fail */
  finished(id: string): Promise<ExperimentRecord>;
  /** Called after every sample and change of state; gives the function that ends it. */
  onProgress(listener: (progress: WorkProgress) => void): () => void;

  /** What a bisect would do, before anything is sent. `turn` null: the stopping turn. */
  planBisect(run: string, turn: number | null, options: BisectRequest): Promise<BisectPlan>;
  /** Begins it, or goes on with the one that was interrupted. */
  startBisect(plan: BisectPlan): ExperimentRecord;
  /** The result of a bisect that is done. @throws UserError while it is not */
  bisectResult(id: string): Promise<BisectDocument>;
  /** What an experiment on variants would do, before anything is sent. @throws UserError for what there is not */
  planVariants(request: VariantsRequest): VariantsPlan;
  /**
   * "Apply to variant": the recorded variant with an arm's change in it, or why a variant cannot hold it.
   * @throws UserError `not_found`
   */
  variantWith(id: string, arm: string, name: string): Result<Variant, string>;
  close(): Promise<void>;
}

export interface BisectRequest extends BisectOptions {
  /** Another endpoint to try the same request on; null tries none. `model` null takes the first it lists. */
  endpoint: { url: string; model: string | null } | null;
}

export interface VariantsRequest {
  base: ExperimentBase;
  /** Names of installed variants; the first is the baseline of a task or prompt. */
  variants: readonly string[];
  samples: number;
  /** Null: 1, or for a frozen turn apart from the seed of the run. */
  seed: number | null;
  atOnce: number;
  allow: readonly string[];
  order: ExperimentSpec["order"];
  /** The difference that is worth seeing, for the estimate; null: as bisect has it. */
  difference: { from: number; to: number } | null;
}

export interface VariantsPlan {
  spec: ExperimentSpec;
  estimate: SampleEstimate;
  live: LiveTool[];
}

export function createAppExperiments(parts: RunParts, options: ExperimentPortOptions): AppExperiments {
  const journal = experimentJournal(parts.store);
  const port = createExperimentPort(parts, options);
  const experiments = createExperiments(journal, port);
  const reader = traceReader(parts.store);
  const handedIn = options.packs ?? [];

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

  /** A leave that could not have an effect is a mistake that is better told than kept quiet. */
  function checkAllowed(allow: readonly string[], live: readonly LiveTool[]): void {
    for (const name of allow) {
      const tool = live.find((candidate) => candidate.tool === name);
      if (!tool) {
        const names = live.map((candidate) => candidate.tool).join(", ") || "none";
        throw new UserError(
          "invalid_input",
          `${name} is no live tool here, so it needs no leave; live tools: ${names}.`,
        );
      }
      if (!tool.at_hand) {
        throw new UserError(
          "invalid_input",
          `${name} is known from the recording only and cannot be called; hand in its definition (--tools FILE).`,
        );
      }
    }
  }

  function planVariants(request: VariantsRequest): VariantsPlan {
    const catalogue = parts.catalogue();
    const variants = request.variants.map((name) => catalogue.variant(name));
    const frozen = request.base.kind === "turn" ? freezeTurn(reader, ...turnOf(request.base)) : null;
    const live = frozen
      ? liveToolsOf(frozen.started, catalogue, handedIn)
      : liveToolsIn(packNames(request.base, catalogue), catalogue);
    checkAllowed(request.allow, live);
    const base: ExperimentBase = frozen ? { kind: "turn", run: frozen.run, turn: frozen.turn } : request.base;
    const seed = request.seed ?? (frozen ? seedApart(frozen) : 1);
    const spec = variantsSpec(base, variants, { ...request, seed });
    return { spec, live, estimate: estimateSamples(spec.arms.length - 1, request.difference ?? undefined) };
  }
  const turnOf = (base: Extract<ExperimentBase, { kind: "turn" }>) =>
    [parts.store.resolveRunId(base.run), base.turn] as const;

  return {
    start: (spec) => experiments.start(spec),
    resume: (id) => experiments.resume(id),
    pause: (id) => experiments.pause(id),
    cancel: (id) => experiments.cancel(id),
    list: () => experiments.list(),
    heads: () => journal.heads(),
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
      const live = liveToolsOf(frozen.started, parts.catalogue(), handedIn);
      checkAllowed(request.allow, live);
      const changes = interventions(frozen, { endpoint: await endpointOf(request.endpoint), wanted });
      const spec = bisectSpec(frozen, changes, request);
      return {
        frozen,
        changes,
        spec,
        live,
        estimate: estimateSamples(changes.length),
        goesOnWith: unfinished(journal, spec),
      };
    },
    startBisect: (plan) => (plan.goesOnWith ? experiments.resume(plan.goesOnWith.id) : experiments.start(plan.spec)),
    async bisectResult(id) {
      const record = known(id);
      const { base } = record.spec;
      if (base.kind !== "turn" || record.spec.samples_are === "requests")
        throw new UserError("invalid_input", `Experiment ${id} is no bisect.`);
      if (record.state !== "done") {
        throw new UserError("conflict", `Experiment ${id} is ${record.state}: its result is there when it is done.`);
      }
      const frozen = freezeTurn(reader, base.run, base.turn);
      return bisectDocument(record, frozen, { journal, port, signal: new AbortController().signal });
    },
    planVariants,
    variantWith(id, name, newName) {
      const { base, arms } = known(id).spec;
      const arm = arms.find((candidate) => candidate.name === name);
      const recorded = base.kind === "turn" ? parts.store.getRun(parts.store.resolveRunId(base.run)) : null;
      if (!arm || !recorded) throw new UserError("not_found", `Experiment ${id} has no change ${name}.`);
      return applyToVariant(recorded.started.variant, arm.edits, newName);
    },
    async close() {
      await experiments.close();
      await port.close();
    },
  };
}
