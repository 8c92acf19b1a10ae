// Texts of the inspector view.
import type { MarkKind } from "../../../derive/event-rows.ts";
import type { LimitName } from "../../../derive/stop-banner.ts";
import type { CallFlag, TurnFlag } from "../../../../src-shared/trace/vocabulary.ts";
import { formatCompact, formatDuration, formatNumber, plural } from "../format.ts";

const limits: Record<LimitName, string> = {
  turns: "turns",
  attempts: "tool attempts",
  elapsed_ms: "time",
  max_tokens: "answer tokens",
  context: "prompt tokens",
  repeats: "same call in a row",
};

const turnFlagHelp: Record<TurnFlag, string> = {
  finish_mismatch:
    "The server's finish reason contradicts what came: judged from the content, it should have been another.",
  no_finish_reason: "The server sent no finish reason.",
  truncated: "The answer was cut by its token limit.",
  blank: "Nothing visible came: no text and no call.",
  reasoning_only: "Only reasoning came, no visible text and no call.",
  answer_in_reasoning: "The answer stands in the reasoning, where no reader of the answer finds it.",
  text_call: "A tool call stands in the text. The server did not parse it, so it was not run.",
  unclosed_text_call: "A tool call was begun in the text and not finished.",
  intent_without_call: "The text announces an action, but no call came.",
  swallowed_output: "The server counted tokens that it did not send.",
  usage_missing: "The server reported no token counts; the numbers here are estimates.",
  context_truncated: "The server dropped a part of the context without saying so.",
  prompt_shrank: "The server counted fewer prompt tokens than for the turn before, although the context grew.",
  stream_error: "The server reported an error inside the stream.",
  incomplete_stream: "The stream ended before the answer was complete.",
  not_a_stream: "The server answered with something that is not an event stream.",
  refused: "The model refused.",
  tools_not_offered: "The request offered no tools.",
  template_leak: "Markers of the chat template stand in the text.",
};

const callFlagHelp: Record<CallFlag, string> = {
  id_synthetic: "The server sent no usable id; this one was made here.",
  arguments_repaired: "The arguments were no valid JSON and were repaired.",
  arguments_invalid: "The arguments are no valid JSON.",
  arguments_truncated: "The arguments were cut off.",
  unknown_tool: "No tool of this name was offered.",
  name_repaired: "The tool's name was repaired.",
  duplicate: "The same call came twice in this turn.",
  from_text: "It stood as text: a person had it run, or its syntax is accepted on this endpoint.",
};

const marks: Record<MarkKind, (count: number) => string> = {
  error: (count) => plural(count, "error", "errors"),
  approval: (count) => plural(count, "approval", "approvals"),
  compaction: (count) => plural(count, "compaction", "compactions"),
  reminder: (count) => plural(count, "reminder", "reminders"),
  stop: () => "stop",
};

const markNames: Record<MarkKind, string> = {
  error: "error",
  approval: "approval",
  compaction: "compaction",
  reminder: "reminder",
  stop: "stop",
};

