// The edits read as a patch: what stood there, what stands there now; each can be taken back.
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { patchEntry, withoutEdit, type ForkDraft, type PatchBase } from "../derive/fork-draft.ts";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { LineDiffView } from "../ui/trace/line-diff-view.tsx";
import type { SetDraft } from "./use-draft.ts";

const t = m.replay;

export interface ForkPatchProps {
  run: MethodOutput<"runs.get">;
  context: MethodOutput<"turn.context">;
  messages: readonly ChatMessage[];
  draft: ForkDraft;
  setDraft: SetDraft;
}

export function ForkPatch({ run, context, messages, draft, setDraft }: ForkPatchProps) {
  const { variant, model, endpoint } = run.started;
  const base: PatchBase = {
    messages,
    tools: context.tools,
    compactors: variant.compactors,
    sampling: variant.sampling,
    model,
    endpoint: endpoint.label,
    gate: variant.gate,
    results: new Map(),
  };
  return (
    <section className="fork-patch" aria-label={t.patch}>
      <h2>
        {t.patch} <span className="muted numeric">{draft.edits.length === 0 ? "" : draft.edits.length}</span>
      </h2>
      {draft.edits.length === 0 ? <p className="secondary">{t.patchNone}</p> : null}
      {draft.edits.map((edit, place) => (
        <Entry
          key={place}
          edit={edit}
          base={base}
          onUndo={() => setDraft((before) => ({ ...before, edits: withoutEdit(before.edits, place) }))}
        />
      ))}
    </section>
  );
}

function Entry({ edit, base, onUndo }: { edit: ForkEdit; base: PatchBase; onUndo(): void }) {
  const entry = patchEntry(edit, base);
  const place = entry.index === null ? "" : entry.index >= base.messages.length ? t.atEnd : t.message(entry.index);
  const title = [t.edits[edit.kind], place].filter((part) => part !== "").join(", ");
  return (
    <div className="fork-patch__entry">
      <header className="fork-patch__head">
        <h3>{title}</h3>
        <Button small kind="quiet" aria-label={t.undoEdit(title)} onClick={onUndo}>
          {t.undo}
        </Button>
      </header>
      {edit.kind === "result" && edit.use.as !== "text" ? (
        <p className="secondary">
          {edit.use.as === "compactor"
            ? t.byCompactor(edit.use.compactor)
            : t.resultUses[edit.use.as === "raw" ? "raw" : "keep"]}
        </p>
      ) : (
        <LineDiffView left={entry.before ?? ""} right={entry.after ?? ""} label={title} rows={10} />
      )}
    </div>
  );
}
