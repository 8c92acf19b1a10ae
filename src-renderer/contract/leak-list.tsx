// What a result holds that is not for a model, by field, with a masked excerpt. What the contract makes public is listed and warns of nothing.
import type { Leak } from "../../src-shared/rpc/checks.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.contract;
const ORDER = { leak: 0, unclear: 1, public: 2 } as const;

export function LeakList({ leaks }: { leaks: readonly Leak[] }) {
  if (leaks.length === 0) return <p className="muted">{t.noLeaks}</p>;
  return (
    <ul className="contract-list">
      {leaks
        .toSorted((a, b) => ORDER[a.standing] - ORDER[b.standing])
        .map((leak) => (
          <li key={`${leak.kind} ${leak.pattern}`} className="contract-list__row">
            <Badge tone={leak.standing === "leak" ? (leak.shown ? "bad" : "limit") : "neutral"}>
              {t.kinds[leak.kind]}
            </Badge>
            <code className="contract-list__path" title={leak.path}>
              {leak.pattern === "" ? t.wholeValue : leak.pattern}
            </code>
            <code className="contract-list__excerpt">{leak.excerpt}</code>
            <span className="secondary">
              {[t.standings[leak.standing], t.places(leak.count), leak.shown ? t.reached : t.keptBack].join(" · ")}
            </span>
          </li>
        ))}
    </ul>
  );
}
