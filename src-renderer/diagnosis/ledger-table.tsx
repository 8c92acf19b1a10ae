// What was asked for and promised, against what was done.
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { isDue, type LedgerItem } from "../../src-shared/trace/ledger.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";
import { EvidenceLinks } from "./evidence-links.tsx";

const t = m.diagnosis;

export function LedgerTable({ run, ledger }: { run: MethodOutput<"runs.get">; ledger: readonly LedgerItem[] }) {
  if (ledger.length === 0) return <p className="muted">{t.noLedger}</p>;
  return (
    <ul className="ledger">
      {ledger.map((item, index) => (
        <li key={index} className="ledger__item">
          <Status item={item} />
          <div className="ledger__what">
            <p>
              {item.number === null ? "" : `${item.number}. `}
              {item.action}{" "}
              <span className="secondary">
                ({t.source[item.source]}, {t.kind[item.kind]})
              </span>
            </p>
            {item.condition === undefined ? null : (
              <p className="secondary">
                {t.condition(item.condition.text)} ({t.holds[item.condition.holds]})
              </p>
            )}
            <EvidenceLinks run={run} turn={null} seqs={item.evidence} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Status({ item }: { item: LedgerItem }) {
  if (item.status === "done")
    return (
      <Badge tone="good" icon="check">
        {t.statuses.done}
      </Badge>
    );
  return isDue(item) ? (
    <Badge tone="stop" icon="half">
      {t.statuses.outstanding}
    </Badge>
  ) : (
    <Badge>{t.notDue}</Badge>
  );
}
