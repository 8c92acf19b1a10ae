// Token estimates without a tokenizer: characters by script, calibrated by what the server itself has reported.

/**
 * Tokens per character by script. Latin text is about 4 characters a token (OpenAI, "What are tokens and how to count
 * them"); JSON and code with their marks about 3; Chinese, Japanese and Korean about 1.5 characters a token in
 * vocabularies that know them (Qwen technical report, section on tokenization); other alphabets about 2.
 */
const TOKENS_PER = { latin: 1 / 4, mark: 1 / 2, digit: 1 / 2.5, cjk: 1 / 1.5, other: 1 / 2, space: 1 / 8 };

/** Tokens that a chat template adds around each message (role and end markers). */
export const TOKENS_PER_MESSAGE = 4;

/** Estimated tokens of a text; a whole number, 0 for "". Linear, without allocation. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) tokens += TOKENS_PER.latin;
      else if (code === 32 || code === 10 || code === 13 || code === 9) tokens += TOKENS_PER.space;
      else if (code >= 48 && code <= 57) tokens += TOKENS_PER.digit;
      else tokens += TOKENS_PER.mark;
    } else if (code < 0x250) tokens += 1 / 3;
    else if (
      (code >= 0x2e80 && code <= 0x9fff) ||
      (code >= 0xac00 && code <= 0xd7af) ||
      (code >= 0xf900 && code <= 0xfaff)
    ) {
      tokens += TOKENS_PER.cjk;
    } else tokens += TOKENS_PER.other;
  }
  return Math.ceil(tokens);
}

export interface UsageSample {
  estimated: number;
  reported: number | null;
}

/** Bounds of a plausible ratio: outside them the report was cut or counted something else. */
const LOWEST_RATIO = 0.5;
const HIGHEST_RATIO = 2.5;

/** Usual context windows of local servers (Ollama: 2,048 until 0.5, 4,096 since; the others are common settings). */
export const USUAL_WINDOWS = [2048, 4096, 8192, 16384, 32768, 65536, 131072] as const;

/** A count right at a window, well below our estimate: the prompt was cut, so it tells nothing of the tokenizer. */
function cutAtWindow(reported: number, ratio: number): boolean {
  return ratio < 0.9 && USUAL_WINDOWS.some((window) => reported >= window * 0.97 && reported <= window + 16);
}

/** How many of the server's tokens one of ours is: the median over the samples that are plausible; 1 without any. */
export function calibrationRatio(samples: readonly UsageSample[]): number {
  const ratios: number[] = [];
  for (const { estimated, reported } of samples) {
    if (reported === null || reported <= 0 || estimated <= 0) continue;
    const ratio = reported / estimated;
    if (ratio >= LOWEST_RATIO && ratio <= HIGHEST_RATIO && !cutAtWindow(reported, ratio)) ratios.push(ratio);
  }
  if (ratios.length === 0) return 1;
  ratios.sort((a, b) => a - b);
  const middle = ratios.length >> 1;
  const upper = ratios[middle] ?? 1;
  return ratios.length % 2 === 1 ? upper : ((ratios[middle - 1] ?? upper) + upper) / 2;
}

/** An estimate in the server's own tokens. */
export function calibratedEstimate(estimated: number, samples: readonly UsageSample[]): number {
  return Math.round(estimated * calibrationRatio(samples));
}
