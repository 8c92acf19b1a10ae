// A result larger than the task needs: characters, estimated tokens, share of the context, fields never used later.
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";
import { fieldUses } from "../values.ts";

/** From here on a result is called large, in characters. */
const LARGE_RESULT_CHARS = 8_000;
/** Rough characters a token, where the server reports no usage. */
const CHARS_PER_TOKEN = 4;

export const resultTooLarge: Rule = ({ trace, calls }) =>
  calls.flatMap((call) => {
    const chars = call.shown?.length ?? 0;
    if (chars < LARGE_RESULT_CHARS) return [];
    const tokens = Math.round(chars / CHARS_PER_TOKEN);
    const next = trace.turns.find((turn) => turn.turn > call.turn);
    const prompt = next?.promptTokens ?? next?.estimatedPromptTokens ?? null;
    const share = prompt === null || prompt === 0 ? null : Math.min(100, Math.round((100 * tokens) / prompt));
    const unused = fieldUses(call, trace).filter((field) => !field.used && field.chars >= chars / 20);
    return [
      {
        rule: "result_too_large",
        severity: "warning" as const,
        turn: call.turn,
        message: `The result of ${call.tool} has ${chars} characters, about ${tokens} tokens${share === null ? "" : `, ${share} % of the next request`}${
          unused.length === 0
            ? ""
            : `; never used later: ${unused.map((field) => `${field.field} (${field.chars})`).join(", ")}`
        }.`,
        evidence: evidenceOf(call.resultSeq),
        try: [
          `Choose a compactor for ${call.tool} that keeps ids, names and sizes only.`,
          ...(unused.length === 0 ? [] : [`Leave ${unused.map((field) => field.field).join(", ")} out of the result.`]),
        ],
      },
    ];
  });
