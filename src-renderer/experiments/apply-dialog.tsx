// "Apply to variant": the change of one arm, kept as a variant of the user's own under a name that they give.
import { useState } from "react";
import type { ExperimentArm, ExperimentDocument } from "../../src-shared/rpc/experiments.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice } from "../ui/states.tsx";

const t = m.experiments.apply;

export interface ApplyDialogProps {
  experiment: ExperimentDocument;
  arm: ExperimentArm;
  onClose: () => void;
}

export function ApplyDialog({ experiment, arm, onClose }: ApplyDialogProps) {
  const run = useCall("runs.get", experiment.run === null ? null : { run: experiment.run });
  const recorded = run.data?.started.variant.name ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? suggestion(recorded, arm.name);
  const valid = Variant.shape.name.safeParse(name).success;
  const apply = useMutationCall("experiments.apply", { invalidates: ["catalogue.get"] });
  const save = () => {
    if (valid && !apply.isPending) apply.mutate({ id: experiment.id, arm: arm.name, name });
  };
  const saved = apply.data;
  const subject = run.data?.summary;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      width="narrow"
      footer={
        saved ? (
          <Button kind="primary" onClick={onClose}>
            {m.common.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{m.common.cancel}</Button>
            <Button kind="primary" disabled={!valid || apply.isPending} onClick={save}>
              {apply.isPending ? t.saving : t.save}
            </Button>
          </>
        )
      }
    >
      {saved ? (
        // The links lead away from under the dialog, so it closes.
        <div className="apply" role="status" onClickCapture={onClose}>
          <Notice tone="good">{t.saved(saved.name)}</Notice>
          <p className="secondary mono">{saved.file}</p>
          <p className="apply__ways">
            <LinkButton href={links.newRun({ ...taskOf(subject), variant: saved.name })}>{t.tryIt}</LinkButton>
            {subject?.suite && subject.task ? (
              <LinkButton
                href={links.newExperiment({ ...taskOf(subject), what: "task", variants: `${recorded},${saved.name}` })}
              >
                {t.compareIt}
              </LinkButton>
            ) : null}
          </p>
        </div>
      ) : (
        <div className="apply">
          <p>{t.text(arm.name, recorded)}</p>
          <TextField
            label={t.name}
            autoFocus
            mono
            value={name}
            problem={valid ? null : t.nameWrong}
            onChange={setTyped}
            onSubmit={save}
          />
          {apply.error ? <Notice tone="bad">{errorText(apply.error)}</Notice> : null}
        </div>
      )}
    </Dialog>
  );
}

/** `gated-reminder`: the recorded variant and the change, as a name may be written. */
function suggestion(variant: string, change: string): string {
  const words = change.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return `${variant}-${words}`.replaceAll(/^-+|-+$/g, "").slice(0, 60);
}

function taskOf(run: { suite: string | null; task: string | null } | undefined): { suite?: string; task?: string } {
  return run?.suite && run.task ? { suite: run.suite, task: run.task } : {};
}
