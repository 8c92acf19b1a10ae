// What a result claims of the state, and whether the environment before and after bears it out.
import type { ClaimCheck } from "../../src-shared/rpc/checks.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.contract;

export function ClaimList({ claims }: { claims: readonly ClaimCheck[] }) {
  if (claims.length === 0) return <p className="muted">{t.noClaims}</p>;
  return (
    <ul className="contract-list">
      {claims.map((claim) => (
        <li key={claim.path} className="contract-list__row">
          <Badge tone={claim.holds === null ? "neutral" : claim.holds ? "good" : "bad"}>
            {t.claimHolds(claim.holds)}
          </Badge>
          <code title={claim.path}>{t.claim(claim.claim, claim.value)}</code>
          <span className="secondary">{claim.detail}</span>
        </li>
      ))}
    </ul>
  );
}
