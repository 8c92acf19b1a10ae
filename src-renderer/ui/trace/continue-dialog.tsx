// What a person says when an ended run shall go on; nothing said names what is outstanding.
import { useState } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { TextArea, TextField } from "../field.tsx";
import { m } from "../messages/messages.ts";
import { Notice } from "../states.tsx";
import "./continue-dialog.css";

const t = m.handover;

export interface ContinueDialogProps {
  busy: boolean;
  /** Why it could not go on; null while nothing failed. */
  problem: string | null;
  /** `message` null: the outstanding items are named. */
  onContinue(message: string | null, reason: string): void;
  onClose(): void;
}

export function ContinueDialog({ busy, problem, onContinue, onClose }: ContinueDialogProps) {
  const [message, setMessage] = useState("");
  const [reason, setReason] = useState("");
  return (
    <Dialog
      open
      title={t.goOnTitle}
      description={t.goOnText}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button
            kind="primary"
            icon="play"
            disabled={busy}
            onClick={() => onContinue(message.trim() === "" ? null : message, reason.trim() || t.goOnDefaultReason)}
          >
            {t.goOn}
          </Button>
        </>
      }
    >
      <div className="continue-dialog">
        <TextArea autoFocus label={t.goOnMessage} hint={t.goOnMessageHint} value={message} onChange={setMessage} />
        <TextField label={t.goOnReason} value={reason} onChange={setReason} placeholder={t.goOnDefaultReason} />
        {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
      </div>
    </Dialog>
  );
}
