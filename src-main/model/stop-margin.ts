// How close was it? The log-probability of ending the turn minus that of opening a tool call, at the token where it
// stopped. Positive: ending was the likelier.
import type { StopLogprobs } from "../../src-shared/trace/events/response-finished.ts";

/** End tokens of the common chat templates. */
const END_TOKENS = new Set([
  "",
  "<|im_end|>",
  "<|eot_id|>",
  "<|eom_id|>",
  "<|end_of_text|>",
  "<|endoftext|>",
  "<|end|>",
  "<|return|>",
  "<|endofturn|>",
  "<|end_of_turn|>",
  "<end_of_turn>",
  "<|END_OF_TURN_TOKEN|>",
  "<|user|>",
  "<|observation|>",
  "<eos>",
  "</s>",
  "[EOS]",
  "<｜end▁of▁sentence｜>",
  "[e~[",
]);

/** First tokens of the common tool call formats. */
const OPENER =
  /^\s*(?:<tool_?call|<\|tool_?call|<function|<\|python_tag\|>|\[TOOL_CALL|<\|channel\|>|commentary|<tool|<[｜|]tool▁calls|<invoke|<\|START_ACTION|<TOOLCALL|functools|\[?\{"name)/i;

export interface StopMargin {
  /** Null when the server's alternatives do not hold both. */
  margin: number | null;
  /** When the opener is not among the alternatives: the margin is at least this. */
  atLeast: number | null;
  endToken: string | null;
  opener: string | null;
}

export function stopMargin(stop: StopLogprobs | null): StopMargin {
  const none: StopMargin = { margin: null, atLeast: null, endToken: null, opener: null };
  if (!stop) return none;
  const alternatives = new Map(Object.entries(stop.top));
  if (!alternatives.has(stop.token)) alternatives.set(stop.token, stop.logprob);
  const end = best(alternatives, (token) => END_TOKENS.has(token.trim()));
  // Without an end token among them this is not the place where the turn ended.
  if (!end) return none;
  const opener = best(alternatives, (token) => OPENER.test(token));
  if (opener) return { margin: end[1] - opener[1], atLeast: null, endToken: end[0], opener: opener[0] };
  const least = Math.min(...alternatives.values());
  return { margin: null, atLeast: alternatives.size > 1 ? end[1] - least : null, endToken: end[0], opener: null };
}

function best(alternatives: ReadonlyMap<string, number>, accept: (token: string) => boolean): [string, number] | null {
  let found: [string, number] | null = null;
  for (const [token, logprob] of alternatives) {
    if (accept(token) && (found === null || logprob > found[1])) found = [token, logprob];
  }
  return found;
}
