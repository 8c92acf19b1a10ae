// A/B on one frozen request: which arms there are, and what their samples came to. Pure.
import type { AbArm, AbCompletion, AbOutcome, AbPlanDocument } from "../../../src-shared/rpc/ab.ts";
import { AbOutcome as Outcomes } from "../../../src-shared/rpc/ab.ts";
import type { TurnVerdict } from "../../../src-shared/rpc/experiments.ts";
import type { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import { BASELINE } from "./bisect.ts";
import { summarise, type ArmSummary } from "./summarise.ts";
import type { Arm, ExperimentSpec, JournaledSample } from "./types.ts";

/** What an arm asks for. */
export interface AbSetting {
  endpoint: string;
  /** The endpoint's name for people. */
  label: string;
  model: string;
  stream: boolean;
  thinking: boolean | null;
}

export interface AbChoice {
  stream: readonly boolean[];
  thinking: readonly boolean[];
  endpoints: readonly { url: string; label: string; model: string }[];
}

/** Arms that a server matrix may have beside its baseline. */
export const MOST_ARMS = 48;

/**
 * The baseline, then every endpoint × streaming × thinking that differs from it. What was recorded is always among the values, whatever
 * is chosen beside it. What another tool recorded names no endpoint that could be asked: the
 * first one chosen is the baseline then.
 */
export function abArms(recorded: AbSetting, choice: AbChoice): Arm[] {
  const streams = unique([recorded.stream, ...choice.stream]);
  const thinking = unique([recorded.thinking, ...choice.thinking]);
  const own = { url: recorded.endpoint, label: recorded.label, model: recorded.model };
  const asked = recorded.endpoint === "" ? choice.endpoints : [own, ...choice.endpoints];
  const settings = asked.flatMap(({ url, label, model }) =>
    streams.flatMap((stream) =>
      thinking.map((thinks): AbSetting => ({ endpoint: url, label, model, stream, thinking: thinks })),
    ),
  );
  const arms = settings.map((setting): Arm => {
    const edits = editsFor(setting, recorded);
    return { name: nameOf(setting, recorded), detail: detailOf(setting), edits, variant: null };
  });
  if (recorded.endpoint === "") return [...new Map(arms.map((arm) => [arm.name, arm])).values()];
  const others = arms.filter((arm) => arm.edits.length > 0);
  const byName = new Map(others.map((arm) => [arm.name, arm]));
  return [{ name: BASELINE, detail: detailOf(recorded), edits: [], variant: null }, ...byName.values()];
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

function editsFor(setting: AbSetting, recorded: AbSetting): ForkEdit[] {
  const { endpoint, model, stream, thinking } = setting;
  const sampling = {
    ...(stream === recorded.stream ? {} : { stream }),
    ...(thinking === recorded.thinking ? {} : { thinking }),
  };
  return [
    ...(endpoint === recorded.endpoint ? [] : [{ kind: "endpoint" as const, endpoint }]),
    ...(model === recorded.model ? [] : [{ kind: "model" as const, model }]),
    ...(Object.keys(sampling).length === 0 ? [] : [{ kind: "sampling" as const, sampling }]),
  ];
}

/** `stream off, thinking on, http://… (model)`: what differs from the baseline. */
function nameOf(setting: AbSetting, recorded: AbSetting): string {
  const elsewhere = setting.endpoint !== recorded.endpoint || setting.model !== recorded.model;
  return [
    ...(elsewhere ? [`${setting.label} (${setting.model})`] : []),
    ...(setting.stream === recorded.stream ? [] : [`stream ${setting.stream ? "on" : "off"}`]),
    ...(setting.thinking === recorded.thinking ? [] : [`thinking ${setting.thinking === true ? "on" : "off"}`]),
  ].join(", ");
}

function detailOf({ endpoint, model, stream, thinking }: AbSetting): string {
  const thinks = thinking === null ? "thinking as the server has it" : `thinking ${thinking ? "on" : "off"}`;
  return `${model} at ${endpoint}, ${stream ? "streamed" : "not streamed"}, ${thinks}.`;
}

/** What an arm of an A/B asks for, from its edits. */
export function settingOf(arm: Pick<Arm, "edits">, recorded: AbSetting): AbSetting {
  const setting = { ...recorded };
  for (const edit of arm.edits) {
    if (edit.kind === "endpoint") setting.endpoint = edit.endpoint;
    else if (edit.kind === "model") setting.model = edit.model;
    else if (edit.kind === "sampling") {
      setting.stream = edit.sampling.stream ?? setting.stream;
      setting.thinking = edit.sampling.thinking ?? setting.thinking;
    }
  }
  return setting;
}

/**
 * Seeds lie apart from the recorded one, as a bisect's do: the turn was looked at because of what it came to. A request that was
 * recorded without a seed is sent without one.
 */
export function abSpec(
  base: { run: string; turn: number; seed: number | null },
  arms: readonly Arm[],
  options: { samples: number; atOnce: number },
): ExperimentSpec {
  return {
    title: `A/B of ${base.run}, turn ${base.turn}`,
    base: { kind: "turn", run: base.run, turn: base.turn },
    arms: [...arms],
    samples: options.samples,
    seed: (base.seed ?? 0) + 1_000,
    at_once: options.atOnce,
    probes: 0,
    allow: [],
    order: "fifo",
    samples_are: "requests",
  };
}

/** Which arms tell most about a verdict. */
export function suggestArms(verdict: TurnVerdict | null, recorded: AbSetting): AbPlanDocument["suggested"] {
  const none = { stream: [], thinking: [], other_endpoints: false, because: null };
  const otherStream = [!recorded.stream];
  const noThinking = recorded.thinking === false ? [] : [false];
  switch (verdict?.verdict) {
    case undefined:
      return none;
    case "text_call":
    case "swallowed":
      return {
        stream: otherStream,
        thinking: [],
        other_endpoints: true,
        because: "A parser that loses calls often does so only while streaming, and another server has another parser.",
      };
    case "broken_off":
      return {
        stream: otherStream,
        thinking: [],
        other_endpoints: true,
        because: "The request failed: another way of asking, or another server, shows whether the request is at fault.",
      };
    case "cut":
    case "reasoning_not_echoed":
      return {
        stream: [],
        thinking: noThinking,
        other_endpoints: true,
        because: "Without thinking there is more room for the answer, and no thread to lose.",
      };
    case "context_truncated":
    case "template_tools_hidden":
    case "tool_choice_ignored":
      return {
        stream: [],
        thinking: [],
        other_endpoints: true,
        because: "The cause lies with the server: the same request to another one settles it.",
      };
    case "tools_not_offered":
      return { ...none, because: "The request offered no tools, so no arm can call one: fork with the tools instead." };
    case "refused":
    case "model_choice":
      return {
        stream: [],
        thinking: recorded.thinking === null ? [true, false] : [!recorded.thinking],
        other_endpoints: false,
        because: "It was the model's choice: how often it comes, and whether thinking changes it, is worth counting.",
      };
  }
}

/** Every arm with its rates, against the baseline. */
export function abResult(spec: ExperimentSpec, samples: readonly JournaledSample[], recorded: AbSetting): AbArm[] {
  const summary = summarise(spec, samples);
  const arm = (own: ArmSummary, compared: AbArm["compared"]): AbArm => {
    const given = spec.arms.find(({ name }) => name === own.name);
    const edits = given?.edits ?? [];
    const { endpoint, model, stream, thinking } = settingOf({ edits }, recorded);
    return {
      name: own.name,
      detail: own.detail,
      edits,
      endpoint,
      model,
      stream,
      thinking,
      going_on: own.goingOn,
      ...counted(own.name, spec.samples, samples),
      compared,
    };
  };
  return [
    arm(summary.baseline, null),
    ...summary.arms.map((own) => arm(own, { p: own.p, p_adjusted: own.pAdjusted, verdict: own.verdict })),
  ];
}

type Counted = Pick<
  AbArm,
  "taken" | "outcomes" | "strip" | "verdicts" | "finish_reasons" | "errors" | "latency_ms" | "ttft_ms" | "adaptations"
>;

function counted(arm: string, count: number, samples: readonly JournaledSample[]): Counted {
  const byIndex = new Map<number, AbCompletion>();
  for (const sample of samples) {
    const completion = sample.arm === arm ? sample.outcome?.completion : undefined;
    if (completion) byIndex.set(sample.index, completion);
  }
  const all = [...byIndex.values()];
  const answered = all.filter((completion) => completion.error === null);
  const outcomes = Object.fromEntries(
    Outcomes.options.map((outcome) => [outcome, all.filter((completion) => completion.outcome === outcome).length]),
  ) as Record<AbOutcome, number>;
  return {
    taken: all.length,
    outcomes,
    strip: Array.from({ length: count }, (_, index) => byIndex.get(index)?.outcome ?? null),
    verdicts: tally(
      answered.flatMap(({ verdict }) => (verdict ? [{ verdict: verdict.verdict, whose: verdict.whose }] : [])),
    ),
    finish_reasons: tally(answered.map((completion) => ({ reason: completion.finish_reason }))),
    errors: tally(all.flatMap(({ error }) => (error ? [error] : []))),
    latency_ms: spread(answered.map((completion) => completion.latency_ms)),
    ttft_ms: spread(answered.map((completion) => completion.ttft_ms)),
    adaptations: unique(all.flatMap((completion) => completion.adaptations)),
  };
}

/** Equal entries counted, most often first. */
function tally<T extends object>(entries: readonly T[]): (T & { count: number })[] {
  const counts = new Map<string, T & { count: number }>();
  for (const entry of entries) {
    const key = JSON.stringify(entry);
    counts.set(key, { ...entry, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count);
}

function spread(values: readonly (number | null)[]): AbArm["latency_ms"] {
  const known = values.filter((value) => value !== null).toSorted((one, other) => one - other);
  const [low] = known;
  const high = known.at(-1);
  if (low === undefined || high === undefined) return null;
  const middle = (known.length - 1) / 2;
  const median = ((known[Math.floor(middle)] ?? low) + (known[Math.ceil(middle)] ?? high)) / 2;
  return { median, low, high };
}
