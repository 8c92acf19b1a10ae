// What the model said: its text and reasoning as they came, beside the calls that were parsed and those that stand as text; the
// finish reason as sent and as judged, and each mark in words. An error stands beside the partial output.
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { ReactNode } from "react";
import type { TextCall } from "../../src-shared/trace/events/response-finished.ts";
import type { CallRecord, TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { LiveText } from "../data/live-runs.ts";
import { callFailed } from "../derive/turn-rows.ts";
import { Badge } from "../ui/badge.tsx";
import { CodeView } from "../ui/code-view.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { formatDuration, formatNumber } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, Notice } from "../ui/states.tsx";
import "./said-tab.css";

const t = m.inspector;

export function SaidTab({
  turn,
  live,
  verdict,
  tryAgain,
  textCall,
}: {
  turn: TurnRecord;
  live: LiveText | null;
  /** Why the turn made no call; null where there is nothing to say. */
  verdict: ReactNode;
  /** What can be tried with the request; null while it goes on. */
  tryAgain: ReactNode;
  /** What can be done with a text call. */
  textCall(call: TextCall, index: number): ReactNode;
}) {
  const answered = turn.latency_ms !== null || turn.content !== null || turn.error !== null;
  if (!answered && live === null) return <EmptyState icon="dots" title={t.noResponse} />;
  const content = live?.content ?? turn.content ?? "";
  const reasoning = live?.reasoning ?? turn.reasoning ?? "";
  return (
    <div className="said">
      {live ? <p className="said__live">{t.streaming}</p> : <Finish turn={turn} />}
      {turn.error === null ? null : (
        <Notice tone="bad">
          <strong>{turn.error.category}</strong>
          {turn.error.status === null ? "" : ` (${turn.error.status})`}: {turn.error.message}
        </Notice>
      )}
      {turn.flags.map((flag) => (
        <Notice key={flag} tone="warning">
          <strong>{m.vocabulary.turnFlags[flag]}.</strong>{" "}
          {flag === "text_call" && turn.calls.length > 0 ? t.textCallRead : t.turnFlagHelp[flag]}
        </Notice>
      ))}
      {verdict}
      {tryAgain === null ? null : <div>{tryAgain}</div>}
      <div className="said__columns">
        <section className="said__texts">
          {reasoning === "" ? null : (
            <div className="said__block said__block--reasoning">
              <h3>{t.reasoning}</h3>
              <CodeView text={reasoning} label={t.reasoning} rows={14} />
            </div>
          )}
          <div className="said__block said__block--text">
            <h3>{t.rawText}</h3>
            {content === "" ? (
              <p className="muted">{t.noVisibleText}</p>
            ) : (
              <CodeView text={content} label={t.rawText} rows={40} />
            )}
          </div>
        </section>
        <section className="said__calls">
          <h3>{t.parsedCalls}</h3>
          {live && live.call !== "" ? <CodeView text={live.call} label={t.parsedCalls} bare /> : null}
          {turn.calls.length === 0 && !live ? <p className="muted">{t.noCalls}</p> : null}
          {turn.calls.map((call) => (
            <Call key={call.id} call={call} ended={turn.ended} />
          ))}
          {turn.text_calls.length === 0 ? null : (
            <>
              <h3>{t.textCalls}</h3>
              <p className="secondary">{t.textCallsHelp}</p>
              {turn.text_calls.map((call, index) => (
                <div key={index} className="said__call said__call--text">
                  <div className="said__call-head">
                    <code className="said__tool">{call.name}</code>
                    <Badge tone="stop">{call.syntax}</Badge>
                    <span className="secondary">{t.textCallIn[call.where]}</span>
                    {call.complete ? null : <Badge tone="cut">{t.incompleteCall}</Badge>}
                  </div>
                  {call.arguments === null ? null : <JsonTree value={call.arguments} label={t.arguments} rows={10} />}
                  {turn.calls.length > 0 ? null : textCall(call, index)}
                </div>
              ))}
            </>
          )}
        </section>
      </div>
    </div>
  );
}

function Finish({ turn }: { turn: TurnRecord }) {
  const { finish_reason: sent, effective_finish_reason: judged, usage } = turn;
  return (
    <dl className="said__finish">
      <div>
        <dt>{t.finish}</dt>
        <dd>
          <code>{sent ?? t.nothingSent}</code>{" "}
          <span className="muted">{sent === judged ? t.finishSame : t.finishAsSent}</span>
          {sent === judged ? null : (
            <>
              {" "}
              <code className="said__judged">{judged ?? t.nothingSent}</code>{" "}
              <span className="muted">{t.finishAsJudged}</span>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt className="visually-hidden">{t.strip}</dt>
        <dd className="numeric secondary">
          {[
            `${usage.prompt_tokens === null ? `≈ ${formatNumber(usage.estimated_prompt_tokens ?? 0)}` : formatNumber(usage.prompt_tokens)} + ${usage.completion_tokens === null ? "?" : formatNumber(usage.completion_tokens)} tok`,
            turn.ttft_ms === null ? null : `${t.ttft} ${formatDuration(turn.ttft_ms)}`,
            turn.latency_ms === null ? null : formatDuration(turn.latency_ms),
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </dd>
      </div>
    </dl>
  );
}

function Call({ call, ended }: { call: CallRecord; ended: boolean }) {
  return (
    <div className="said__call">
      <div className="said__call-head">
        <code className="said__tool">{call.name}</code>
        {call.effect === null || call.effect === "read" ? null : <Badge tone="ask">{call.effect}</Badge>}
        {call.outcome === null ? (
          <span className="muted">{ended ? t.neverRan : ""}</span>
        ) : (
          <Badge tone={callFailed(call) ? "bad" : "neutral"}>{m.vocabulary.outcomes[call.outcome]}</Badge>
        )}
        {call.policy === null ? null : <code className="muted">{call.policy}</code>}
        <code className="said__id muted truncate">{call.id}</code>
      </div>
      {call.flags.map((flag) => (
        <p key={flag} className="said__flag">
          {t.callFlagHelp[flag]}
        </p>
      ))}
      <Arguments call={call} />
      {call.arguments !== null && call.flags.some((flag) => flag.startsWith("arguments_")) ? (
        <>
          <p className="secondary">{t.argumentsSent}</p>
          <CodeView text={call.arguments_text} label={t.argumentsSent} rows={6} />
        </>
      ) : null}
    </div>
  );
}

function Arguments({ call }: { call: CallRecord }) {
  const { arguments: parsed } = call;
  if (parsed === null) return <CodeView text={call.arguments_text} label={t.argumentsSent} rows={10} />;
  if (isJsonObject(parsed) && Object.keys(parsed).length === 0) return <p className="muted">{t.noArguments}</p>;
  return <JsonTree value={parsed} label={t.arguments} rows={12} />;
}
