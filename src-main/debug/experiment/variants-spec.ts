// An experiment on variants: a whole task, a prompt or a frozen turn, carried out in each of them. Builds the plan; nothing is sent.
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { Variant } from "../../../src-shared/trace/variant.ts";
import { BASELINE } from "./bisect.ts";
import { ExperimentSpec, type Arm, type ExperimentBase } from "./types.ts";

/** More arms than this tell less, not more: Holm's correction asks each of them for ever more samples. */
const MOST_VARIANTS = 12;

export interface VariantsOptions {
  samples: number;
  /** Sample i of every variant is sent with seed + i. */
  seed: number;
  atOnce: number;
  allow: readonly string[];
  order: ExperimentSpec["order"];
}

/**
 * The first variant is the baseline of a task or prompt; a frozen turn is compared with itself as it was recorded. The variants stand in
 * the plan word for word, so that an experiment that is gone on with later takes the same samples though a file was changed meanwhile.
 * @throws UserError `invalid_input` when there is nothing to compare
 */
export function variantsSpec(
  base: ExperimentBase,
  variants: readonly Variant[],
  options: VariantsOptions,
): ExperimentSpec {
  const own: Arm[] = variants.map((variant) => ({
    name: variant.name,
    detail: variant.description,
    edits: [],
    variant,
  }));
  const recorded: Arm[] =
    base.kind === "turn"
      ? [{ name: BASELINE, detail: "The recorded request, sent again as it was.", edits: [], variant: null }]
      : [];
  const arms = [...recorded, ...own];
  if (arms.length < 2)
    throw new UserError("invalid_input", "An experiment compares at least two variants; choose one more.");
  if (own.length > MOST_VARIANTS) {
    throw new UserError(
      "invalid_input",
      `An experiment compares ${MOST_VARIANTS} variants at most, not ${own.length}.`,
    );
  }
  return ExperimentSpec.parse({
    title: titleOf(base),
    base,
    arms,
    samples: options.samples,
    seed: options.seed,
    at_once: options.atOnce,
    allow: [...options.allow],
    order: options.order,
  });
}

function titleOf(base: ExperimentBase): string {
  switch (base.kind) {
    case "turn":
      return `Variants on ${base.run}, turn ${base.turn}`;
    case "task":
      return `Variants on ${base.task}`;
    case "prompt": {
      const line = base.prompt.trim().split("\n")[0] ?? "";
      return `Variants on “${line.length > 60 ? `${line.slice(0, 60)}…` : line}”`;
    }
  }
}
