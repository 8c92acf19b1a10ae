// Texts of the Why tab: how sure the ending is, findings, the ledger, whose fault a stop is, and the bisect that settles it.
import type { Finding } from "../../../../src-shared/cli/documents.ts";
import type { TurnVerdict } from "../../../../src-shared/rpc/experiments.ts";
import { formatNumber, plural } from "../format.ts";

const severities: Record<Finding["severity"], string> = {
  cause: "likely cause",
  warning: "contributed",
  info: "worth knowing",
};

const verdicts: Record<TurnVerdict["verdict"], string> = {
  text_call: "a call stands as text",
  tools_not_offered: "tools were not offered",
  context_truncated: "the context was cut",
  cut: "the answer was cut",
  swallowed: "the server swallowed output",
  template_tools_hidden: "the template hides the tools",
  reasoning_not_echoed: "thinking was not sent back",
  tool_choice_ignored: "tool_choice was ignored",
  broken_off: "the request failed",
  refused: "the model refused",
  model_choice: "the model's own choice",
};

const whose: Record<TurnVerdict["whose"], string> = {
  model: "model",
  server: "server",
  template: "chat template",
  client: "client",
};

export const diagnosis = {
  ended: "How it ended",
  goesOn: "The run goes on: this is what is known so far.",
  suspected: "suspected",
  suspectedHelp: "From the trace alone, by rules. An experiment or a person can confirm it.",
  sure: (confidence: number) => `${Math.round(confidence * 100)} % sure`,
  earlyStop: "It stopped early: something that was asked for is outstanding.",
  noEarlyStop: "Nothing that was asked for is outstanding.",
  unknownStop: "Whether something is outstanding is not known.",
  findings: "Findings",
  noFindings: "No rule found anything.",
  severities,
  turn: (turn: number) => `turn ${turn}`,
  evidence: "Evidence:",
  event: (seq: number) => `event ${seq}`,
  moreEvidence: (count: number) => `and ${plural(count, "more event", "more events")}`,
  tryThis: "What to try",
  forkWith: (name: string) => `Fork with: ${name}`,
  ledger: "Asked and promised",
  noLedger: "No action was asked for or promised.",
  action: "Action",
  status: "Status",
  source: { request: "asked", promise: "promised" },
  kind: { read: "read", write: "write" },
  statuses: { done: "done", outstanding: "outstanding" },
  notDue: "not due",
  condition: (text: string) => `depends on: ${text}`,
  holds: { yes: "holds", no: "does not hold", unknown: "not known whether it holds" },
  verdictTitle: "Model or server?",
  verdictTurns: "Turns without a call",
  verdictTurn: (turn: number) => `Turn ${turn}`,
  verdictMore: (count: number) => `${plural(count, "earlier turn", "earlier turns")} without a call not shown.`,
  noVerdict: "Every turn made a call.",
  verdicts,
  whose,
  change: "What to change:",
  margin: (value: number) => `stop margin ${value.toFixed(2)}`,
  marginHelp:
    "Log-probability of ending minus that of opening a call, where the model stopped. Above 0: ending was the likelier.",
  bisect: "Bisect the stop",
  bisectHelp:
    "Sends the request of the stopping turn again, as it was and with one change at a time, and counts how often the model goes on.",
  bisectLoading: "Preparing the changes…",
  bisectSamples: "Samples of each change",
  bisectTotal: (changes: number, samples: number, total: number) =>
    `${formatNumber(total)} samples: the request as recorded and ${plural(changes, "change", "changes")}, ${formatNumber(samples)} each, then up to 200 requests to find the smallest removal.`,
  bisectNeeded: (from: number, to: number, needed: number | null) =>
    `To tell ${Math.round(from * 100)} % from ${Math.round(to * 100)} % takes ${needed === null ? "over 1,000" : formatNumber(needed)} of each.`,
  bisectTooFew: (fewest: number) =>
    `With so few nothing can be told from chance: take ${formatNumber(fewest)} or more.`,
  bisectBad: "A whole number from 1 to 1,000.",
  bisectStart: "Start",
  bisectGoOn: "Go on with the one that was interrupted",
  bisectStarting: "Starting…",
  bisectNoChanges: "Nothing about this turn can be changed.",
  bisectMore: "Another endpoint, live tools",
  bisectEndpoint: "Another endpoint to try",
  bisectEndpointHint: "Optional: the same request goes there too, as one more change.",
  bisectModelHint: "Empty takes the first it lists.",
  bisectEndpointChange: (url: string) => `endpoint ${url}`,
  bisectLive: "Live tools that samples may call; all others answer from the recording or not at all",
  bisectNoLive: "This run used no live tools: simulated tools run in an environment restored for each sample.",
  bisectVariants: "Compare variants on this turn",
  seeExperiments: "All experiments",
};
