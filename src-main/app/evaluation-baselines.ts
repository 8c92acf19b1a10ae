// Baselines of suites: one for each, a past evaluation or a file's document, kept in the settings; and what an evaluation is compared with.
import { z } from "zod";
import { EvalDocument } from "../../src-shared/cli/documents.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { parseBaseline } from "../evaluate/baseline.ts";
import { findRegressions, judgeRegressions, type JudgedRegression, type Regression } from "../evaluate/regressions.ts";
import type { Store } from "../store/store.ts";
import type { Evaluations, EvaluationView } from "./evaluations.ts";

const Kept = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("evaluation"), id: z.string() }),
  z.object({ kind: z.literal("file"), name: z.string(), document: EvalDocument }),
]);
type Kept = z.infer<typeof Kept>;

export interface ChosenBaseline {
  kind: "evaluation" | "file";
  id: string | null;
  label: string;
  document: EvalDocument;
  /** All variants are compared with this one; null: each with the one of its name. */
  variant: string | null;
}

export interface Compared {
  baseline: ChosenBaseline;
  regressions: JudgedRegression[];
  /** The same in the words of the command line's document. */
  plain: Regression[];
}

export type Baselines = ReturnType<typeof createBaselines>;

export function createBaselines(store: Store, evaluations: () => Evaluations) {
  const keyOf = (suite: string) => `evaluation_baseline:${suite}`;
  const kept = (suite: string): Kept | null =>
    Kept.nullable()
      .catch(null)
      .parse(store.getSetting(keyOf(suite)));

  function documentOf(id: string): EvalDocument {
    return evaluations().get(id).document;
  }

  function chosen(view: EvaluationView, against: string | null): Omit<ChosenBaseline, "variant"> | null {
    const { suite } = view.record.spec;
    if (against !== null) {
      const document = documentOf(against);
      if (document.suite !== suite.name) {
        throw new UserError(
          "invalid_input",
          `Evaluation ${against} is of suite ${document.suite}, not of ${suite.name}; compare evaluations of one suite.`,
        );
      }
      return { kind: "evaluation", id: against, label: against, document };
    }
    const own = kept(suite.name);
    if (own === null) return null;
    if (own.kind === "file") return { kind: "file", id: null, label: own.name, document: own.document };
    // The baseline is not compared with itself.
    if (own.id === view.record.id) return null;
    return { kind: "evaluation", id: own.id, label: own.id, document: documentOf(own.id) };
  }

  return {
    /** Id of the evaluation that is the suite's baseline; null where there is none, or a file. */
    evaluationOf(suite: string): string | null {
      const own = kept(suite);
      return own?.kind === "evaluation" ? own.id : null;
    },
    /** @throws UserError for an evaluation that is not done or of another suite, or a text that is no baseline of the suite */
    set(
      suite: string,
      baseline: { kind: "evaluation"; id: string } | { kind: "file"; name: string; text: string } | null,
    ): void {
      if (baseline === null) return store.setSetting(keyOf(suite), null);
      if (baseline.kind === "file") {
        const document = parseBaseline(baseline.name, baseline.text, suite);
        return store.setSetting(keyOf(suite), { kind: "file", name: baseline.name, document });
      }
      const { record } = evaluations().get(baseline.id);
      if (record.spec.suite.name !== suite) {
        throw new UserError(
          "invalid_input",
          `Evaluation ${baseline.id} is of suite ${record.spec.suite.name}, not of ${suite}.`,
        );
      }
      if (record.state !== "done") {
        throw new UserError(
          "conflict",
          `Evaluation ${baseline.id} is ${record.state}: one that is done can be the baseline.`,
        );
      }
      return store.setSetting(keyOf(suite), { kind: "evaluation", id: baseline.id });
    },
    /**
     * What got worse; null where there is nothing to compare with. `against` null takes the suite's baseline; `variant` null compares
     * names, or all with the only variant that the baseline has where no name is shared.
     */
    compare(view: EvaluationView, against: string | null, variant: string | null): Compared | null {
      const found = chosen(view, against);
      if (found === null) return null;
      const names = found.document.variants.map((entry) => entry.variant);
      if (variant !== null && !names.includes(variant)) {
        throw new UserError("not_found", `The baseline has no variant ${variant}; it has ${names.join(", ")}.`);
      }
      const [only] = names;
      const shared = view.document.variants.some((entry) => names.includes(entry.variant));
      const taken = variant ?? (!shared && names.length === 1 && only !== undefined ? only : null);
      const baselineOf = taken === null ? undefined : () => taken;
      return {
        baseline: { ...found, variant: taken },
        regressions: judgeRegressions(found.document, view.document, view.runs, baselineOf),
        plain: findRegressions(found.document, view.document, view.runs, baselineOf),
      };
    },
  };
}
