// The way from a turn to an A/B on its request: a button and a command, and the dialog they open.
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { AbDialog } from "./ab-dialog.tsx";
import "./verdict.css";

const t = m.ab;

export function AbStart({ run, turn }: { run: string; turn: number }) {
  const [open, setOpen] = useState(false);
  useCommands([{ id: "turn.ab", title: t.start, group: t.group, run: () => setOpen(true) }]);
  return (
    <>
      <Button small icon="compare" title={t.startTip} onClick={() => setOpen(true)}>
        {t.start}
      </Button>
      {open ? <AbDialog run={run} turn={turn} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
