// What the stop banner says of a run, each part with the event or turn it stands on. Facts only; how an ending looks is decided in
// one place (`ui/ending-tone.ts`).
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { CheckResult, RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { Ending, TerminalState } from "../../src-shared/trace/vocabulary.ts";
import { numberAt, objectOf, textAt } from "./read-data.ts";
import { callFailed } from "./turn-rows.ts";

/** Where a part of the banner leads: an event, when it is known, of a turn. */
export interface Place {
  turn: number | null;
  seq: number | null;
}

export type LimitName = "turns" | "attempts" | "elapsed_ms" | "max_tokens" | "context" | "repeats";

export interface StopBanner {
  ending: Ending | null;
  /** Stopped with something outstanding that was asked for, whatever the ending is called. */
  earlyStop: boolean;
  terminalState: TerminalState | null;
  reason: string;
  detail: string;
  end: Place;
  finish: { sent: string | null; judged: string | null; place: Place } | null;
  limit: { name: LimitName; limit: number | null; value: number | null; place: Place } | null;
  outstanding: { item: LedgerItem; place: Place }[];
  done: number;
  lastError: { text: string; code: string; place: Place } | null;
  passed: boolean | null;
  failedChecks: CheckResult[];
  simulated: boolean;
}

export interface StoppedRun {
  summary: RunSummary;
  started: RunStarted;
  ended: RunEnded | null;
  turns: readonly TurnRecord[];
  /** Events at hand, in order; the places they name become exact. */
  events: readonly StoredEvent[];
}

export function stopBanner(run: StoppedRun): StopBanner {
  const { summary, ended } = run;
  const ending = ended?.ending ?? summary.ending;
  const last = run.turns.at(-1);
  const ledger = ended?.ledger ?? [];
  const end = { turn: last?.turn ?? null, seq: lastSeq(run.events, (event) => event.kind === "run.ended") };
  const finished = lastWithResponse(run.turns);
  return {
    ending,
    earlyStop: (ended?.early_stop ?? summary.early_stop ?? false) || ledger.some(isOutstandingRequest),
    terminalState: ended?.terminal_state ?? summary.terminal_state,
    reason: ended?.reason ?? "",
    detail: ended?.detail ?? "",
    end,
    finish: finished && {
      sent: finished.finish_reason,
      judged: finished.effective_finish_reason,
      place: placeOf(run.events, finished.turn, "response.finished"),
    },
    limit: limitOf(run, ending, end),
    outstanding: ledger
      .filter((item) => item.status === "outstanding")
      .map((item) => ({ item, place: item.evidence[0] === undefined ? end : { turn: null, seq: item.evidence[0] } })),
    done: ledger.filter((item) => item.status === "done").length,
    lastError: lastError(run),
    passed: ended?.passed ?? summary.passed,
    failedChecks: (ended?.checks ?? []).filter((check) => !check.passed),
    simulated: summary.simulated,
  };
}

function isOutstandingRequest(item: LedgerItem): boolean {
  return item.source === "request" && item.status === "outstanding";
}

function limitOf(run: StoppedRun, ending: Ending | null, end: Place): StopBanner["limit"] {
  const { budgets, sampling } = run.started.variant;
  const last = run.turns.at(-1);
  switch (ending) {
    case "step_cap":
      return run.ended?.reason.includes("attempt")
        ? { name: "attempts", limit: budgets.attempts, value: run.summary.tool_attempts, place: end }
        : { name: "turns", limit: budgets.turns, value: run.summary.turns, place: end };
    case "budget_spent":
      return run.ended?.reason.includes("attempt")
        ? { name: "attempts", limit: budgets.attempts, value: run.summary.tool_attempts, place: end }
        : { name: "elapsed_ms", limit: budgets.elapsed_ms, value: run.summary.duration_ms, place: end };
    case "truncated":
      return {
        name: "max_tokens",
        limit: sampling.max_tokens,
        value: last?.usage.completion_tokens ?? null,
        place: placeOf(run.events, last?.turn ?? null, "response.finished"),
      };
    case "context_overflow":
      return {
        name: "context",
        limit: null,
        value: last?.usage.prompt_tokens ?? last?.usage.estimated_prompt_tokens ?? null,
        place: placeOf(run.events, last?.turn ?? null, "turn.started"),
      };
    case "loop": {
      const notice = run.events.findLast((event) => event.kind === "loop.noticed");
      return {
        name: "repeats",
        limit: null,
        value: notice ? numberAt(objectOf(notice.data), "times") : null,
        place: notice ? { turn: notice.turn, seq: notice.seq } : end,
      };
    }
    default:
      return null;
  }
}

function lastError(run: StoppedRun): StopBanner["lastError"] {
  const turn = run.turns.findLast((candidate) => candidate.error !== null || candidate.calls.some(callFailed));
  if (!turn) return null;
  if (turn.error) {
    return {
      text: turn.error.message,
      code: turn.error.category,
      place: placeOf(run.events, turn.turn, "response.finished"),
    };
  }
  const call = turn.calls.findLast(callFailed);
  const event = run.events.findLast(
    (candidate) => candidate.kind === "tool.finished" && textAt(objectOf(candidate.data), "call_id") === call?.id,
  );
  const message = event ? textAt(objectOf(objectOf(event.data)["error"]), "message") : null;
  return {
    text: message ? `${call?.name ?? ""}: ${message}` : (call?.name ?? ""),
    code: call?.outcome ?? "",
    place: { turn: turn.turn, seq: event?.seq ?? null },
  };
}

function lastWithResponse(turns: readonly TurnRecord[]): TurnRecord | null {
  return turns.findLast((turn) => turn.finish_reason !== null || turn.effective_finish_reason !== null) ?? null;
}

function placeOf(events: readonly StoredEvent[], turn: number | null, kind: string): Place {
  return { turn, seq: turn === null ? null : lastSeq(events, (event) => event.turn === turn && event.kind === kind) };
}

function lastSeq(events: readonly StoredEvent[], test: (event: StoredEvent) => boolean): number | null {
  return events.findLast(test)?.seq ?? null;
}
