// Thresholds on an evaluation's metrics: rates and pass^k must reach them, tokens and latency must stay within them.
import type { EvalDocument, EvalMetrics } from "../../src-shared/cli/documents.ts";
import { UserError } from "../../src-shared/prelude/result.ts";

export interface Threshold {
  metric: string;
  limit: number;
}

const RATES = ["tool_reach", "task_completion", "step_convergence"] as const;
const COSTS = ["prompt_tokens", "completion_tokens", "latency_ms_median"] as const;
const PASS_HAT = /^pass_hat_([1-9]\d*)$/;
const NAMES = [...RATES, "pass_hat_K", ...COSTS].join(", ");

/** Reads `metric=value`. @throws UserError for an unknown metric or a value that no such metric can have */
export function parseThreshold(text: string): Threshold {
  const [, metric, value] = /^\s*([\w^.]+)\s*=\s*(\S+)\s*$/.exec(text) ?? [];
  const limit = Number(value);
  if (metric === undefined || value === undefined || !Number.isFinite(limit) || limit < 0) {
    throw new UserError("usage", `--threshold ${text}: give metric=value, for example task_completion=0.9.`);
  }
  if (!isCost(metric) && !isRate(metric) && !PASS_HAT.test(metric)) {
    throw new UserError("usage", `--threshold ${text}: there is no metric ${metric}; there are ${NAMES}.`);
  }
  if (!isCost(metric) && limit > 1) {
    throw new UserError("usage", `--threshold ${text}: ${metric} is a rate from 0 to 1.`);
  }
  return { metric, limit };
}

/** Each threshold against each variant. What was not measured is not met. */
export function checkThresholds(
  thresholds: readonly Threshold[],
  variants: EvalDocument["variants"],
): NonNullable<EvalDocument["thresholds"]> {
  return variants.flatMap(({ variant, metrics }) =>
    thresholds.map(({ metric, limit }) => {
      const value = valueOf(metric, metrics);
      const met = value !== null && (isCost(metric) ? value <= limit : value >= limit);
      return { variant, metric, limit, value, met };
    }),
  );
}

function valueOf(metric: string, metrics: EvalMetrics): number | null {
  if (isRate(metric)) return metrics[metric].samples === 0 ? null : metrics[metric].rate;
  if (isCost(metric)) return metrics[metric];
  return metrics.pass_hat_k[PASS_HAT.exec(metric)?.[1] ?? ""] ?? null;
}

function isRate(metric: string): metric is (typeof RATES)[number] {
  return RATES.some((name) => name === metric);
}

function isCost(metric: string): metric is (typeof COSTS)[number] {
  return COSTS.some((name) => name === metric);
}
