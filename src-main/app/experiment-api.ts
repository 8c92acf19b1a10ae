// The contract's methods about experiments: the app's experiments, in the words of the contract.
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import type {
  BisectPlanDocument,
  ExperimentArm,
  ExperimentDocument,
  ExperimentEntry,
} from "../../src-shared/rpc/experiments.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { bisectHtml, bisectMarkdown, type ReportSubject } from "../debug/experiment/report.ts";
import { freezeTurn } from "../debug/experiment/frozen-turn.ts";
import type { ArmSummary } from "../debug/experiment/summarise.ts";
import type { ExperimentRecord } from "../debug/experiment/types.ts";
import type { Store } from "../store/store.ts";
import type { AppExperiments, BisectPlan, BisectRequest, ExperimentView } from "./experiments.ts";
import { traceReader } from "./trace-reader.ts";

type ExperimentApi = Pick<CoreApi, Extract<keyof CoreApi, `experiments.${string}`>>;

/** Samples under way at the same time: as many as the command line takes. */
const AT_ONCE = 4;

export function experimentApi(store: Store, appExperiments: AppExperiments | null): ExperimentApi {
  const experiments = (): AppExperiments => {
    if (appExperiments) return appExperiments;
    throw new UserError("conflict", "This host runs no experiments; use `loopscope bisect`.");
  };
  const plan = (input: { run: string; turn: number | null; samples: number; probes: number }) => {
    const request: BisectRequest = {
      samples: input.samples,
      probes: input.probes,
      atOnce: AT_ONCE,
      allow: [],
      endpoint: null,
    };
    return experiments().planBisect(input.run, input.turn, request);
  };
  return {
    "experiments.list": () => ({
      experiments: experiments()
        .list()
        .map((record) => entryOf(record, experiments().get(record.id))),
    }),
    "experiments.get": ({ id }) => documentOf(experiments().get(id)),
    "experiments.plan_bisect": async (input) => planDocument(await plan(input)),
    "experiments.start_bisect": async (input) => ({ id: experiments().startBisect(await plan(input)).id }),
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
    "experiments.report": async ({ id, format }) => {
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

function entryOf(record: ExperimentRecord, { summary }: ExperimentView): ExperimentEntry {
  const { base, samples, arms, title } = record.spec;
  const strips = [summary.baseline, ...summary.arms].flatMap((arm) => arm.strip);
  return {
    id: record.id,
    title,
    state: record.state,
    note: record.note,
    created_at: new Date(record.createdAt).toISOString(),
    run: base.kind === "turn" ? base.run : null,
    turn: base.kind === "turn" ? base.turn : null,
    samples,
    done: strips.filter((cell) => cell !== null).length,
    of: samples * arms.length,
  };
}

function documentOf(view: ExperimentView): ExperimentDocument {
  const { record, summary, seed } = view;
  const arm = (own: ArmSummary, compared: ExperimentArm["compared"]): ExperimentArm => ({
    name: own.name,
    detail: own.detail,
    edits: record.spec.arms.find(({ name }) => name === own.name)?.edits ?? [],
    going_on: own.goingOn,
    succeeded: own.succeeded,
    endings: own.endings,
    strip: own.strip,
    errors: own.errors,
    compared,
  });
  return {
    ...entryOf(record, view),
    by: summary.by,
    arms: [
      arm(summary.baseline, null),
      ...summary.arms.map((own) => arm(own, { p: own.p, p_adjusted: own.pAdjusted, verdict: own.verdict })),
    ],
    seed,
    seed_dropped: summary.seedDropped,
  };
}

function planDocument({ frozen, changes, spec, estimate, goesOnWith }: BisectPlan): BisectPlanDocument {
  return {
    run: frozen.run,
    turn: frozen.turn,
    changes: changes.map(({ name, detail, edits }) => ({ name, detail, edits: [...edits] })),
    samples: spec.samples,
    total: spec.samples * spec.arms.length,
    estimate: { from: estimate.from, to: estimate.to, needed: estimate.needed, fewest: estimate.fewest },
    goes_on_with: goesOnWith?.id ?? null,
  };
}
