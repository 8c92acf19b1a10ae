// Whether the run kept to policy: each rule judged from the trace alone, the broken ones with the events that show it.
import { useState } from "react";
import type { AuditDocument } from "../../src-shared/cli/audit-document.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice, Spinner } from "../ui/states.tsx";

const t = m.audit;

export function CompliancePanel({ run }: { run: string }) {
  const loaded = useCall("runs.audit", { run });
  return (
    <section className="why__part" aria-label={t.compliance}>
      <h3>{t.compliance}</h3>
      <p className="secondary">{t.complianceHelp}</p>
      {loaded.error ? <Notice tone="bad">{errorText(loaded.error)}</Notice> : null}
      {loaded.isPending ? <Spinner inline label={t.compliance} /> : null}
      {loaded.data ? <Compliance document={loaded.data} /> : null}
    </section>
  );
}

function Compliance({ document }: { document: AuditDocument }) {
  const [all, setAll] = useState(false);
  const { checks, environment, run } = document;
  const broken = checks.filter(({ verdict }) => verdict === "fail");
  const kept = checks.filter(({ verdict }) => verdict === "pass");
  if (broken.length + kept.length === 0) return <p className="muted">{t.notJudged}</p>;
  const shown = all ? checks : broken;
  return (
    <>
      <p className="why__line">
        {broken.length === 0 ? null : (
          <Badge tone="bad" icon="close">
            {t.broken(broken.length)}
          </Badge>
        )}
        <Badge tone="good" icon="check">
          {t.kept(kept.length)}
        </Badge>
        {environment === null ? null : (
          <span>{environment.same ? t.environmentSame(environment.changes) : t.environmentDiffers}</span>
        )}
        <Button small kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.hideAll : t.showAll}
        </Button>
      </p>
      <ul className="why__findings">
        {shown.map((check) => (
          <li key={check.check}>
            <p className="why__line">
              <Badge tone={check.verdict === "fail" ? "bad" : check.verdict === "pass" ? "good" : "neutral"}>
                {t.verdict[check.verdict]}
              </Badge>
              <span>{check.rule}</span>
              <span className="muted numeric">{check.examined === 0 ? "" : t.facts(check.examined)}</span>
            </p>
            {check.violations.map((violation, index) => (
              <p key={index} className="evidence">
                <span>{violation.message}</span>
                {violation.seqs.map((seq) => (
                  <a key={seq} href={links.run(run, { tab: "events", seq })}>
                    {t.toEvent(seq)}
                  </a>
                ))}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