export const inspector = {
  group: "Inspector",
  notFound: "There is no such run",
  notFoundText: (run: string) =>
    `No run ${run} stands in this database. It may be in another one, or the address is not complete.`,
  allRuns: "All runs",
  noTurns: "No turn yet",
  noTurnsText: "The run has not sent a request.",
  noTurnsEnded: "The run ended before its first request. The events say what happened.",
  turnNotThere: (turn: number, last: number) => `This run has no turn ${turn}; its last one is ${last}.`,
  lastTurn: "Go to the last turn",

  // Header and banner
  input: "Input",
  answer: "Answer",
  result: "Result",
  noAnswer: "no answer",
  tokens: (prompt: number | null, completion: number | null) =>
    `${prompt === null ? "?" : formatCompact(prompt)} + ${completion === null ? "?" : formatCompact(completion)} tokens`,
  forkOf: "fork of",
  atTurn: (turn: number) => `at turn ${turn}`,
  edits: (count: number) => plural(count, "edit", "edits"),
  stopBanner: "How the run ended",
  finishSent: "finish reason",
  finishJudged: "judged",
  finishNone: "none sent",
  limit: "limit",
  limitValue: (name: LimitName, value: number | null, limit: number | null) => {
    const show = (n: number) => (name === "elapsed_ms" ? formatDuration(n) : formatNumber(n));
    const of = value === null ? "?" : show(value);
    return limit === null ? `${of} ${limits[name]}` : `${of} of ${show(limit)} ${limits[name]}`;
  },
  outstanding: "outstanding",
  outstandingMore: (count: number) => `and ${count} more`,
  lastError: "last error",
  failedChecks: (count: number) => plural(count, "failed check", "failed checks"),
  promised: "promised",
  showHeader: "Show input and answer in full",
  hideHeader: "Shrink the header",

  // Live
  follow: "Follow",
  following: "Following",
  followTip: "Show each new turn as it begins. Moving stops it.",
  stop: "Stop run",
  doingModel: "waiting for the model",
  doingTool: (tool: string) => `running ${tool}`,
  doingBetween: "working",
  waits: {
    loading: "the server loads the model",
    rate_limited: "the server limits the rate",
    backoff: "trying again",
    approval: "waiting for your answer",
    paused: "paused",
  } as Record<string, string>,
  waitLeft: (ms: number) => `${Math.max(0, Math.ceil(ms / 1000))} s left`,
  waitSince: (ms: number) => `for ${Math.floor(ms / 1000)} s`,
  streaming: "streaming",

  // Turn list
  turns: "Turns",
  turn: (turn: number) => `Turn ${turn}`,
  idTip: (id: string, started: string) => `${id}, started ${started}`,
  turnOf: (turn: number, last: number) => `Turn ${turn} of ${last}`,
  previousTurn: "Previous turn",
  nextTurn: "Next turn",
  firstTurn: "First turn",
  goToTurn: "Go to turn…",
  goToTurnLabel: (last: number) => `Turn, 1 to ${last}`,
  go: "Go",
  nextError: "Next error",
  noErrors: "This run has no errors.",
  noText: "no text",
  shownOf: (shown: number, raw: number) => `${formatCompact(raw)} → ${formatCompact(shown)}`,
  resultSize: "size of the results in characters",
  compactedTip: "A compactor changed what the model was shown (characters returned → shown)",
  approvalsTip: (count: number) => `${plural(count, "call", "calls")} asked for approval`,
  remindedTip: "The gate reminded the model of what was outstanding",
  inherited: "shared",
  inheritedTip: "This turn is the parent run's: the fork shares it.",
  errorsTip: (count: number) => plural(count, "error", "errors"),
  marks,
  markNames,
  marksLabel: "Marks of this run",
  nextMark: (name: string) => `Go to the next ${name}`,
  strip: "Tokens and time by turn",
  stripLegend: "tokens (prompt, answer) above, time below",
  stripColumn: (turn: number, prompt: string, completion: string, latency: string) =>
    `Turn ${turn}: ${prompt} prompt + ${completion} answer tokens, ${latency}`,

  // Tabs
  tabs: {
    saw: "Saw",
    said: "Said",
    results: "Results",
    decided: "Decided",
    wire: "Wire",
    events: "Events",
    environment: "Environment",
    why: "Why",
    contract: "Contract",
  },
  turnOfShort: (turn: number, last: number) => `${turn}/${last}`,
  tabsLabel: "What to show of the turn",
  tabKeys: {
    saw: "What the model saw",
    said: "What the model said",
    results: "What the tools returned",
    decided: "What was decided and tried",
    wire: "What went over the wire",
    events: "All events",
    environment: "The environment",
    why: "Why it stopped",
    contract: "Results against their contracts",
  },
  fork: "Fork",
  forkTip: "Send this turn's request again, edited",
  compare: "Compare",
  compareParent: "Compare with the run it was forked from",
  comparePick: "Compare with another run…",
  diffToggle: "Show the difference",
  ttft: "first token",

  // Saw
  messages: (count: number) => plural(count, "message", "messages"),
  newMessages: (count: number) => `${count} new`,
  newMark: "new",
  tokensOf: (count: number) => `${formatNumber(count)} tok`,
  contextTokens: (count: number) => `about ${formatNumber(count)} tokens`,
  tools: (count: number) => (count === 0 ? "no tools offered" : `${plural(count, "tool", "tools")} offered`),
  parameters: "Parameters",
  toolsOffered: "Tools offered",
  diffPreviousShort: "Changes",
  noPrevious: "The first turn has no turn before it.",
  answersCall: "answers",

  // Said
  rawText: "Text",
  reasoning: "Reasoning",
  noVisibleText: "No visible text",
  parsedCalls: "Calls the server parsed",
  noCalls: "No call",
  textCalls: "Calls that stand as text",
  textCallRead: "The server did not parse it; it was read from the text as a call.",
  textCallsHelp: "Shown only: a call that the server did not parse is never run unasked.",
  textCallIn: { content: "in the text", reasoning: "in the reasoning" },
  incompleteCall: "not finished",
  finish: "Finish reason",
  finishAsSent: "as sent",
  finishAsJudged: "as judged",
  finishSame: "as sent, and judged the same",
  nothingSent: "none",
  flags: "Marks",
  noResponse: "No response yet",
  error: "Error",
  arguments: "Arguments",
  noArguments: "no arguments",
  argumentsSent: "Arguments as sent",
  neverRan: "never ran",

  // Results
  noResults: "No results in this turn",
  noResultsText: "The model called no tool, or no call has finished.",
  views: { fields: "Fields", raw: "Returned", shown: "Shown to the model", diff: "Text difference" },
  viewsLabel: "How to show the result",
  shownWhole: "shown whole",
  compactedBy: (name: string) => `by ${name}`,
  fieldStatus: { kept: "kept", lost: "lost", changed: "changed", added: "added" },
  fieldCount: (status: string, count: number, chars: number) =>
    chars === 0
      ? `${formatNumber(count)} ${status}`
      : `${formatNumber(count)} ${status} (${formatCompact(chars)} chars)`,
  fieldRaw: "Returned",
  fieldShown: "Shown",
  allFields: "All",
  asText: "as text",
  wholeValue: "(whole result)",
  notShown: "not shown",
  replaced: "Nothing in common: the one text replaces the other.",

  // Wire
  request: "Request",
  requestHeaders: "Request headers",
  response: "Response",
  responseHeaders: "Response headers",
  status: "Status",
  noStatus: "no response",
  attempt: (attempt: number, of: number) => `Attempt ${attempt} of ${of}`,
  adaptations: "Changed to suit the server",
  lines: (count: number) => plural(count, "line", "lines"),
  noLines: "No line came",
  /** Arrival of a line, to a tenth of a millisecond within the first second. */
  wireTime: (ms: number) => `${ms.toFixed(ms < 1000 ? 1 : 0)} ms`,
  noWire: "Nothing was recorded on the wire for this turn",
  noWireText: "Imported runs carry messages, not the bytes of their requests.",

  // Events
  find: "Find in all events",
  findPlaceholder: "Find in all events",
  findCount: (at: number, of: number, cut: boolean) => `${at} of ${of}${cut ? "+" : ""}`,
  findNone: "not found",
  nextHit: "Next hit",
  previousHit: "Previous hit",
  eventsLabel: "Events of the run",
  eventColumns: { seq: "#", at: "At", took: "Took", kind: "Event", what: "What", size: "Size", outcome: "Outcome" },
  openEvent: "Open or close the event",
  nextEvent: "Next event",
  previousEvent: "Previous event",
  pageOfEvents: "A page of events",
  firstEvent: "First and last event",
  scroll: "Scroll",
  loadingEvents: (loaded: number, of: number) => `${formatNumber(loaded)} of ${formatNumber(of)} loaded`,
  eventsCount: (count: number) => plural(count, "event", "events"),
  sharedEvents: (turn: number) =>
    `Turn ${turn} is shared with the run this one was forked from; its events stand there.`,
  sharedEventsLink: "Show them",

  // Environment
  noEnvironment: "No environment",
  noEnvironmentText: "The tools of this run act on nothing that is recorded.",
  unchanged: "This turn changed nothing.",
  changes: (count: number) => plural(count, "change", "changes"),
  ops: { add: "added", remove: "removed", replace: "changed" },
  environmentAfter: "Environment after this turn",
  showDiff: "Show the difference",

  // Compare picker
  pickTitle: "Compare with…",
  pickSearch: "Search runs",
  pickNone: "No other run matches.",

  turnFlagHelp,
  callFlagHelp,
};
