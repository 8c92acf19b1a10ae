// The contract's methods about evaluations, in the words of the contract.
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import type {
  EvaluatedVariant,
  EvaluationCell,
  EvaluationDocument,
  EvaluationEntry,
  EvaluationPlanDocument,
  EvaluationRequest,
} from "../../src-shared/rpc/evaluations.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { junitReport } from "../evaluate/junit.ts";
import { evaluationMarkdown } from "../evaluate/markdown.ts";
import { detectableFall } from "../evaluate/statistics/required-samples.ts";
import { spreadOf } from "../evaluate/statistics/spread.ts";
import { parseThreshold } from "../evaluate/thresholds.ts";
import type { Core } from "./core.ts";
import { createBaselines, type Baselines, type Compared } from "./evaluation-baselines.ts";
import { totalRuns, type EvaluationRecord, type EvaluationSpec } from "./evaluation-journal.ts";
import type { Evaluations, EvaluationView } from "./evaluations.ts";

type EvaluationApi = Pick<CoreApi, Extract<keyof CoreApi, `evaluations.${string}`>>;
type Parts = Pick<Core, "store" | "catalogue" | "endpoints">;

/** Runs under way at the same time: as many as the command line takes. */
const AT_ONCE = 4;
/** A suite that is nearly always done: what a fall from there needs is what the form tells. */
const WORTH_KEEPING = 0.9;

