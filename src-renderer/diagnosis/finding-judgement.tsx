// Suspected, confirmed or rejected: by what or whom, and a person's own word with its reason.
import { useState } from "react";
import type { JudgedFinding } from "../../src-shared/cli/documents.ts";
import { useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { formatDateTime } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";

const t = m.audit;

export function FindingStatusBadge({ finding }: { finding: JudgedFinding }) {
  if (finding.status === "suspected")
    return (
      <span className="why__suspected" title={t.statusHelp}>
        {t.status.suspected}
      </span>
    );
  const rejected = finding.status === "rejected_by_person";
  return (
    <Badge tone={rejected ? "neutral" : "good"} icon={rejected ? "close" : "check"}>
      {t.status[finding.status]}
    </Badge>
  );
}

/** Who settled it, and the buttons for a person; none while the run goes on. */
export function FindingJudgement({ run, finding, ended }: { run: string; finding: JudgedFinding; ended: boolean }) {
  const [judging, setJudging] = useState<"confirmed" | "rejected" | null>(null);
  const judge = useMutationCall("findings.judge", {
    invalidates: ["runs.diagnose"],
    onSuccess: () => setJudging(null),
    onError: (error) => {
      if (judging === null) showToast("error", errorText(error));
    },
  });
  const { settled, status, key } = finding;
  const byPerson = status === "confirmed_by_person" || status === "rejected_by_person";
  return (
    <>
      {settled === null ? null : (
        <p className="finding__settled">
          {settled.reason}{" "}
          <span className="secondary">{t.settledBy(settled.by ?? t.byExperiment, formatDateTime(settled.at))}</span>{" "}
          {settled.experiment === null ? null : <a href={links.experiment(settled.experiment)}>{settled.experiment}</a>}
        </p>
      )}
      {ended ? (
        <p className="why__line">
          {status === "confirmed_by_person" ? null : (
            <Button small kind="quiet" icon="check" onClick={() => setJudging("confirmed")}>
              {t.confirm}
            </Button>
          )}
          {status === "rejected_by_person" ? null : (
            <Button small kind="quiet" icon="close" onClick={() => setJudging("rejected")}>
              {t.reject}
            </Button>
          )}
          {byPerson ? (
            <Button
              small
              kind="quiet"
              disabled={judge.isPending}
              onClick={() => judge.mutate({ run, key, judgement: "withdrawn", reason: "" })}
            >
              {t.takeBack}
            </Button>
          ) : null}
        </p>
      ) : null}
      {judging === null ? null : (
        <JudgeDialog
          judgement={judging}
          busy={judge.isPending}
          problem={judge.error?.message ?? null}
          onJudge={(reason) => judge.mutate({ run, key, judgement: judging, reason })}
          onClose={() => setJudging(null)}
        />
      )}
    </>
  );
}

interface JudgeDialogProps {
  judgement: "confirmed" | "rejected";
  busy: boolean;
  problem: string | null;
  onJudge: (reason: string) => void;
  onClose: () => void;
}

function JudgeDialog({ judgement, busy, problem, onJudge, onClose }: JudgeDialogProps) {
  const [reason, setReason] = useState("");
  const ready = reason.trim() !== "" && !busy;
  const submit = () => {
    if (ready) onJudge(reason.trim());
  };
  const confirms = judgement === "confirmed";
  return (
    <Dialog
      open
      title={confirms ? t.confirmTitle : t.rejectTitle}
      description={t.judgeText}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button kind="primary" icon={confirms ? "check" : "close"} disabled={!ready} onClick={submit}>
            {confirms ? t.confirm : t.reject}
          </Button>
        </>
      }
    >
      <TextField autoFocus label={t.why} value={reason} onChange={setReason} onSubmit={submit} />
      {problem === null ? null : <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  );
}
