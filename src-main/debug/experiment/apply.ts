// "Apply to variant": a change that bisect found, made lasting in a variant where it can be.
import type { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import { COMPLETION_RULES } from "./interventions.ts";
import { Sampling, type Variant } from "../../../src-shared/trace/variant.ts";

/**
 * The variant with the change in it, under a new name. Null where the change is about the messages of one context alone (old turns
 * dropped, reasoning echoed) or would keep every run from answering (`tool_choice: required`). A reminder becomes the gate that gives it.
 */
export function applyToVariant(variant: Variant, edits: readonly ForkEdit[], name: string): Variant | null {
  let changed: Variant = { ...variant, name, description: `${variant.name} with a change that bisect found.` };
  const compacts = edits.some((edit) => edit.kind === "compactors");
  for (const edit of edits) {
    switch (edit.kind) {
      case "system":
        changed = { ...changed, system_prompt: promptWith(variant.system_prompt, edit.text) };
        break;
      case "tools":
        // The tools that were outstanding at one turn are not the tools that the whole task needs.
        return null;
      case "compactors":
        changed = { ...changed, compactors: edit.compactors };
        break;
      case "sampling":
        if (edit.sampling.tool_choice === "required") return null;
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
        if (edit.message.role !== "user") return null;
        changed = { ...changed, gate: "remind" };
        break;
      case "result":
        if (!compacts) return null;
        break;
      case "edit_message":
      case "remove_message":
        return null;
    }
  }
  return edits.length === 0 ? null : changed;
}

/** The edit holds the prompt as it was sent; where rules were only added to it, the variant's own text (and its `{{tools}}`) stays. */
function promptWith(own: string, sent: string): string {
  if (!sent.endsWith(COMPLETION_RULES)) return sent;
  return own === "" ? COMPLETION_RULES : `${own}\n\n${COMPLETION_RULES}`;
}
