// Lets an ended run go on. Not for what another tool recorded: there is nothing here that could run it.
import { useState } from "react";
import { useMutationCall } from "../data/hooks.ts";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { showToast } from "../ui/toast.tsx";
import { ContinueDialog } from "../ui/trace/continue-dialog.tsx";

export function ContinueRun({ run }: { run: string }) {
  const [open, setOpen] = useState(false);
  const goOn = useMutationCall("runs.continue", {
    invalidates: ["runs.get", "runs.list", "handover.list"],
    onSuccess: () => {
      setOpen(false);
      showToast("done", m.handover.goingOn);
    },
  });
  return (
    <>
      <Button small icon="play" title={m.handover.goOnTip} onClick={() => setOpen(true)}>
        {m.handover.goOn}
      </Button>
      {open ? (
        <ContinueDialog
          busy={goOn.isPending}
          problem={goOn.error?.message ?? null}
          onContinue={(message, reason) => goOn.mutate({ run, message, reason })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
