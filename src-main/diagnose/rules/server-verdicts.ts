// What the server did to the turn rather than the model: a call left as text, output cut or swallowed, a context cut, a stream that broke.
import type { TurnFlag } from "../../../src-shared/trace/vocabulary.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

type Verdict = { severity: "cause" | "warning" | "info"; message: string; try: string[] };

const VERDICTS: Partial<Record<TurnFlag, Verdict>> = {
  text_call: {
    severity: "cause",
    message: "A tool call stands as text: the server did not parse it.",
    try: [
      "Look at the raw completion in the wire tab.",
      "Use the server's parser for this model, or its other endpoint.",
      "Send the same request without streaming.",
    ],
  },
  unclosed_text_call: {
    severity: "cause",
    message: "A tool call stands as text and was never closed.",
    try: ["Raise max_tokens.", "Look at the raw completion in the wire tab."],
  },
  truncated: {
    severity: "cause",
    message: "The response was cut by its length limit.",
    try: ["Raise max_tokens.", "Turn thinking off for tool steps."],
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
    try: ["Turn thinking off.", "Raise max_tokens."],
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
    try: ["Send the same request without streaming.", "Turn the server's tool parser off and read the raw completion."],
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

/** Flags of the last turn decide how it ended; those of earlier turns only contributed. */
export const serverVerdicts: Rule = ({ trace, last }) =>
  trace.turns.flatMap((turn) => [
    ...turn.flags.flatMap((flag) => {
      const verdict = VERDICTS[flag];
      if (!verdict) return [];
      return [
        {
          rule: flag,
          severity:
            turn === last ? verdict.severity : verdict.severity === "cause" ? ("warning" as const) : verdict.severity,
          turn: turn.turn,
          message: verdict.message,
          evidence: evidenceOf(turn.seq),
          try: verdict.try,
        },
      ];
    }),
    ...(turn.error
      ? [
          {
            rule: "provider_error",
            severity: turn === last ? ("cause" as const) : ("warning" as const),
            turn: turn.turn,
            message: `The request failed: ${turn.error.message}`,
            evidence: evidenceOf(turn.seq),
            try: ["Send the same request again, or to another endpoint."],
          },
        ]
      : []),
  ]);
