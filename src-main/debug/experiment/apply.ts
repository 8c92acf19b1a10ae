// "Apply to variant": a change that bisect found, made lasting in a variant where it can be.
import { fail, ok, type Result } from "../../../src-shared/prelude/result.ts";
import type { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import { COMPLETION_RULES } from "./interventions.ts";
import { Sampling, type Variant } from "../../../src-shared/trace/variant.ts";

/** `gated-reminder`: the variant and the change, as a name may be written. */
export function variantNameFor(variant: string, change: string): string {
  const words = change.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return `${variant}-${words}`.replaceAll(/^-+|-+$/g, "").slice(0, 60);
}

/** The variant with the change in it, under a new name; else why a variant cannot hold it. A reminder becomes the gate that gives it. */
export function applyToVariant(variant: Variant, edits: readonly ForkEdit[], name: string): Result<Variant, string> {
  let changed: Variant = { ...variant, name, description: `${variant.name} with a change that bisect found.` };
  const compacts = edits.some((edit) => edit.kind === "compactors");
  for (const edit of edits) {
    switch (edit.kind) {
      case "system":
        changed = { ...changed, system_prompt: promptWith(variant.system_prompt, edit.text) };
        break;
      case "tools":
        return fail("The tools that were outstanding at one turn are not all that the whole task needs.");
      case "compactors":
        changed = { ...changed, compactors: edit.compactors };
        break;
      case "result_shapes":
        changed = { ...changed, result_shapes: edit.result_shapes };
        break;
      case "sampling":
        if (edit.sampling.tool_choice === "required")
          return fail("With tool_choice: required in every request no run could ever give its final answer.");
        changed = { ...changed, sampling: Sampling.parse({ ...changed.sampling, ...edit.sampling }) };
        break;
      case "model":
        changed = { ...changed, model: edit.model };
        break;
      case "endpoint":
        changed = { ...changed, endpoint: edit.endpoint };
        break;
      case "gate":
        changed = { ...changed, gate: edit.gate };
        break;
      case "insert_message":
        if (edit.message.role !== "user")
          return fail("A message that was put into one context is no part of a variant.");
        changed = { ...changed, gate: "remind" };
        break;
      case "result":
        if (!compacts) return fail("A result that was replaced in one context is no part of a variant.");
        break;
      case "edit_message":
        return fail("Messages that were edited in one context are no part of a variant.");
      case "run_text_call":
        return fail(
          "A call that was run once by hand is no part of a variant; accept its syntax on the endpoint instead.",
        );
      case "remove_message":
        return fail("Messages that were left out of one context are no part of a variant.");
    }
  }
  return edits.length === 0 ? fail("Nothing was changed in this arm.") : ok(changed);
}

/** The edit holds the prompt as it was sent; where rules were only added to it, the variant's own text (and its `{{tools}}`) stays. */
function promptWith(own: string, sent: string): string {
  if (!sent.endsWith(COMPLETION_RULES)) return sent;
  return own === "" ? COMPLETION_RULES : `${own}\n\n${COMPLETION_RULES}`;
}
