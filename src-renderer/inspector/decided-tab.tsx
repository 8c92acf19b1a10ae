// What policy decided about each call of a turn and what was tried: decisions with their reasons, questions, attempts with the waits before them and
// their causes, and the operation key. A wait that is going on counts down.
import type { ReactNode } from "react";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { LiveRun } from "../data/live-runs.ts";
import { links } from "../data/links.ts";
import {
  turnDecisions,
  type CallDecisions,
  type Step,
  type TurnDecisions,
  type WaitStep,
} from "../derive/decisions.ts";
import { Badge } from "../ui/badge.tsx";
import type { Tone } from "../ui/ending-tone.ts";
import { formatDuration, formatList } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, Notice } from "../ui/states.tsx";
import { useNow } from "../ui/use-now.ts";
import "./decided-tab.css";

const t = m.decided;

export interface DecidedTabProps {
  run: string;
  turn: TurnRecord;
  live: LiveRun;
  isLive: boolean;
}

export function DecidedTab({ run, turn, live, isLive }: DecidedTabProps) {
  const decided = turnDecisions(live.events.filter((event) => event.turn === turn.turn));
  const waits = [...decided.waits, ...decided.calls.flatMap((call) => call.steps)];
  const now = useNow(isLive && waits.some((step) => step.kind === "wait" && step.how === null));
  const shared = turn.inherited_from;
  if (shared !== null) {
    return (
      <EmptyState
        icon="list"
        title={t.none}
        actions={<a href={links.run(shared, { turn: turn.turn, tab: "decided" })}>{t.sharedLink}</a>}
      >
        {t.shared}
      </EmptyState>
    );
  }
  if (decided.role === null && decided.calls.length === 0 && decided.waits.length === 0) {
    return (
      <EmptyState icon="list" title={t.none}>
        {t.noneText}
      </EmptyState>
    );
  }
  const context = { run, turn: turn.turn, now, isLive };
  return (
    <div className="decided">
      <PlannerPart decided={decided} offered={live.events} turn={turn.turn} />
      {decided.waits.length === 0 ? null : (
        <section className="decided__call" aria-label={t.modelWaits}>
          <h3>{t.modelWaits}</h3>
          <ol className="decided__steps">
            {decided.waits.map((wait) => (
              <StepRow key={wait.seq} step={wait} {...context} />
            ))}
          </ol>
        </section>
      )}
      {decided.calls.map((call) => (
        <CallPart key={call.callId} call={call} {...context} />
      ))}
    </div>
  );
}

/** What the turn is for in a run with a planner, and what it offers. */
function PlannerPart({ decided, offered, turn }: { decided: TurnDecisions; offered: LiveRun["events"]; turn: number }) {
  if (decided.role === null) return null;
  const started = offered.find((event) => event.kind === "turn.started" && event.turn === turn);
  const names = namesOf(started?.data);
  const { named, subtask } = decided;
  return (
    <Notice tone="info">
      <strong>{t.roles[decided.role] ?? decided.role}.</strong>
      <dl className="decided__facts">
        {subtask === null ? null : <Fact name={t.subtask(subtask.number, "")}>{subtask.text}</Fact>}
        <Fact name={t.offered}>{names.length === 0 ? t.noTools : <Tools names={names} />}</Fact>
        {named === null ? null : (
          <Fact name={t.named}>
            {named.subtask ?? t.allDone}
            {named.tools.length === 0 ? null : (
              <>
                {": "}
                <Tools names={named.tools} />{" "}
                <span className="muted">
                  {named.chosenBy === null ? "" : (t.chosenBy[named.chosenBy] ?? named.chosenBy)}
                </span>
              </>
            )}
          </Fact>
        )}
      </dl>
    </Notice>
  );
}

