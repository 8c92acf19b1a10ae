// What the server did to the turn rather than the model: a call left as text, output cut or swallowed, a context cut, a stream that broke.
// Where the turn was judged (model or server), that verdict's evidence and mend are said here too; the flags alone are the fallback.
import type { Finding } from "../../../src-shared/cli/documents.ts";
import type { TurnVerdict } from "../../../src-shared/rpc/experiments.ts";
import type { TurnFlag } from "../../../src-shared/trace/vocabulary.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";
import type { TracedTurn } from "../types.ts";

type Statement = { severity: Finding["severity"]; message: string; try: string[] };

const AB = "Send the same request to another server, or without streaming (A/B), and compare.";

const BY_FLAG: Partial<Record<TurnFlag, Statement>> = {
  text_call: {
    severity: "cause",
    message: "A tool call stands as text: the server did not parse it.",
    try: ["Look at the raw completion in the wire tab.", AB],
  },
  unclosed_text_call: {
    severity: "cause",
    message: "A tool call stands as text and was never closed.",
    try: ["Look at the raw completion in the wire tab.", AB],
  },
  truncated: {
    severity: "cause",
    message: "The response was cut before its end.",
    try: [
      "Raise max_tokens, or the server's context length where the window is full.",
      "Turn thinking off for tool steps.",
    ],
  },
  context_truncated: {
    severity: "cause",
    message: "The server cut the prompt to fit its context.",
    try: ["Raise the server's context length.", "Compact the largest result.", "Drop old turns."],
  },
  prompt_shrank: {
    severity: "warning",
    message: "The server counted fewer prompt tokens than in an earlier turn: part of the context was dropped.",
    try: ["Raise the server's context length."],
  },
  blank: {
    severity: "cause",
    message: "The response holds nothing: no text, no reasoning, no call.",
    try: ["Send the same request again with another seed.", "Look at the raw completion in the wire tab."],
  },
  reasoning_only: {
    severity: "cause",
    message: "The response holds only reasoning.",
    try: ["Turn thinking off for tool steps."],
  },
  answer_in_reasoning: {
    severity: "warning",
    message: "The answer stands in the reasoning, not in the content.",
    try: ["Use the server's reasoning parser for this model."],
  },
  finish_mismatch: {
    severity: "info",
    message: "The finish reason does not fit what came.",
    try: ["Decide from the calls that came, not from the finish reason."],
  },
  swallowed_output: {
    severity: "cause",
    message: "The server counted tokens that it never sent.",
    try: [AB, "Turn the server's tool parser off and read the raw completion."],
  },
  stream_error: {
    severity: "cause",
    message: "The stream broke with an error.",
    try: ["Send the same request again."],
  },
  incomplete_stream: {
    severity: "cause",
    message: "The stream ended before it was finished.",
    try: ["Send the same request again.", "Raise the proxy's timeout."],
  },
  not_a_stream: {
    severity: "warning",
    message: "The server answered with something other than a stream.",
    try: ["Turn streaming off for this endpoint."],
  },
  refused: { severity: "cause", message: "The model refused.", try: ["Say in the prompt what the action is for."] },
  tools_not_offered: {
    severity: "cause",
    message: "Tools that earlier turns offered were not offered here.",
    try: ["Offer the tools in every request."],
  },
  template_leak: {
    severity: "warning",
    message: "Tokens of the chat template stand in the text.",
    try: ["Use the model's own chat template."],
  },
};

/** The flags that a verdict explains, the most telling first. */
const EXPLAINED: Record<TurnVerdict["verdict"], readonly TurnFlag[]> = {
  text_call: ["unclosed_text_call", "text_call"],
  tools_not_offered: ["tools_not_offered"],
  context_truncated: ["context_truncated", "prompt_shrank"],
  cut: ["truncated"],
  swallowed: ["swallowed_output", "blank"],
  template_tools_hidden: [],
  reasoning_not_echoed: [],
  tool_choice_ignored: [],
  broken_off: ["stream_error", "incomplete_stream"],
  refused: ["refused"],
  model_choice: ["reasoning_only", "blank"],
};

/** Verdicts that no flag of the turn shows. */
const WITHOUT_FLAG: Partial<Record<TurnVerdict["verdict"], string>> = {
  context_truncated: "The server cut the prompt to fit its context.",
  cut: "The response was cut before its end.",
  swallowed: "The server swallowed output.",
  tools_not_offered: "Tools that earlier turns offered were not offered here.",
  template_tools_hidden: "The chat template hid the tools from the model on this turn.",
  reasoning_not_echoed: "Thinking that came with earlier calls was not sent back.",
  tool_choice_ignored: "The server took tool_choice as a hint.",
};

/** Flags of the last turn decide how it ended; those of earlier turns only contributed. */
export const serverVerdicts: Rule = ({ trace, last }) =>
  trace.turns.flatMap((turn) => {
    const found = (rule: string, { severity, message, try: tries }: Statement): Finding => ({
      rule,
      severity: turn !== last && severity === "cause" ? "warning" : severity,
      turn: turn.turn,
      message,
      evidence: evidenceOf(turn.seq),
      try: tries,
    });
    return [
      ...fromFlags(turn, found),
      ...withoutFlag(turn, found),
      ...(turn.error ? [found("provider_error", failedRequest(turn.error.message, turn.verdict ?? null))] : []),
    ];
  });

type Found = (rule: string, statement: Statement) => Finding;

function fromFlags(turn: TracedTurn, found: Found): Finding[] {
  const explained = turn.verdict ? EXPLAINED[turn.verdict.verdict] : [];
  const telling = explained.find((flag) => turn.flags.includes(flag));
  return turn.flags.flatMap((flag) => {
    const statement = BY_FLAG[flag];
    // A call that was read from text and carried out is no lost call.
    const carriedOut = flag === "text_call" && turn.calls.length > 0;
    if (!statement || carriedOut) return [];
    if (flag !== telling || !turn.verdict) return explained.includes(flag) && telling ? [] : [found(flag, statement)];
    return [found(flag, withVerdict(statement, turn.verdict))];
  });
}

/** The verdict's evidence behind the statement, its mend before what else may be tried. */
function withVerdict(statement: Statement, { evidence, what_to_change: change }: TurnVerdict): Statement {
  return {
    ...statement,
    message: [
      statement.message,
      ...evidence.map((line) => sentence(line.charAt(0).toUpperCase() + line.slice(1))),
    ].join(" "),
    try:
      change === null ? statement.try : [sentence(change), ...statement.try.filter((line) => !/^Raise\b/.test(line))],
  };
}

function withoutFlag(turn: TracedTurn, found: Found): Finding[] {
  const { verdict } = turn;
  if (!verdict || turn.error) return [];
  const message = WITHOUT_FLAG[verdict.verdict];
  if (message === undefined || EXPLAINED[verdict.verdict].some((flag) => turn.flags.includes(flag))) return [];
  return [found(verdict.verdict, withVerdict({ severity: "cause", message, try: [AB] }, verdict))];
}

function failedRequest(message: string, verdict: TurnVerdict | null): Statement {
  const change = verdict?.what_to_change ?? null;
  return {
    severity: "cause",
    message: `The request failed: ${message}`,
    try: [...(change === null ? [] : [sentence(change)]), "Send the same request again, or to another endpoint."],
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
