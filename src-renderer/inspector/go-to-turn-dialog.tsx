// Ctrl+G: the number of a turn, Enter goes there.
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.inspector;

export function GoToTurnDialog({ last, onGo, onClose }: { last: number; onGo(turn: number): void; onClose(): void }) {
  const [text, setText] = useState("");
  const turn = /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  const valid = turn !== null && turn >= 1 && turn <= last;
  const go = () => {
    if (!valid) return;
    onGo(turn);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.goToTurn}
      width="narrow"
      footer={
        <Button kind="primary" disabled={!valid} onClick={go}>
          {t.go}
        </Button>
      }
    >
      <TextField
        label={t.goToTurnLabel(last)}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        problem={text === "" || valid ? null : t.goToTurnLabel(last)}
        onChange={setText}
        onSubmit={go}
      />
    </Dialog>
  );
}
