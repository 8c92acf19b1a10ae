// Why it stopped: the ending with how sure it is, findings with evidence and prepared forks, whose fault each stop is, and the ledger.
import { useEffect } from "react";
import type { Diagnosis, Finding, JudgedFinding } from "../../src-shared/cli/documents.ts";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { writeForkDraft } from "../data/fork-drafts.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { EMPTY_DRAFT } from "../derive/fork-draft.ts";
import { preparedForks, type PreparedChange } from "../derive/prepared-forks.ts";
import { Badge, EndingBadge } from "../ui/badge.tsx";
import { ForkLink } from "../ui/fork-link.tsx";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, Spinner } from "../ui/states.tsx";
import { CompliancePanel } from "./compliance-panel.tsx";
import { BisectStart } from "./bisect-start.tsx";
import "./diagnosis.css";
import { FindingJudgement, FindingStatusBadge } from "./finding-judgement.tsx";
import { GroundingPanel } from "./grounding-panel.tsx";
import { LedgerRefine } from "./ledger-refinement.tsx";
import { LedgerTable } from "./ledger-table.tsx";
import { EvidenceLinks } from "./evidence-links.tsx";
import { TurnVerdictView } from "./turn-verdict.tsx";

const t = m.diagnosis;

type RunData = MethodOutput<"runs.get">;

/** More turns without a call than this are only counted: each asks the core. */
const VERDICTS_SHOWN = 12;
const ORDER: Record<Finding["severity"], number> = { cause: 0, warning: 1, info: 2 };

export function WhyTab({ run }: { run: RunData }) {
  const { id, ending } = run.summary;
  const diagnosis = useCall("runs.diagnose", { run: id });
  const ended = !(run.live && ending === null);
  const { refetch } = diagnosis;
  const known = `${run.turns.length} ${ending ?? ""}`;
  useEffect(() => void refetch(), [known, refetch]);
  if (diagnosis.error) return <ErrorState error={diagnosis.error} onRetry={() => void refetch()} />;
  if (!diagnosis.data) return <Spinner />;
  return (
    <div className="why">
      <EndingPart diagnosis={diagnosis.data} run={run} ended={ended} />
      {ended && run.turns.length > 0 ? <BisectStart run={id} /> : null}
      <Findings diagnosis={diagnosis.data} run={run} ended={ended} />
      <Verdicts run={run} />
      <section className="why__part" aria-label={t.ledger}>
        <h3>{t.ledger}</h3>
        <LedgerTable run={run} ledger={diagnosis.data.ledger} />
        {ended ? (
          <LedgerRefine run={id} endpoint={run.started.endpoint.simulated ? "" : run.started.endpoint.url} />
        ) : null}
      </section>
      <GroundingPanel run={run} known={ended ? known : ""} />
      {ended ? <CompliancePanel run={id} /> : null}
    </div>
  );
}

function EndingPart({ diagnosis, run, ended }: { diagnosis: Diagnosis; run: RunData; ended: boolean }) {
  const { early_stop: early, confidence } = diagnosis;
  return (
    <section className="why__part" aria-label={t.ended}>
      <h3>{t.ended}</h3>
      {ended ? null : <p className="secondary">{t.goesOn}</p>}
      <p className="why__line">
        <EndingBadge ending={diagnosis.ending} early_stop={early} passed={run.summary.passed} />
        <span className="why__suspected" title={t.suspectedHelp}>
          {t.suspected}
        </span>
        <span className="secondary numeric">{t.sure(confidence)}</span>
        <span>{early === null ? t.unknownStop : early ? t.earlyStop : t.noEarlyStop}</span>
      </p>
    </section>
  );
}

function Findings({ diagnosis, run, ended }: { diagnosis: Diagnosis; run: RunData; ended: boolean }) {
  const plan = useCall("experiments.plan_bisect", ended && run.turns.length > 0 ? { run: run.summary.id } : null);
  const findings = diagnosis.findings.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
  return (
    <section className="why__part" aria-label={t.findings}>
      <h3>{t.findings}</h3>
      {findings.length === 0 ? <p className="muted">{t.noFindings}</p> : null}
      <ul className="why__findings">
        {findings.map((finding) => (
          <li key={finding.key} className={`finding finding--${finding.severity}`}>
            <FindingView
              finding={finding}
              run={run}
              ended={ended}
              at={plan.data?.turn ?? null}
              forks={plan.data ? preparedForks(finding, plan.data.changes, run.started.variant.gate) : []}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const tones = { cause: "stop", warning: "limit", info: "neutral" } as const;

function FindingView(props: {
  finding: JudgedFinding;
  run: RunData;
  ended: boolean;
  at: number | null;
  forks: readonly PreparedChange[];
}) {
  const { finding, run, ended, at, forks } = props;
  const { id } = run.summary;
  return (
    <>
      <p className="why__line">
        <Badge tone={tones[finding.severity]}>{t.severities[finding.severity]}</Badge>
        <FindingStatusBadge finding={finding} />
        {finding.turn === null ? null : <a href={links.run(id, { turn: finding.turn })}>{t.turn(finding.turn)}</a>}
        <code className="muted">{finding.rule}</code>
      </p>
      <p className="finding__message">{finding.message}</p>
      <EvidenceLinks run={run} turn={finding.turn} seqs={finding.evidence} />
      {finding.try.length === 0 ? null : (
        <>
          <p className="secondary">{t.tryThis}</p>
          <ul className="finding__try">
            {finding.try.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {at === null || forks.length === 0 ? null : (
        <p className="why__line">
          {forks.map((fork) => (
            <ForkLink
              key={fork.name}
              href={links.fork(id, at)}
              title={fork.detail}
              prepare={() => writeForkDraft(id, at, { ...EMPTY_DRAFT, edits: fork.edits })}
            >
              {t.forkWith(fork.name)}
            </ForkLink>
          ))}
        </p>
      )}
      <FindingJudgement run={id} finding={finding} ended={ended} />
    </>
  );
}

function Verdicts({ run }: { run: RunData }) {
  const silent = run.turns.filter(
    (turn) => turn.ended && turn.calls.every((call) => call.flags.includes("arguments_truncated")),
  );
  const shown = silent.slice(-VERDICTS_SHOWN).toReversed();
  return (
    <section className="why__part" aria-label={t.verdictTurns}>
      <h3>{t.verdictTurns}</h3>
      {shown.length === 0 ? <p className="muted">{t.noVerdict}</p> : null}
      {shown.map(({ turn }) => (
        <div key={turn} className="why__verdict">
          <a href={links.run(run.summary.id, { turn })}>{t.verdictTurn(turn)}</a>
          <TurnVerdictView run={run.summary.id} turn={turn} />
        </div>
      ))}
      {silent.length > shown.length ? <p className="secondary">{t.verdictMore(silent.length - shown.length)}</p> : null}
    </section>
  );
}
