// A turn's response, assembled from the wire: the text, the reasoning, the parsed calls, and every mark of a repair.
import { z } from "zod";
import { MessageId } from "../../prelude/ids.ts";
import { JsonValue } from "../../prelude/json.ts";
import { CallFlag, TurnFlag } from "../vocabulary.ts";

export const ParsedCall = z.object({
  /** The id used in history: the server's, or one of ours when it sent none. */
  id: z.string(),
  /** The server sent no usable id. */
  id_synthetic: z.boolean(),
  name: z.string(),
  /** Parsed (and, if flagged, repaired) arguments; null when they could not be parsed. */
  arguments: JsonValue.nullable(),
  /** The arguments as sent, byte for byte. */
  arguments_text: z.string(),
  flags: z.array(CallFlag),
});
export type ParsedCall = z.infer<typeof ParsedCall>;

/** A call that stands as text where the server should have parsed it: shown, never run unasked. */
export const TextCall = z.object({
  syntax: z.string(),
  name: z.string(),
  arguments: JsonValue.nullable(),
  where: z.enum(["content", "reasoning"]),
  complete: z.boolean(),
});
export type TextCall = z.infer<typeof TextCall>;

export const Usage = z.object({
  prompt_tokens: z.number().int().nonnegative().nullable(),
  completion_tokens: z.number().int().nonnegative().nullable(),
});
export type Usage = z.infer<typeof Usage>;

export const ModelErrorCategory = z.enum([
  "unreachable",
  "connection_lost",
  "timeout",
  "idle_timeout",
  "loading",
  "rate_limited",
  "auth",
  "not_found",
  "bad_request",
  "context_overflow",
  "template",
  "schema_rejected",
  "tools_unsupported",
  "model_output",
  "not_a_stream",
  "line_too_long",
  "server_error",
  "aborted",
]);
export type ModelErrorCategory = z.infer<typeof ModelErrorCategory>;

export const ModelError = z.object({
  category: ModelErrorCategory,
  status: z.number().int().nullable(),
  /** What the server said, or what happened, in one line; then, after a full stop, what to do about it. */
  message: z.string(),
});
export type ModelError = z.infer<typeof ModelError>;

/** Log-probabilities at the last generated position, where the server gave them: token → logprob. */
export const StopLogprobs = z.object({ token: z.string(), logprob: z.number(), top: z.record(z.string(), z.number()) });
export type StopLogprobs = z.infer<typeof StopLogprobs>;

export const ResponseFinished = z.object({
  /** The assistant message as it goes into history; null when nothing usable came. */
  message: MessageId.nullable(),
  content: z.string().nullable(),
  reasoning: z.string().nullable(),
  /** The name the reasoning came under (`reasoning`, `reasoning_content`, `<think>`, …). */
  reasoning_field: z.string().nullable(),
  finish_reason: z.string().nullable(),
  /** What it should have said, judged from what came; see docs (finish reasons). */
  effective_finish_reason: z.string().nullable(),
  flags: z.array(TurnFlag),
  calls: z.array(ParsedCall),
  text_calls: z.array(TextCall),
  usage: Usage.nullable(),
  /** Time to the first token (reasoning, text or call) in milliseconds. */
  ttft_ms: z.number().nonnegative().nullable(),
  /** Null where it was not measured (imports). */
  latency_ms: z.number().nonnegative().nullable(),
  stop_logprobs: StopLogprobs.nullable(),
  /** Set when the request failed, beside whatever partial output had come. */
  error: ModelError.nullable(),
});
export type ResponseFinished = z.infer<typeof ResponseFinished>;
