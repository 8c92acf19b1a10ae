// A run picked up where its trace ends: the process had died, or a person lets a run that was handed over go on. Its
// messages, environment, budgets and open calls are rebuilt from the trace alone.
import { toStored, type EventData, type EventKind, type TraceEvent } from "../../src-shared/trace/event.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import type { AlreadySpent } from "../agent/budget.ts";
import type { ResumePoint } from "../agent/loop.ts";
import { normalisedArguments } from "../agent/operation-key.ts";
import type { EarlierCall } from "../agent/earlier-calls.ts";
import type { ContextResult } from "../agent/run-context.ts";
import type { EnvironmentSnapshot } from "../agent/ports.ts";
import { stepsFromEvents } from "../ledger/steps.ts";
import type { LedgerStep } from "../ledger/types.ts";
import { earlierCalls } from "./earlier-calls.ts";
import { changesMessages } from "./fork.ts";
import { environmentBefore, lineage, lineageEvents, resultsIn, type Generation, type TraceReader } from "./history.ts";

export interface PreparedResume {
  started: RunStarted;
  root: RunStarted;
  messages: ChatMessage[];
  environment: EnvironmentSnapshot;
  steps: LedgerStep[];
  offeredBefore: string[];
  results: ContextResult[];
  firstTurn: number;
  spent: AlreadySpent;
  /** Tool and normalised arguments that were denied for lack of permission. */
  accessDenied: string[];
  /** Calls whose counts go on where the process had died. */
  earlierCalls: EarlierCall[];
  /** Set where the last turn's response is on record and its calls may be open. */
  resume: ResumePoint | null;
}

/**
 * Null where the run has not begun a turn yet: it is to be prepared like a new one, with what its `run.started` says.
 */
export function prepareResume(reader: TraceReader, run: string): PreparedResume | null {
  const generations = lineage(reader, run);
  const own = generations.at(-1) as Generation;
  const all = lineageEvents(generations);
  // A turn that was held before its request has events and no beginning yet: it comes again.
  const begun = own.events.filter((event) => event.kind === "turn.started").at(-1);
  if (begun?.kind !== "turn.started" || begun.turn === null) return null;
  const lastTurn = begun.turn;
  const finished = lastOf(own.events, "response.finished", lastTurn);
  const leaf = lastMessage(own.events, lastTurn) ?? begun.data.context;
  const environment = environmentBefore(generations, Number.MAX_SAFE_INTEGER, reader);
  return {
    started: own.started,
    root: (generations[0] as Generation).started,
    messages: reader.messages(leaf),
    environment: environment === null ? {} : (JSON.parse(environment) as EnvironmentSnapshot),
    steps: stepsFromEvents(all.map(toStored), (hash) => reader.blobText(hash)),
    results: resultsIn(all, run),
    offeredBefore: [...new Set(all.flatMap((event) => (event.kind === "turn.started" ? event.data.tool_names : [])))],
    // A request that got no answer is sent anew as a turn of its own; the broken one stays as it is.
    firstTurn: finished ? lastTurn : lastTurn + 1,
    spent: spentBy(own.events),
    accessDenied: accessDenied(own.events),
    earlierCalls: earlierCalls(changesMessages(own.started.edits) ? own.events : all, (hash) => reader.blobText(hash)),
    resume: finished ? resumePoint(own.events, lastTurn, finished) : null,
  };
}

