// Reads the numbers out of an overflow error, and names the setting to change on the server that sent it.

export interface Overflow {
  /** Tokens asked for. */
  needed: number | null;
  /** Tokens the window holds. */
  window: number | null;
}

const WINDOW = [
  /"?n_ctx(?:_slot)?"?\s*[:=(]?\s*(\d+)/i,
  /maximum context length (?:is|of) (\d+)/i,
  /num_ctx\D{0,10}(\d+)/i,
  /context (?:size|length|window|limit)\D{0,40}?(\d+)/i,
  /max_model_len\D{0,10}(\d+)/i,
  /maximum (?:input |prompt |sequence )?(?:length|tokens)\D{0,20}(\d+)/i,
  /(?:limit|maximum|at most|up to|only)\D{0,20}(\d+)/i,
];
const NEEDED = [
  /"?n_prompt_tokens"?\s*[:=(]?\s*(\d+)/i,
  /requested (?:about |for )?(\d+)/i,
  /(?:prompt|request|input|messages?) (?:\(|has|have|is|of|contains?|with|requires?|resulted in)?\s*\(?(\d+) ?tokens/i,
  /keep the first (\d+) tokens/i,
  /(\d+) (?:input |prompt )?tokens/i,
  /tokens\D{0,6}(\d+)/i,
];

/** The two numbers where the text holds them; the window is never taken for the need. */
export function readOverflow(text: string): Overflow {
  const window = firstNumber(text, WINDOW, null);
  return { window, needed: firstNumber(text, NEEDED, window) };
}

function firstNumber(text: string, patterns: readonly RegExp[], not: number | null): number | null {
  for (const pattern of patterns) {
    for (const match of text.matchAll(new RegExp(pattern, "gi"))) {
      const value = Number(match[1]);
      if (Number.isSafeInteger(value) && value > 0 && value !== not) return value;
    }
  }
  return null;
}

/** What to change, on the server where it is known. */
export function overflowMend(text: string, server: string | null): string {
  const trim = "compact the largest tool result";
  if (server === "ollama" || /no user (?:query|message)|num_ctx/i.test(text)) {
    return `Raise OLLAMA_CONTEXT_LENGTH (or num_ctx in the Modelfile), or ${trim}`;
  }
  if (server === "lmstudio" || /keep the first/i.test(text))
    return `Raise the model's context length in LM Studio's load settings, or ${trim}`;
  if (server === "vllm" || /maximum context length/i.test(text))
    return `Raise --max-model-len, lower max_tokens, or ${trim}`;
  if (server === "llama.cpp" || /n_ctx|exceed_context|available context/i.test(text)) {
    return `Raise llama-server's -c (it is shared among the -np slots), or ${trim}`;
  }
  return `Raise the server's context length, or ${trim}`;
}
