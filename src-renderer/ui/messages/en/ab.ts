// Texts of what a person does about a verdict: the A/B on the frozen request, text calls run by hand, syntaxes accepted on an endpoint.
import type { AbOutcome } from "../../../../src-shared/rpc/ab.ts";
import { formatDuration, formatNumber, plural } from "../format.ts";

const outcomes: Record<AbOutcome, string> = {
  call: "a call",
  text_call: "a call as text",
  stop: "no call",
  error: "no answer",
};

const onOff = (on: boolean) => (on ? "on" : "off");

export const ab = {
  group: "Model or server",
  start: "A/B this request",
  startTip: "Send this turn's request again: streamed or not, thinking or not, to other servers. Nothing is executed.",
  dialogTitle: (turn: number) => `A/B on the request of turn ${turn}`,
  dialogText: "The recorded request is sent word for word to each arm. No tool runs, and no run is recorded.",
  recorded: "As recorded (baseline)",
  recordedFacts: (model: string, stream: boolean, thinking: boolean | null) =>
    `${model}, stream ${onOff(stream)}, thinking ${thinking === null ? "as the server has it" : onOff(thinking)}`,
  recordedElsewhere: "This trace names no endpoint: choose one or more below; the first is the baseline.",
  stream: "Streaming",
  thinking: "Thinking",
  on: "on",
  off: "off",
  recordedMark: "recorded",
  endpoints: "Other endpoints",
  endpointAdd: "Another address",
  endpointAddHint: "A base URL such as http://127.0.0.1:8080/v1; Enter adds it.",
  endpointWrong: "Not an http address.",
  add: "Add",
  model: (name: string) => `Model of ${name}`,
  modelOf: "Model",
  checking: "Looking whether it is there…",
  noModel: "It lists no model: load one in the server, or leave this endpoint out.",
  samples: "Samples of each arm",
  samplesBad: "A whole number from 1 to 1,000.",
  total: (arms: number, samples: number) =>
    `${plural(arms, "arm", "arms")} × ${formatNumber(samples)} = ${plural(arms * samples, "request", "requests")}`,
  tooMany: (most: number) => `More than ${formatNumber(most)} arms: choose less.`,
  fewest: (fewest: number) =>
    `With so few no difference can be told from chance: take ${formatNumber(fewest)} or more for a verdict. The answers show all the same.`,
  nothing: "Choose something to compare, or count how often the recorded request goes on.",
  blocked: "An endpoint that is chosen cannot be asked.",
  begin: "Send",
  beginning: "Looking at the endpoints…",
  proposed: "Proposed by the verdict:",

  arm: "Arm",
  answers: "Answers",
  goingOn: "A call came",
  goingOnHelp: "The answer held a parsed call. 95 % Wilson interval over the samples that were answered.",
  finish: "Finish reason",
  latency: "Latency",
  latencyHelp: "Median of the whole answer, and lowest to highest; two requests at a time.",
  why: "Why no call",
  against: "Against the baseline",
  outcomes,
  count: (outcome: AbOutcome, count: number) => `${formatNumber(count)} × ${outcomes[outcome]}`,
  sample: (index: number, outcome: AbOutcome | null) =>
    `Sample ${index + 1}: ${outcome === null ? "not taken yet" : outcomes[outcome]}`,
  times: (count: number, what: string) => `${formatNumber(count)} × ${what}`,
  nothingSent: "none sent",
  spread: (low: number, high: number) => `${formatDuration(low)} to ${formatDuration(high)}`,
  firstToken: (median: number) => `first token ${formatDuration(median)}`,
  adapted: (rules: readonly string[]) => `Changed to suit the server: ${rules.join(", ")}.`,
  legendLine: "Outcomes:",
  sideBySide: "The answers side by side",
  sampleOf: (index: number, of: number) => `Sample ${index + 1} of ${of}`,
  previous: "Previous sample",
  next: "Next sample",
  notTaken: "Not taken yet.",
  /** Read out: the same part of each arm's answer stands side by side. */
  ofArm: (part: string, arm: string) => `${part}, ${arm}`,
  content: "Text",
  reasoning: "Reasoning",
  calls: "Calls",
  noText: "No visible text.",
  wire: "Raw completion",
  showWire: "Show the raw completion",
  hideWire: "Hide the raw completion",
  noWire: "Nothing came.",
  tokens: (prompt: number | null, completion: number | null) =>
    `${prompt === null ? "?" : formatNumber(prompt)} + ${completion === null ? "?" : formatNumber(completion)} tok`,
  verdictHelp:
    "Compared by how often a call came: two-sided Fisher exact test against the baseline, Holm-corrected over all arms; below 0.05 counts.",
  nothingRan: "Nothing was executed: each sample is one answer to the recorded request.",

  runCall: "Run this call…",
  runCallTip: "Start a fork in which this call counts as the model's.",
  runTitle: (tool: string) => `Run ${tool} as the model's call?`,
  runText: (turn: number) =>
    `Starts a fork at turn ${turn} with the recorded answer, this call read as a call. It is validated, decided by policy and, where it needs approval, put to you like any other. The fork records that you had it run.`,
  runArguments: "Arguments",
  runBad: "The arguments are no JSON object.",
  run: "Run it",
  cutCall: "It is cut: half a call is never run.",
  accept: (syntax: string) => `Accept “${syntax}” on this endpoint`,
  acceptTip: "Later runs on this endpoint and model take text in this syntax as calls, each marked as read from text.",
  accepted: (syntax: string) => `“${syntax}” is accepted on this endpoint for later runs.`,
  takeBack: "Take back",
  takeBackOf: (syntax: string, model: string) => `Take back “${syntax}” of ${model}`,
  acceptedToast: (syntax: string, model: string) => `Text calls in “${syntax}” now count as calls of ${model}.`,
  takenBackToast: (syntax: string, model: string) => `Text calls in “${syntax}” are only shown again for ${model}.`,
  acceptedTitle: "Accepted text calls",
  acceptedBody:
    "Text in these syntaxes counts as calls in later runs on that endpoint and model; each is marked, validated and approved like any other.",
  acceptedNone: "None. A call that stands as text is shown, and runs only when you say so.",
};