function resumePoint(
  events: readonly TraceEvent[],
  turn: number,
  finished: EventData<"response.finished">,
): ResumePoint {
  const answered = new Set<string>();
  const started = new Map<string, EventData<"tool.started">>();
  /** Of the last attempt, where that has a result. */
  const outcomes = new Map<string, Outcome>();
  for (const event of events) {
    if (event.turn !== turn) continue;
    if (event.kind === "tool.started") {
      started.set(event.data.call_id, event.data);
      outcomes.delete(event.data.call_id);
    }
    if (event.kind !== "tool.finished") continue;
    outcomes.set(event.data.call_id, event.data.outcome);
    if (event.data.message !== null) answered.add(event.data.call_id);
  }
  // Open: the last attempt has no result, or it has one that asked for another attempt which never came.
  const open = [...started.values()].find((attempt) => !answered.has(attempt.call_id));
  return {
    turn,
    finished,
    answered: [...answered],
    inDoubt: open
      ? {
          callId: open.call_id,
          attempt: open.attempt,
          operationKey: open.operation_key,
          outcome: outcomes.get(open.call_id) ?? null,
        }
      : null,
    reminders: events.filter((event) => event.kind === "gate.reminded").length,
    approvedAgain: approvedAgain(events),
  };
}

/** Tool and arguments that a person approved for the rest of the run. */
function approvedAgain(events: readonly TraceEvent[]): string[] {
  const asked = new Map<string, EventData<"approval.requested">>();
  const keys: string[] = [];
  for (const event of events) {
    if (event.kind === "approval.requested") asked.set(event.data.approval_id, event.data);
    if (event.kind !== "approval.decided" || !event.data.again || event.data.decision !== "approve") continue;
    const request = asked.get(event.data.approval_id);
    if (request && request.effect !== "destructive")
      keys.push(`${request.tool} ${normalisedArguments(request.arguments)}`);
  }
  return keys;
}

/** A fork's prefix is left out: what it changes may be the permission, and its calls are authorised anew. */
function accessDenied(events: readonly TraceEvent[]): string[] {
  const args = new Map<string, EventData<"tool.started">["arguments"]>();
  const keys = new Set<string>();
  for (const event of events) {
    if (event.kind === "tool.started") args.set(event.data.call_id, event.data.arguments);
    if (event.kind !== "tool.finished" || event.data.outcome !== "access_denied") continue;
    keys.add(`${event.data.tool} ${normalisedArguments(args.get(event.data.call_id) ?? null)}`);
  }
  return [...keys];
}

/** What follows one of these, follows a rest: a person was waited for, or the run had ended. */
const RESTS_AFTER: ReadonlySet<EventKind> = new Set([
  "approval.requested",
  "debug.paused",
  "run.ended",
  "handover.settled",
  "finding.judged",
]);

/** Turns, admitted attempts and time of the earlier processes; the waits for a person and the pauses are left out of the time. */
function spentBy(events: readonly TraceEvent[]): AlreadySpent {
  let turns = 0;
  let attempts = 0;
  let elapsed = 0;
  let since: number | null = null;
  for (const [index, event] of events.entries()) {
    if (event.kind === "turn.started") turns += 1;
    if (event.kind === "policy.decided") attempts += 1;
    // A retry is admitted without a decision of its own; a look-up has one.
    if (event.kind === "transition" && event.data.to === "call" && event.data.reason === "retry") attempts += 1;
    const previous = events[index - 1];
    const resting = previous !== undefined && RESTS_AFTER.has(previous.kind);
    if (since !== null && !resting && event.kind !== "run.ended") elapsed += Math.max(0, event.at - since);
    since = event.at;
  }
  return { turns, attempts, elapsed_ms: elapsed };
}

/** The last message that the turn put into the chain: a result, a reminder or the answer itself. */
function lastMessage(events: readonly TraceEvent[], turn: number): EventData<"turn.started">["context"] | null {
  let leaf: EventData<"turn.started">["context"] | null = null;
  for (const event of events) {
    if (event.turn !== turn) continue;
    if (event.kind === "response.finished" || event.kind === "tool.finished" || event.kind === "loop.noticed")
      leaf = event.data.message ?? leaf;
    else if (event.kind === "gate.reminded" || event.kind === "subtask.named") leaf = event.data.message;
  }
  return leaf;
}

function lastOf<K extends EventKind>(events: readonly TraceEvent[], kind: K, turn: number): EventData<K> | null {
  const found = events.findLast((event) => event.kind === kind && event.turn === turn);
  return found ? (found.data as EventData<K>) : null;
}
