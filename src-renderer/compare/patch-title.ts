// An edit of a fork in a few words, for the heads of the columns.
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import { m } from "../ui/messages/messages.ts";

const t = m.replay;

export function patchTitle(edit: ForkEdit): string {
  const name = t.edits[edit.kind];
  switch (edit.kind) {
    case "edit_message":
    case "remove_message":
    case "insert_message":
      return `${name} (${edit.index + 1})`;
    case "result":
      return `${name}: ${edit.use.as === "compactor" ? edit.use.compactor : t.resultUses[edit.use.as === "shown" ? "keep" : edit.use.as]}`;
    case "model":
      return `${name}: ${edit.model}`;
    case "endpoint":
      return `${name}: ${edit.endpoint}`;
    case "gate":
      return `${name}: ${t.gates[edit.gate]}`;
    case "run_text_call":
      return `${name}: ${edit.name}`;
    case "result_shapes":
      return `${name}: ${Object.entries(edit.result_shapes)
        .map(([tool, shape]) => `${tool} ${shape}`)
        .join(", ")}`;
    case "sampling":
      return `${name}: ${Object.entries(edit.sampling)
        .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
        .join(", ")}`;
    case "system":
    case "tools":
    case "compactors":
      return name;
  }
}
