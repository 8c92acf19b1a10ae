// Texts of a model's look over the ledger.
import { plural } from "../format.ts";

export const refinement = {
  button: "Let a model look over this list",
  help: "Sends the request’s text and the actions above to the endpoint, and no results. What it says is shown here, marked as its own, and changes neither the list nor the verdict.",
  modelHint: "Empty takes the first it lists.",
  ask: "Ask",
  asking: "Asking…",
  by: (model: string) => `What ${model} says:`,
  nothing: "It would change nothing.",
  changes: { added: "added by the model", removed: "not asked for, says the model", kept: "kept" },
  quote: (words: string) => `Stands on: “${words}”`,
  rejected: (count: number) => `${plural(count, "remark was", "remarks were")} not taken`,
  verdict: (early: boolean) =>
    early
      ? "With these items the run stopped early. The rules say it did not, and their verdict stands."
      : "With these items the run did not stop early. The rules say it did, and their verdict stands.",
};
