// What the configuration fields of the composer share: the draft, and how a field puts its edit in or takes it out.
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import { withEdit, withoutTarget, type ForkDraft } from "../derive/fork-draft.ts";
import type { SetDraft } from "./use-draft.ts";

export interface ForkSettingsProps {
  run: MethodOutput<"runs.get">;
  context: MethodOutput<"turn.context">;
  draft: ForkDraft;
  setDraft: SetDraft;
  onInvalid(field: string, bad: boolean): void;
}

/** Puts an edit into the draft, or takes its kind out where it would change nothing. */
export function putEdit(setDraft: SetDraft, kind: ForkEdit["kind"], edit: ForkEdit | null): void {
  setDraft((before) => ({
    ...before,
    edits: edit === null ? withoutTarget(before.edits, kind) : withEdit(before.edits, edit),
  }));
}
