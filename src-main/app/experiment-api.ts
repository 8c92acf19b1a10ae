// The contract's methods about experiments: the app's experiments, in the words of the contract.
import type { CoreApi, ParsedInput } from "../../src-shared/rpc/contract.ts";
import type {
  BisectPlanDocument,
  ExperimentArm,
  ExperimentDocument,
  ExperimentEntry,
  VariantsPlanDocument,
} from "../../src-shared/rpc/experiments.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { bisectHtml, bisectMarkdown, type ReportSubject } from "../debug/experiment/report.ts";
import { variantsHtml, variantsMarkdown } from "../debug/experiment/variants-report.ts";
import { freezeTurn } from "../debug/experiment/frozen-turn.ts";
import type { ArmSummary } from "../debug/experiment/summarise.ts";
import type { ExperimentHead } from "../debug/experiment/types.ts";
import type { Store } from "../store/store.ts";
import type { AppExperiments, BisectPlan, BisectRequest, ExperimentView, VariantsPlan } from "./experiments.ts";
import { traceReader } from "./trace-reader.ts";
import { saveUserVariant } from "./user-files.ts";

type ExperimentApi = Pick<CoreApi, Extract<keyof CoreApi, `experiments.${string}`>>;

/** Samples under way at the same time: as many as the command line takes. */
const AT_ONCE = 4;

export function experimentApi(store: Store, appExperiments: AppExperiments | null, home: string): ExperimentApi {
  const experiments = (): AppExperiments => {
    if (appExperiments) return appExperiments;
    throw new UserError("conflict", "This host runs no experiments; use `loopscope bisect`.");
  };
  const plan = ({ run, turn, ...input }: ParsedInput<"experiments.plan_bisect">) => {
    const request: BisectRequest = { ...input, atOnce: AT_ONCE };
    return experiments().planBisect(run, turn, request);
  };
  const planVariants = ({ subject, ...input }: ParsedInput<"experiments.plan">) =>
    experiments().planVariants({ ...input, base: subject, atOnce: AT_ONCE });
  return {
    "experiments.list": () => ({ experiments: experiments().heads().map(entryOf) }),
    "experiments.get": ({ id }) => documentOf(experiments().get(id), experiments()),
    "experiments.plan_bisect": async (input) => planDocument(await plan(input)),
    "experiments.start_bisect": async (input) => ({ id: experiments().startBisect(await plan(input)).id }),
    "experiments.plan": (input) => variantsDocument(planVariants(input)),
    "experiments.start": (input) => ({ id: experiments().start(planVariants(input).spec).id }),
    "experiments.pause": ({ id }) => {
      experiments().pause(id);
      return {};
    },
    "experiments.resume": ({ id }) => {
      experiments().resume(id);
      return {};
    },
    "experiments.cancel": ({ id }) => {
      experiments().cancel(id);
      return {};
    },
    "experiments.apply": ({ id, arm, name }) => {
      const made = experiments().variantWith(id, arm, name);
      if (!made.ok) throw new UserError("invalid_input", `No variant can hold “${arm}”: ${made.error}`);
      return { name: made.value.name, file: saveUserVariant(home, made.value).path };
    },
    "experiments.report": async ({ id, format }) => {
      const { record, summary } = experiments().get(id);
      if (record.spec.arms.every((arm) => arm.edits.length === 0)) {
        return format === "html"
          ? { name: `experiment-${id}.html`, text: variantsHtml(record.spec, summary) }
          : { name: `experiment-${id}.md`, text: variantsMarkdown(record.spec, summary) };
      }
      const result = await experiments().bisectResult(id);
      const { started, response } = freezeTurn(traceReader(store), result.run, result.turn);
      const subject: ReportSubject = {
        title: started.title,
        variant: started.variant.name,
        model: started.model,
        said: response?.content ?? "",
        simulated: started.endpoint.simulated,
      };
      return format === "html"
        ? { name: `bisect-${result.run}.html`, text: bisectHtml(result, subject) }
        : { name: `bisect-${result.run}.md`, text: bisectMarkdown(result, subject) };
    },
  };
}

function entryOf(head: ExperimentHead): ExperimentEntry {
  const { createdAt, ...rest } = head;
  return { ...rest, created_at: new Date(createdAt).toISOString() };
}

function headOf({ record, summary }: ExperimentView): ExperimentHead {
  const { base, samples, arms, title } = record.spec;
  const cells = [summary.baseline, ...summary.arms].flatMap((arm) => arm.strip);
  return {
    id: record.id,
    title,
    state: record.state,
    note: record.note,
    createdAt: record.createdAt,
    run: base.kind === "turn" ? base.run : null,
    turn: base.kind === "turn" ? base.turn : null,
    samples,
    done: cells.filter((cell) => cell !== null).length,
    of: samples * arms.length,
  };
}

function documentOf(view: ExperimentView, experiments: AppExperiments): ExperimentDocument {
  const { record, summary, seed } = view;
  const variantName = (name: string): string | null => {
    const variant = record.spec.arms.find((arm) => arm.name === name)?.variant ?? null;
    return typeof variant === "string" ? variant : (variant?.name ?? null);
  };
  const notForVariant = (name: string): string | null => {
    if (record.spec.base.kind !== "turn") return "It is a variant already.";
    const made = experiments.variantWith(record.id, name, "name");
    return made.ok ? null : made.error;
  };
  const arm = (own: ArmSummary, compared: ExperimentArm["compared"]): ExperimentArm => ({
    name: own.name,
    detail: own.detail,
    edits: record.spec.arms.find(({ name }) => name === own.name)?.edits ?? [],
    going_on: own.goingOn,
    succeeded: own.succeeded,
    endings: own.endings,
    ending_rates: own.endingRates,
    mismatches: own.mismatches,
    variant: variantName(own.name),
    not_for_variant: notForVariant(own.name),
    strip: own.strip,
    errors: own.errors,
    compared,
  });
  return {
    ...entryOf(headOf(view)),
    samples_are: record.spec.samples_are ?? "runs",
    by: summary.by,
    arms: [
      arm(summary.baseline, null),
      ...summary.arms.map((own) => arm(own, { p: own.p, p_adjusted: own.pAdjusted, verdict: own.verdict })),
    ],
    seed,
    seed_dropped: summary.seedDropped,
    allow: record.spec.allow,
  };
}

function planDocument({ frozen, changes, spec, estimate, live, goesOnWith }: BisectPlan): BisectPlanDocument {
  return {
    run: frozen.run,
    turn: frozen.turn,
    changes: changes.map(({ name, detail, edits }) => ({ name, detail, edits: [...edits] })),
    samples: spec.samples,
    total: spec.samples * spec.arms.length,
    estimate,
    live_tools: live,
    goes_on_with: goesOnWith?.id ?? null,
  };
}

function variantsDocument({ spec, estimate, live }: VariantsPlan): VariantsPlanDocument {
  return {
    title: spec.title,
    arms: spec.arms.map(({ name, detail }) => ({ name, detail })),
    samples: spec.samples,
    total: spec.samples * spec.arms.length,
    estimate,
    live_tools: live,
  };
}
