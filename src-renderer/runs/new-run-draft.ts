// The new-run form's content as it stands in the address, and what is wrong with it: pure.
import type { MethodInput } from "../../src-shared/rpc/contract.ts";
import { type Catalogue } from "../../src-shared/rpc/types.ts";
import { ApproveMode } from "../../src-shared/trace/variant.ts";
import { m } from "../ui/messages/messages.ts";

export interface Draft {
  kind: "task" | "prompt";
  suite: string;
  task: string;
  prompt: string;
  packs: readonly string[];
  variant: string;
  endpoint: string;
  model: string;
  samples: string;
  seed: string;
  approve: ApproveMode | "default";
  /** Held before its first request. */
  held: boolean;
}

export const DEMO = "demo";

/** Reads the address; what is not there comes from the catalogue. */
export function readDraft(params: URLSearchParams, catalogue: Catalogue): Draft {
  const suite = catalogue.suites.find((candidate) => candidate.name === params.get("suite")) ?? catalogue.suites[0];
  const task = suite?.tasks.find((candidate) => candidate.id === params.get("task")) ?? suite?.tasks[0];
  const approve = ApproveMode.safeParse(params.get("approve"));
  const packs = params.get("packs");
  return {
    kind:
      params.get("what") === "prompt" || (params.get("prompt") !== null && params.get("task") === null)
        ? "prompt"
        : "task",
    suite: suite?.name ?? "",
    task: task?.id ?? "",
    prompt: params.get("prompt") ?? "",
    packs:
      packs === null
        ? catalogue.packs.slice(0, 1).map((pack) => pack.name)
        : packs.split(",").filter((name) => name !== ""),
    variant: params.get("variant") ?? preferredVariant(catalogue),
    endpoint: params.get("endpoint") ?? DEMO,
    model: params.get("model") ?? "",
    samples: params.get("samples") ?? "1",
    seed: params.get("seed") ?? "",
    approve: approve.success ? approve.data : "default",
    held: params.get("held") === "1",
  };
}

function preferredVariant(catalogue: Catalogue): string {
  const preferred = catalogue.variants.find((variant) => variant.name === "completion-check") ?? catalogue.variants[0];
  return preferred?.name ?? "";
}

/** The parameters that restore a draft; null where a default stands. */
export function draftParams(draft: Draft): Record<string, string | null> {
  const isPrompt = draft.kind === "prompt";
  return {
    what: isPrompt ? "prompt" : null,
    suite: isPrompt ? null : draft.suite,
    task: isPrompt ? null : draft.task,
    prompt: draft.prompt === "" ? null : draft.prompt,
    packs: isPrompt ? draft.packs.join(",") : null,
    variant: draft.variant,
    endpoint: draft.endpoint === DEMO ? null : draft.endpoint,
    model: draft.model,
    samples: draft.samples === "1" ? null : draft.samples,
    seed: draft.seed,
    approve: draft.approve === "default" ? null : draft.approve,
    held: draft.held ? "1" : null,
  };
}

export type Problems = Partial<Record<"prompt" | "task" | "variant" | "endpoint" | "samples" | "seed", string>>;

/** True for an http or https address. */
export function isServerUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

/** A whole number written in digits (blanks around it are fine), or null. */
function wholeNumber(text: string): number | null {
  return /^-?\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null;
}

/** What is wrong, field by field; empty when it can start. */
export function findProblems(draft: Draft, catalogue: Catalogue): Problems {
  const problems: Problems = {};
  if (draft.kind === "prompt" && draft.prompt.trim() === "") problems.prompt = m.newRun.promptMissing;
  if (!catalogue.variants.some((variant) => variant.name === draft.variant))
    problems.variant = m.newRun.variantMissing(draft.variant);
  if (draft.endpoint.trim() === "") problems.endpoint = m.newRun.endpointMissing;
  else if (draft.endpoint !== DEMO && !isServerUrl(draft.endpoint.trim())) problems.endpoint = m.newRun.endpointNoUrl;
  const samples = wholeNumber(draft.samples);
  if (samples === null || samples < 1 || samples > 200) problems.samples = m.newRun.samplesWrong;
  if (draft.seed.trim() !== "" && wholeNumber(draft.seed) === null) problems.seed = m.newRun.seedWrong;
  return problems;
}

/** The call that starts it; only for a draft without problems. */
export function startInput(draft: Draft): MethodInput<"runs.start"> {
  return {
    what:
      draft.kind === "task"
        ? { kind: "task", suite: draft.suite, task: draft.task }
        : { kind: "prompt", prompt: draft.prompt, packs: [...draft.packs] },
    variant: draft.variant,
    endpoint: draft.endpoint.trim(),
    model: draft.model.trim() === "" ? null : draft.model.trim(),
    approve: draft.approve === "default" ? null : draft.approve,
    samples: wholeNumber(draft.samples) ?? 1,
    seed: draft.seed.trim() === "" ? null : wholeNumber(draft.seed),
    paused: draft.held,
  };
}