function Tools({ names }: { names: readonly string[] }) {
  return <code>{formatList(names)}</code>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function namesOf(data: unknown): string[] {
  if (typeof data !== "object" || data === null || !("tool_names" in data) || !Array.isArray(data.tool_names))
    return [];
  return data.tool_names.filter((name): name is string => typeof name === "string");
}

interface Around {
  run: string;
  turn: number;
  now: number;
  isLive: boolean;
}

function CallPart({ call, ...around }: { call: CallDecisions } & Around) {
  return (
    <section className="decided__call" aria-label={call.tool}>
      <header className="decided__head">
        <code className="decided__tool">{call.tool}</code>
        <span className="muted numeric">{t.attempts(call.attempts)}</span>
        {call.corrects === null ? null : <Badge tone="limit">{t.corrects(call.corrects)}</Badge>}
        {call.key === null ? null : (
          <span className="decided__key truncate" title={call.key}>
            <span className="muted">{t.key}</span> <code>{call.key}</code>
          </span>
        )}
      </header>
      <ol className="decided__steps">
        {call.steps.map((step) => (
          <StepRow key={`${step.kind} ${step.seq}`} step={step} {...around} />
        ))}
      </ol>
    </section>
  );
}

function StepRow({ step, run, turn, now, isLive }: { step: Step } & Around) {
  const { what, detail, tone, time } = tell(step, now, isLive);
  return (
    <li className={`decided__step decided__step--${step.kind}`}>
      <span className="decided__what">{what}</span>
      <span className="decided__detail">
        {tone === null ? detail : <Badge tone={tone}>{detail}</Badge>} <More step={step} />
      </span>
      <span className="decided__time numeric muted">{time}</span>
      <a className="decided__link numeric" href={links.run(run, { turn, tab: "events", seq: step.seq })}>
        {t.toEvent(step.seq)}
      </a>
    </li>
  );
}

interface Told {
  what: string;
  detail: string;
  tone: Tone | null;
  time: string;
}

function tell(step: Step, now: number, isLive: boolean): Told {
  switch (step.kind) {
    case "policy": {
      const bad = step.decision === "refuse" || step.decision === "escalate";
      const asks = step.decision === "ask" || step.decision === "reconcile";
      return {
        what: t.decision,
        detail: t.decisions[step.decision] ?? step.decision,
        tone: bad ? "bad" : asks ? "ask" : "good",
        time: "",
      };
    }
    case "asked":
      return { what: t.asked(step.question), detail: "", tone: null, time: "" };
    case "answered":
      return {
        what: t.answered[step.decision] ?? step.decision,
        detail: [t.by(step.by, step.host), step.reason].filter((part) => part !== "").join(": "),
        tone: null,
        time: "",
      };
    case "attempt": {
      const outcomes: Record<string, string> = m.vocabulary.outcomes;
      const open = isLive ? t.underWay : t.noEnd;
      const fine = step.outcome === "ok" || step.outcome === "empty";
      return {
        what: step.lookUp ? t.lookUp(step.attempt) : t.attempt(step.attempt),
        detail: step.outcome === null ? open : (outcomes[step.outcome] ?? step.outcome),
        tone: step.outcome === null ? "busy" : fine ? "good" : "bad",
        time: step.latencyMs === null ? "" : formatDuration(step.latencyMs),
      };
    }
    case "wait":
      return tellWait(step, now, isLive);
  }
}

function tellWait(step: WaitStep, now: number, isLive: boolean): Told {
  const cause = step.cause ?? step.why;
  const told = { what: t.wait, detail: t.causes[cause] ?? cause };
  if (step.how === null && isLive) {
    return { ...told, tone: "busy", time: step.until === null ? t.since(now - step.since) : t.left(step.until - now) };
  }
  const waited = step.waitedMs === null ? "" : t.waited(step.waitedMs);
  return { ...told, tone: step.how === "refused" ? "bad" : "limit", time: waited };
}

/** What stands beside the badge: the reason's words and code, an error's code, what a search was to bring and brought. */
function More({ step }: { step: Step }) {
  switch (step.kind) {
    case "policy": {
      const words = t.reason(step.reason);
      return (
        <>
          {words} {words === step.reason ? null : <code className="muted">{step.reason}</code>}
          {step.provenance === 0 ? null : <span className="muted"> {t.provenance(step.provenance)}</span>}
          {step.expects === null ? null : <Expectations step={step} />}
        </>
      );
    }
    case "attempt":
      return (
        <>
          {step.errorCode === null || step.errorCode === step.outcome ? null : <code>{step.errorCode}</code>}{" "}
          {step.outcome === null || step.shown ? null : <span className="muted">{t.notShown}</span>}
          {step.brought === null ? null : (
            <span className="secondary">
              {[
                t.brought(step.brought.newValues) +
                  (step.brought.sample.length === 0 ? "" : `: ${formatList(step.brought.sample)}`),
                t.barren(step.brought.barren),
              ]
                .filter((part) => part !== "")
                .join("; ")}
            </span>
          )}
        </>
      );
    case "wait":
      return (
        <span className="muted">
          {[
            step.plannedMs === null ? "" : t.planned(step.plannedMs),
            step.how === null ? "" : (t.hows[step.how] ?? step.how),
            step.why === "backoff" ? "" : step.detail,
          ]
            .filter((part) => part !== "")
            .join(", ")}
        </span>
      );
    case "asked":
    case "answered":
      return null;
  }
}

function Expectations({ step }: { step: Extract<Step, { kind: "policy" }> }) {
  const expects = step.expects ?? [];
  return (
    <div className="decided__expects">
      <span className="muted">{t.expects}:</span>{" "}
      {expects.length === 0
        ? t.expectsNothing
        : expects.map((entry, index) => (
            <span key={`${entry.kind} ${entry.what}`}>
              {index === 0 ? "" : "; "}
              {entry.what} <span className="muted">({t.expectKinds[entry.kind] ?? entry.kind})</span>
            </span>
          ))}
    </div>
  );
}
