// Settles a run for good; nothing is settled without a reason.
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { Notice } from "../ui/states.tsx";

const t = m.handover;

export interface ResolveDialogProps {
  busy: boolean;
  problem: string | null;
  onResolve(reason: string): void;
  onClose(): void;
}

export function ResolveDialog({ busy, problem, onResolve, onClose }: ResolveDialogProps) {
  const [reason, setReason] = useState("");
  const ready = reason.trim() !== "" && !busy;
  const submit = () => {
    if (ready) onResolve(reason.trim());
  };
  return (
    <Dialog
      open
      title={t.resolveTitle}
      description={t.resolveText}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button kind="primary" icon="check" disabled={!ready} onClick={submit}>
            {t.resolve}
          </Button>
        </>
      }
    >
      <TextField autoFocus label={t.resolveReason} value={reason} onChange={setReason} onSubmit={submit} />
      {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  );
}
