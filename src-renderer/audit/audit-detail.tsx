// One decision in full: what was decided on, by whom, under which key, and after which results.
import type { AuditEntry } from "../../src-shared/rpc/audit.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { setParams } from "../data/location.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { formatDateTime } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice } from "../ui/states.tsx";
import { DecisionBadge } from "./audit-columns.tsx";

const t = m.audit;

export function AuditDetailPane({ entry }: { entry: AuditEntry | undefined }) {
  return (
    <aside className="audit__detail" aria-label={t.detail}>
      {entry === undefined ? (
        <p className="muted">{t.choose}</p>
      ) : (
        <Detail key={`${entry.run} ${entry.seq}`} entry={entry} />
      )}
    </aside>
  );
}

function Detail({ entry }: { entry: AuditEntry }) {
  const detail = useCall("audit.get", { run: entry.run, seq: entry.seq }, { staleTime: Infinity });
  const { turn } = entry;
  return (
    <>
      <p className="audit__line">
        <DecisionBadge decision={entry.decision} />
        <code>{entry.tool ?? t.noTool}</code>
        {entry.effect === null ? null : <Badge>{entry.effect}</Badge>}
      </p>
      <p>
        {m.decided.reason(entry.reason)}{" "}
        {m.decided.reason(entry.reason) === entry.reason ? null : <code className="muted">{entry.reason} </code>}
        <span className="secondary">{t.settledBy(`${entry.by} (${entry.host})`, formatDateTime(entry.at))}</span>
      </p>
      <p className="audit__line">
        {turn === null ? null : (
          <LinkButton href={links.run(entry.run, { turn, tab: "results" })}>{t.toTurn(turn)}</LinkButton>
        )}
        <LinkButton kind="quiet" href={links.run(entry.run, { tab: "events", seq: entry.seq, turn })}>
          {t.toEvent(entry.seq)}
        </LinkButton>
        <Button small kind="quiet" onClick={() => setParams({ run: entry.run }, { replace: false })}>
          {t.onlyRun}
        </Button>
      </p>
      {entry.operation_key === null ? null : (
        <dl className="audit__facts">
          <dt>{t.operationKey}</dt>
          <dd>
            <code>{entry.operation_key}</code>
          </dd>
        </dl>
      )}
      {detail.error ? <Notice tone="bad">{errorText(detail.error)}</Notice> : null}
      {detail.data === undefined ? null : (
        <dl className="audit__facts">
          {detail.data.question === null ? null : (
            <>
              <dt>{t.question(detail.data.question)}</dt>
              <dd>{detail.data.again ? t.again : t.decision(entry.decision)}</dd>
            </>
          )}
          <dt>{t.arguments}</dt>
          <dd>
            <pre className="audit__arguments">{JSON.stringify(detail.data.arguments, null, 2)}</pre>
          </dd>
          <dt>{t.provenance}</dt>
          <dd>
            {detail.data.provenance.length === 0 ? (
              <span className="muted">{t.noProvenance}</span>
            ) : (
              <ul className="audit__provenance">
                {detail.data.provenance.map((result) => (
                  <li key={`${result.run} ${result.seq}`}>
                    <a href={links.run(result.run, { tab: "results", turn: result.turn })}>
                      {t.result(result.tool, result.turn)}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </dl>
      )}
    </>
  );
}
