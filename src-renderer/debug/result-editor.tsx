// The pending result: what the model is shown of it, beside what the tool returned.
import { useState } from "react";
import type { HeldAt } from "../../src-shared/rpc/debug.ts";
import { TextArea } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import type { EditorProps } from "./editor-state.ts";

const t = m.debug;

export function ResultEditor({ pending, onEdits }: EditorProps<Extract<HeldAt, { at: "result" }>>) {
  const [shown, setShown] = useState(pending.shown);
  const raw = typeof pending.raw === "string" ? pending.raw : JSON.stringify(pending.raw, null, 2);
  return (
    <div className="held-editor">
      <h3>{t.resultOf(pending.tool, m.vocabulary.outcomes[pending.outcome])}</h3>
      <div className="held-editor__pair">
        <TextArea
          label={t.shown}
          hint={t.shownHint}
          mono
          spellCheck={false}
          rows={10}
          value={shown}
          onChange={(next) => {
            setShown(next);
            onEdits(next === pending.shown ? {} : { result: { shown: next } });
          }}
        />
        <TextArea label={t.raw} mono readOnly rows={10} value={raw} onChange={() => undefined} />
      </div>
    </div>
  );
}
