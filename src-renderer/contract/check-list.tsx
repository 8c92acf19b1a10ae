// The checks that a verdict rests on, each with what it read and of which grade it is.
import type { SufficiencyCheck } from "../../src-shared/rpc/checks.ts";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.contract;

export function CheckList({ checks }: { checks: readonly SufficiencyCheck[] }) {
  return (
    <ul className="contract-checks">
      {checks.map((check) => (
        <CheckRow key={check.check} check={check} />
      ))}
    </ul>
  );
}

function CheckRow({ check: { check, ok, detail, grade } }: { check: SufficiencyCheck }) {
  const mark = ok === null ? "open" : ok ? "yes" : "no";
  return (
    <li className={classNames("contract-check", `contract-check--${mark}`)}>
      <span className="contract-check__mark" title={t.checkMarks[mark]}>
        <Icon name={ok === null ? "dots" : ok ? "check" : "warning"} size={14} />
      </span>
      <span className="contract-check__name">{t.checks[check]}</span>
      <span className="contract-check__detail">{detail}</span>
      <span className="contract-grade" title={t.gradeHelp[grade]}>
        {t.grades[grade]}
      </span>
    </li>
  );
}
