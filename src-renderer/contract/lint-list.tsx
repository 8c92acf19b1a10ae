// Findings of the registry lint with what mends them.
import type { LintFinding } from "../../src-shared/cli/lint.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.contract;
const tones = { error: "bad", warning: "limit", info: "neutral" } as const;

export function LintList({ findings }: { findings: readonly LintFinding[] }) {
  if (findings.length === 0) return <p className="muted">{t.noLint}</p>;
  return (
    <ul className="contract-list">
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.field ?? ""} ${finding.tools.join(" ")}`} className="contract-lint">
          <p className="contract-lint__line">
            <Badge tone={tones[finding.severity]}>{t.severities[finding.severity]}</Badge>
            <code className="muted">{finding.rule}</code>
            <span className="contract-grade" title={t.gradeHelp[finding.grade]}>
              {t.grades[finding.grade]}
            </span>
          </p>
          <p>{finding.message}</p>
          {finding.severity === "info" ? null : (
            <p>
              <span className="secondary">{t.mend}</span> {finding.mend}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
