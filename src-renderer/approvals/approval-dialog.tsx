// One question before a write: what would run, what it would change, why it is asked. Nothing is approved by Enter or Escape alone:
// the focus starts on no button, keys count only after a quiet moment, and a destructive action is asked about twice.
import { useRef, useState } from "react";
import type { ApprovalAnswer, PendingApproval } from "../../src-shared/rpc/types.ts";
import { links } from "../data/links.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox, TextField } from "../ui/field.tsx";
import { formatList } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import "./approval-dialog.css";
import { ChangeList } from "./change-list.tsx";
import { ProposedPlan } from "./proposed-plan.tsx";
import { FieldList } from "./field-list.tsx";
import { useQuiet } from "./quiet-keys.ts";

export type Answer = Omit<ApprovalAnswer, "approval_id">;

export interface ApprovalDialogProps {
  approval: PendingApproval;
  /** Questions behind this one. */
  rest: number;
  busy: boolean;
  onAnswer: (answer: Answer) => void;
  onAside: () => void;
}

export function ApprovalDialog({ approval, rest, busy, onAnswer, onAside }: ApprovalDialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const second = approval.question === 2;
  const where = m.approvals.inRun(approval.run_title, approval.turn);
  const [denying, setDenying] = useState(false);
  return (
    <Dialog
      open
      role="alertdialog"
      width="wide"
      onClose={() => (denying ? setDenying(false) : onAside())}
      closable
      title={second ? m.approvals.titleAgain(approval.tool) : m.approvals.title(approval.tool)}
      description={
        <span className="approval__where">
          <span className="truncate" title={where}>
            {where}
          </span>
          <a href={links.run(approval.run, { turn: approval.turn })} onClick={onAside}>
            {m.approvals.showRun}
          </a>
          {rest > 0 ? <span className="approval__rest">{m.approvals.position(rest)}</span> : null}
        </span>
      }
      initialFocus={() => body.current}
      footer={
        <Choices
          approval={approval}
          busy={busy}
          onAnswer={onAnswer}
          onAside={onAside}
          denying={denying}
          setDenying={setDenying}
        />
      }
    >
      <div className={second ? "approval approval--second" : "approval"} ref={body} tabIndex={-1}>
        {second ? (
          <section>
            <h3>{m.approvals.willChangeAgain}</h3>
            <ChangeList changes={approval.changes} />
          </section>
        ) : (
          <ProposedPlan approval={approval} />
        )}
        <section>
          <h3>
            {m.approvals.arguments}{" "}
            <Badge tone={approval.effect === "destructive" ? "bad" : "limit"}>
              {m.vocabulary.effects[approval.effect]}
            </Badge>
          </h3>
          <div className="approval__arguments">
            <FieldList value={approval.arguments} label={m.approvals.arguments} />
          </div>
        </section>
        {second ? null : (
          <section>
            <h3>{m.approvals.willChange}</h3>
            <ChangeList changes={approval.changes} />
          </section>
        )}
        <Facts approval={approval} />
      </div>
    </Dialog>
  );
}

function Facts({ approval }: { approval: PendingApproval }) {
  const read = [...new Set(approval.provenance.map((source) => source.tool))].map(m.approvals.provenanceOne);
  return (
    <dl className="approval__facts">
      <div>
        <dt>{m.approvals.why}</dt>
        <dd>{approval.why}</dd>
      </div>
      <div>
        <dt>{m.approvals.provenance}</dt>
        <dd>
          {read.length === 0 ? m.approvals.provenanceNone : `${formatList(read)}. `}
          {read.length === 0 ? null : <span className="muted">{m.approvals.fromTool}</span>}
        </dd>
      </div>
      {approval.operation_key === null ? null : (
        <div>
          <dt>{m.approvals.key}</dt>
          <dd className="mono truncate" title={approval.operation_key}>
            {approval.operation_key}
          </dd>
        </div>
      )}
    </dl>
  );
}

interface ChoicesProps {
  approval: PendingApproval;
  busy: boolean;
  onAnswer: (answer: Answer) => void;
  onAside: () => void;
  denying: boolean;
  setDenying: (denying: boolean) => void;
}

function Choices({ approval, busy, onAnswer, denying, setDenying }: ChoicesProps) {
  const quiet = useQuiet();
  const ready = quiet && !busy;
  const second = approval.question === 2;
  const [reason, setReason] = useState("");
  const [again, setAgain] = useState(false);
  const answer = (decision: Answer["decision"]) => {
    if (!ready) return;
    const given = decision === "deny" ? reason.trim() || m.approvals.reasonPlaceholder : "";
    onAnswer({ decision, reason: given, again: decision === "approve" && again });
  };
  const group = m.approvals.group;
  useCommands([
    {
      id: "approval.approve",
      title: m.approvals.keyApprove,
      group,
      keys: ["a"],
      run: () => answer("approve"),
      enabled: ready && !denying,
    },
    {
      id: "approval.deny",
      title: m.approvals.keyDeny,
      group,
      keys: ["d"],
      run: () => setDenying(true),
      enabled: ready && !denying,
    },
    {
      id: "approval.stop",
      title: m.approvals.keyStop,
      group,
      keys: ["s"],
      run: () => answer("stop"),
      enabled: ready && !denying,
    },
  ]);
  if (denying) {
    return (
      <div className="approval__deny">
        <TextField
          label={m.approvals.reason}
          value={reason}
          onChange={setReason}
          onSubmit={() => answer("deny")}
          placeholder={m.approvals.reasonPlaceholder}
          maxLength={4000}
          autoFocus
        />
        <div className="approval__buttons">
          <Button kind="quiet" onClick={() => setDenying(false)}>
            {m.approvals.backToChoice}
          </Button>
          <Button kind="danger" disabled={!ready} onClick={() => answer("deny")}>
            {m.approvals.denyWith}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      {approval.effect === "destructive" ? null : (
        <div className="approval__again">
          <Checkbox label={m.approvals.again} hint={m.approvals.againHint} checked={again} onChange={setAgain} />
        </div>
      )}
      <Button
        kind={second ? "normal" : "danger"}
        icon="stop"
        shortcut="s"
        disabled={!ready}
        onClick={() => answer("stop")}
      >
        {m.approvals.stop}
      </Button>
      <Button icon="close" shortcut="d" disabled={!ready} onClick={() => setDenying(true)}>
        {m.approvals.deny}
      </Button>
      <Button
        kind={second ? "danger" : "primary"}
        icon="check"
        shortcut="a"
        disabled={!ready}
        onClick={() => answer("approve")}
      >
        {second ? m.approvals.approveAgain : m.approvals.approve}
      </Button>
    </>
  );
}
