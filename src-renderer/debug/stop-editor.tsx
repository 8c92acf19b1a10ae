// The pending stop: what is outstanding, and the message that makes the run go on instead of ending.
import { useState } from "react";
import type { HeldAt } from "../../src-shared/rpc/debug.ts";
import { TextArea } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { Notice } from "../ui/states.tsx";
import type { EditorProps } from "./editor-state.ts";

const t = m.debug;

export function StopEditor({ pending, onEdits }: EditorProps<Extract<HeldAt, { at: "stop" }>>) {
  const [message, setMessage] = useState("");
  return (
    <div className="held-editor">
      {pending.error === null ? (
        <p className="secondary">{t.stopReason(pending.finish_reason)}</p>
      ) : (
        <Notice tone="bad">{t.stopError(pending.error)}</Notice>
      )}
      {pending.outstanding.length === 0 ? (
        <p>{t.nothingOutstanding}</p>
      ) : (
        <section aria-label={t.outstanding}>
          <h3>{t.outstanding}</h3>
          <ul className="held-editor__list">
            {pending.outstanding.map((item, index) => (
              <li key={index}>
                {item.number === null ? "" : `${item.number}. `}
                {item.action}
              </li>
            ))}
          </ul>
        </section>
      )}
      <TextArea
        label={t.stopMessage}
        hint={t.stopMessageHint}
        rows={3}
        value={message}
        onChange={(next) => {
          setMessage(next);
          onEdits(next.trim() === "" ? {} : { stop: { message: next } });
        }}
      />
    </div>
  );
}
