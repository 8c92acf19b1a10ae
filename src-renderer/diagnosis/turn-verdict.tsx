// Model or server: whose choice it was that a turn made no call, with what it rests on and what to change.
import type { TurnVerdict } from "../../src-shared/rpc/experiments.ts";
import { useCall } from "../data/hooks.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText } from "../ui/states.tsx";
import "./diagnosis.css";

const t = m.diagnosis;

/** Only for turns that have ended. Shows nothing for a turn that made a call. */
export function TurnVerdictView({ run, turn }: { run: string; turn: number }) {
  const loaded = useCall("turn.verdict", { run, turn }, { staleTime: Infinity });
  if (loaded.error) return <p className="muted">{errorText(loaded.error)}</p>;
  const verdict = loaded.data?.verdict ?? null;
  return verdict === null ? null : <VerdictBody verdict={verdict} />;
}

function VerdictBody({ verdict }: { verdict: TurnVerdict }) {
  return (
    <div className="verdict" role="group" aria-label={t.verdictTitle}>
      <p className="verdict__head">
        <strong>{t.verdictTitle}</strong>{" "}
        <Badge tone={verdict.whose === "model" ? "stop" : "cut"}>{t.whose[verdict.whose]}</Badge>
        <span>{t.verdicts[verdict.verdict]}</span>
        {verdict.stop_margin === null ? null : (
          <span className="secondary numeric" title={t.marginHelp}>
            {t.margin(verdict.stop_margin)}
          </span>
        )}
      </p>
      <ul className="verdict__evidence">
        {verdict.evidence.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
      {verdict.what_to_change === null ? null : (
        <p>
          <span className="secondary">{t.change}</span> {verdict.what_to_change}
        </p>
      )}
    </div>
  );
}