export function evaluationApi(parts: Parts, appEvaluations: Evaluations | null): EvaluationApi {
  const evaluations = (): Evaluations => {
    if (appEvaluations) return appEvaluations;
    throw new UserError("conflict", "This host runs no evaluations; use `loopscope eval`.");
  };
  const baselines = createBaselines(parts.store, evaluations);
  return {
    "evaluations.list": () => ({
      evaluations: evaluations()
        .list()
        .map((record) => entryOf(record, record.done, baselines)),
    }),
    "evaluations.get": ({ id, against, against_variant: variant }) => {
      const view = evaluations().get(id);
      return documentOf(view, baselines, baselines.compare(view, against, variant), parts);
    },
    "evaluations.plan": (input) => planDocument(specOf(input, parts)),
    "evaluations.start": async (input) => {
      const spec = specOf(input, parts);
      await refuseUnreachable(spec, parts);
      return { id: evaluations().start(spec).id };
    },
    "evaluations.pause": ({ id }) => {
      evaluations().pause(id);
      return {};
    },
    "evaluations.resume": ({ id }) => {
      evaluations().resume(id);
      return {};
    },
    "evaluations.cancel": ({ id }) => {
      evaluations().cancel(id);
      return {};
    },
    "evaluations.set_baseline": ({ suite, baseline }) => {
      baselines.set(suite, baseline);
      return {};
    },
    "evaluations.report": ({ id, against, against_variant: variant, format }) => {
      const view = evaluations().get(id);
      const regressions = baselines.compare(view, against, variant)?.plain ?? [];
      const document = { ...view.document, regressions };
      const name = `eval-${document.suite}-${id}`;
      switch (format) {
        case "junit":
          return { name: `${name}.xml`, text: junitReport(document, view.runs) };
        case "markdown":
          return { name: `${name}.md`, text: evaluationMarkdown(document) };
        case "json":
          return { name: `${name}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
      }
    },
  };
}

/** @throws UserError for what there is not, or a threshold that is none */
function specOf(input: EvaluationRequest, { catalogue }: Parts): EvaluationSpec {
  const known = catalogue();
  const suite = known.suite(input.suite);
  const variants = [...new Set(input.variants)].map((name) => known.variant(name));
  for (const threshold of input.thresholds) parseThreshold(threshold);
  return {
    kind: "evaluation",
    title: suite.name,
    suite,
    variants,
    endpoint: input.endpoint,
    model: input.model,
    approve: input.approve,
    repeats: input.repeats ?? suite.repeats,
    seed: input.seed,
    at_once: input.approve === "ask" ? 1 : AT_ONCE,
    thresholds: input.thresholds,
  };
}

/** A server that is not there is told when the evaluation is begun, not by every run of it. */
async function refuseUnreachable({ variants, endpoint, model }: EvaluationSpec, { endpoints }: Parts): Promise<void> {
  if (model !== null) return;
  if (!variants.some((variant) => variant.endpoint === null && variant.model === null)) return;
  await (await endpoints.resolve(endpoint)).firstModel();
}

function planDocument(spec: EvaluationSpec): EvaluationPlanDocument {
  const fall = (runs: number) => ({
    runs,
    from: WORTH_KEEPING,
    to: detectableFall(WORTH_KEEPING, Math.min(runs, 1000)),
  });
  const tasks = spec.suite.tasks.length;
  return {
    repeats: spec.repeats,
    tasks,
    runs: totalRuns(spec),
    one_task: fall(spec.repeats),
    all_tasks: fall(spec.repeats * tasks),
  };
}

function entryOf(
  { id, spec, state, note, createdAt }: EvaluationRecord,
  done: number,
  baselines: Baselines,
): EvaluationEntry {
  return {
    id,
    title: spec.title,
    suite: spec.suite.name,
    variants: spec.variants.map((variant) => variant.name),
    repeats: spec.repeats,
    endpoint: spec.endpoint,
    model: spec.model,
    state,
    note,
    created_at: new Date(createdAt).toISOString(),
    done,
    of: totalRuns(spec),
    is_baseline: baselines.evaluationOf(spec.suite.name) === id,
  };
}

function documentOf(
  view: EvaluationView,
  baselines: Baselines,
  compared: Compared | null,
  { store }: Parts,
): EvaluationDocument {
  const { record, runs, document } = view;
  const { spec } = record;
  const here = (run: string) => {
    const id = RunId.safeParse(run);
    return id.success && store.getRun(id.data) !== null;
  };
  const variantNames = compared?.baseline.document.variants.map((entry) => entry.variant) ?? [];
  return {
    ...entryOf(record, runs.length, baselines),
    seed: spec.seed,
    approve: spec.approve,
    tasks: spec.suite.tasks.map((task) => ({ task: task.id, class: task.class, prompt: task.prompt })),
    evaluated: document.variants.map((own) => evaluatedVariant(own, view)),
    baseline: compared && {
      kind: compared.baseline.kind,
      id: compared.baseline.id,
      label: compared.baseline.label,
      variants: variantNames,
      variant: compared.baseline.variant,
      compared: spec.variants
        .map((variant) => variant.name)
        .filter((name) => compared.baseline.variant !== null || variantNames.includes(name)),
    },
    regressions: (compared?.regressions ?? []).map((entry) => ({
      ...entry,
      baseline_runs: entry.baseline_runs.filter(here),
    })),
    thresholds: document.thresholds,
  };
}

function evaluatedVariant(
  { variant, metrics, classes }: EvaluationView["document"]["variants"][number],
  { record: { spec }, runs }: EvaluationView,
): EvaluatedVariant {
  const own = runs.filter((run) => run.variant === variant);
  const cells = new Map(
    own.map((run): [string, EvaluationCell] => [
      `${run.task} ${run.repeat}`,
      { run: run.run, passed: run.passed, ending: run.ending },
    ]),
  );
  return {
    variant,
    description: spec.variants.find((entry) => entry.name === variant)?.description ?? "",
    metrics,
    classes,
    strips: spec.suite.tasks.map((task) =>
      Array.from({ length: spec.repeats }, (_, repeat) => cells.get(`${task.id} ${repeat}`) ?? null),
    ),
    tokens: spreadOf(
      own.flatMap((run) =>
        run.prompt_tokens === null && run.completion_tokens === null
          ? []
          : (run.prompt_tokens ?? 0) + (run.completion_tokens ?? 0),
      ),
    ),
    latency_ms: spreadOf(own.map((run) => run.working_ms)),
  };
}
