// Texts of the state strip and of what was decided and tried.
import type { ExecutorState } from "../../../../src-shared/trace/vocabulary.ts";
import { formatDuration, plural } from "../format.ts";

const states: Record<ExecutorState, string> = {
  plan: "plan",
  call: "call",
  observe: "observe",
  complete: "complete",
  abstain: "abstain",
  escalate: "escalate",
  unknown: "unknown",
};

const stateHelp: Record<ExecutorState, string> = {
  plan: "the model is asked",
  call: "a call is admitted",
  observe: "an attempt came back",
  complete: "ended: every condition is met",
  abstain: "ended: no reliable answer with what is allowed",
  escalate: "ended: a person has to decide",
  unknown: "ended: a write's result is not known",
};

/** Words for the decisions' codes that a person meets most; other codes are shown as they are. */
const reasons: Record<string, string> = {
  read_runs: "reads run",
  write_runs: "the run lets writes run",
  destructive_runs: "the run lets destructive calls run",
  write_asks: "writes ask",
  destructive_asks: "destructive calls ask",
  write_denied: "the run denies writes",
  destructive_denied: "the run denies destructive calls",
  approved_again: "the same call was approved for this run",
  authorised_before: "authorised before the run went on",
  recorded_result: "answered from the recording",
  live_in_replay_asks: "a live call of a replay asks",
  unknown_tool: "there is no such tool",
  tool_not_offered: "this turn does not offer the tool",
  invalid_arguments: "the arguments do not fit",
  invalid_again: "the corrected arguments do not fit either: not retried",
  invalid_json: "the arguments are no JSON",
  arguments_truncated: "the arguments were cut",
  reserved_argument: "an argument that only the configuration gives",
  stale_state_version: "it acts on an old version of the state",
  correction_changes_meaning: "the correction changes what was meant",
  correction_spent: "the one corrected retry is spent",
  searches_bring_nothing_new: "two searches in a row brought nothing new",
  attempt_budget: "the budget of attempts is spent",
  person_required: "only a person may let it run",
  access_denied_before: "denied before; neither permission nor input has changed",
  operation_key_reused: "the operation key belongs to other arguments",
  write_response_lost: "the write's response was lost: look it up first",
  accepted_by_person: "a person had it run",
};

export const decided = {
  // Strip
  strip: "States of the run",
  stripLegend: "plan, call and observe in three lanes; the end is the last mark. Enter opens the event.",
  legend: "What the shapes mean",
  legendEntry: (state: string, help: string) => `${state}: ${help}`,
  failedHelp: "observe, and the attempt failed",
  states,
  stateHelp,
  mark: (at: number, of: number, turn: number | null, state: string, what: string) =>
    `${at} of ${of}: ${turn === null ? "" : `turn ${turn}, `}${state}${what === "" ? "" : `, ${what}`}`,
  markAttempt: (tool: string, attempt: number | null) =>
    attempt === null || attempt === 1 ? tool : `${tool}, attempt ${attempt}`,
  cut: (first: number, last: number, of: number) => `${first} to ${last} of ${of}`,

  // Tab
  none: "Nothing was decided in this turn",
  noneText: "The model proposed no call, and no wait was needed.",
  shared: "This turn is shared with the run this one was forked from; what was decided stands there.",
  sharedLink: "Show it",
  roles: {
    planner: "Planner: it is asked for the next sub-task and is offered no tools",
    executor: "Executor: it works on one sub-task with that sub-task's tools",
    answer: "Answer: all sub-tasks are done, and the request is answered",
  } as Record<string, string>,
  roleNames: { planner: "planner", executor: "sub-task", answer: "answer" },
  roleBadge: (role: string, number: number | null) => (number === null ? role : `${role} ${number}`),
  subtask: (number: number, text: string) => `Sub-task ${number}: ${text}`,
  offered: "Offered",
  noTools: "no tools",
  named: "Named",
  allDone: "nothing left: the answer is next",
  chosenBy: {
    contract: "the sub-task calls for them by their contracts",
    reads: "no write is called for, so only reads",
    all: "no contract fits, so all tools",
  } as Record<string, string>,
  modelWaits: "Waits for the model",
  key: "Operation key",
  attempts: (count: number) => plural(count, "attempt", "attempts"),
  corrects: (call: string) => `the one corrected retry of ${call}`,
  decision: "Decision",
  decisions: { run: "run", ask: "ask", refuse: "refuse", reconcile: "reconcile", escalate: "escalate" } as Record<
    string,
    string
  >,
  reason: (code: string) => reasons[code] ?? code,
  provenance: (count: number) => `after ${plural(count, "result", "results")} in the context`,
  expects: "Expected to bring",
  expectsNothing: "nothing new",
  expectKinds: {
    outstanding_item: "open",
    missing_value: "named and not found yet",
    new_query: "not asked yet",
  } as Record<string, string>,
  brought: (count: number) =>
    count === 0 ? "brought nothing new" : `brought ${plural(count, "new value", "new values")}`,
  barren: (count: number) => (count < 2 ? "" : `${count} searches in a row without anything new`),
  asked: (question: number) => (question === 2 ? "Asked a second time" : "Asked"),
  answered: {
    approve: "Approved",
    deny: "Denied",
    stop: "Run stopped",
  } as Record<string, string>,
  by: (who: string, host: string) => `by ${who} (${host})`,
  attempt: (attempt: number) => `Attempt ${attempt}`,
  lookUp: (attempt: number) => `Look-up by key (attempt ${attempt})`,
  underWay: "under way",
  noEnd: "no end on record",
  notShown: "not shown to the model",
  wait: "Wait",
  causes: {
    backoff: "own back-off",
    retry_after: "Retry-After of the provider",
    loading: "the server loads the model",
    rate_limited: "the server limits the rate",
    approval: "a person is asked",
    paused: "paused",
  } as Record<string, string>,
  waited: (ms: number) => `waited ${formatDuration(ms)}`,
  planned: (ms: number) => `${formatDuration(ms)} planned`,
  left: (ms: number) => `${Math.max(0, Math.ceil(ms / 1000))} s left`,
  since: (ms: number) => `for ${Math.max(0, Math.floor(ms / 1000))} s`,
  hows: { done: "", aborted: "stopped by a person", refused: "not begun: it does not fit the time left" } as Record<
    string,
    string
  >,
  toEvent: (seq: number) => `Event ${seq}`,
};
