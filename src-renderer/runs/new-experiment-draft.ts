// The new-experiment form's content as it stands in the address, what is wrong with it, and the call that it makes: pure.
import type { MethodInput } from "../../src-shared/rpc/contract.ts";
import type { Catalogue } from "../../src-shared/rpc/types.ts";
import { m } from "../ui/messages/messages.ts";
import { DEMO, isServerUrl } from "./new-run-draft.ts";

export interface ExperimentDraft {
  kind: "task" | "prompt" | "turn";
  suite: string;
  task: string;
  prompt: string;
  packs: readonly string[];
  /** The frozen turn, where one was brought along. */
  run: string;
  turn: string;
  /** In the order chosen: the first is the baseline of a task or prompt. */
  variants: readonly string[];
  endpoint: string;
  model: string;
  samples: string;
  seed: string;
  /** The difference worth seeing, in per cent. */
  from: string;
  to: string;
  allow: readonly string[];
  strict: boolean;
}

export type ExperimentInput = MethodInput<"experiments.plan">;

const DEFAULT_SAMPLES = "20";
const MOST_SAMPLES = 1000;

/** Reads the address; what is not there comes from the catalogue. */
export function readExperimentDraft(params: URLSearchParams, catalogue: Catalogue): ExperimentDraft {
  const suite = catalogue.suites.find((candidate) => candidate.name === params.get("suite")) ?? catalogue.suites[0];
  const task = suite?.tasks.find((candidate) => candidate.id === params.get("task")) ?? suite?.tasks[0];
  const run = params.get("run") ?? "";
  const kind = params.get("what");
  return {
    kind: kind === "prompt" || kind === "task" ? kind : run === "" ? "task" : "turn",
    suite: suite?.name ?? "",
    task: task?.id ?? "",
    prompt: params.get("prompt") ?? "",
    packs: list(params.get("packs")) ?? catalogue.packs.slice(0, 1).map((pack) => pack.name),
    run,
    turn: params.get("turn") ?? "",
    variants: (list(params.get("variants")) ?? []).filter((name) => isVariant(name, catalogue)),
    endpoint: params.get("endpoint") ?? DEMO,
    model: params.get("model") ?? "",
    samples: params.get("samples") ?? DEFAULT_SAMPLES,
    seed: params.get("seed") ?? "",
    from: params.get("from") ?? "10",
    to: params.get("to") ?? "70",
    allow: list(params.get("allow")) ?? [],
    strict: params.get("strict") === "1",
  };
}

/** The parameters that restore a draft; null where a default stands. */
export function experimentParams(draft: ExperimentDraft): Record<string, string | null> {
  const isTurn = draft.kind === "turn";
  const isPrompt = draft.kind === "prompt";
  return {
    what: draft.run !== "" || isPrompt ? draft.kind : null,
    suite: draft.kind === "task" ? draft.suite : null,
    task: draft.kind === "task" ? draft.task : null,
    prompt: isPrompt && draft.prompt !== "" ? draft.prompt : null,
    packs: isPrompt ? draft.packs.join(",") : null,
    run: draft.run === "" ? null : draft.run,
    turn: draft.turn === "" ? null : draft.turn,
    variants: draft.variants.length === 0 ? null : draft.variants.join(","),
    endpoint: isTurn || draft.endpoint === DEMO ? null : draft.endpoint,
    model: isTurn || draft.model === "" ? null : draft.model,
    samples: draft.samples === DEFAULT_SAMPLES ? null : draft.samples,
    seed: draft.seed === "" ? null : draft.seed,
    from: draft.from === "10" ? null : draft.from,
    to: draft.to === "70" ? null : draft.to,
    allow: draft.allow.length === 0 ? null : draft.allow.join(","),
    strict: draft.strict ? "1" : null,
  };
}

export type ExperimentProblems = Partial<
  Record<"prompt" | "turn" | "variants" | "endpoint" | "samples" | "seed" | "difference", string>
>;

/** What is wrong, field by field; empty when it can be planned and started. */
export function experimentProblems(draft: ExperimentDraft): ExperimentProblems {
  const t = m.experiments.start;
  const problems: ExperimentProblems = {};
  if (draft.kind === "prompt" && draft.prompt.trim() === "") problems.prompt = m.newRun.promptMissing;
  if (draft.kind === "turn" && (draft.run.trim() === "" || positive(draft.turn) === null))
    problems.turn = t.turnMissing;
  const least = draft.kind === "turn" ? 1 : 2;
  if (draft.variants.length < least) problems.variants = t.variantsMissing(least);
  if (draft.kind !== "turn") {
    if (draft.endpoint.trim() === "") problems.endpoint = m.newRun.endpointMissing;
    else if (draft.endpoint !== DEMO && !isServerUrl(draft.endpoint.trim())) problems.endpoint = m.newRun.endpointNoUrl;
  }
  const samples = positive(draft.samples);
  if (samples === null || samples > MOST_SAMPLES) problems.samples = t.samplesWrong;
  if (draft.seed.trim() !== "" && !/^\d{1,15}$/.test(draft.seed.trim())) problems.seed = t.seedWrong;
  const [from, to] = [percent(draft.from), percent(draft.to)];
  if (from === null || to === null || from === to) problems.difference = t.differenceWrong;
  return problems;
}

/** The plan's and the start's input; only for a draft without problems. */
export function experimentInput(draft: ExperimentDraft): ExperimentInput {
  const where = { endpoint: draft.endpoint.trim(), model: draft.model.trim() === "" ? null : draft.model.trim() };
  return {
    subject:
      draft.kind === "turn"
        ? { kind: "turn", run: draft.run.trim(), turn: positive(draft.turn) ?? 1 }
        : draft.kind === "task"
          ? { kind: "task", suite: draft.suite, task: draft.task, ...where }
          : { kind: "prompt", prompt: draft.prompt, packs: [...draft.packs], ...where },
    variants: [...draft.variants],
    samples: positive(draft.samples) ?? 1,
    seed: draft.seed.trim() === "" ? null : Number(draft.seed.trim()),
    allow: [...draft.allow],
    order: draft.strict ? "strict" : "fifo",
    difference: { from: percent(draft.from) ?? 0, to: percent(draft.to) ?? 1 },
  };
}

function list(text: string | null): string[] | null {
  return text === null ? null : text.split(",").filter((name) => name !== "");
}

function isVariant(name: string, catalogue: Catalogue): boolean {
  return catalogue.variants.some((variant) => variant.name === name);
}

function positive(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text.trim()) : null;
}

/** 0 to 1. */
function percent(text: string): number | null {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : null;
  return number === null || number > 100 ? null : number / 100;
}
