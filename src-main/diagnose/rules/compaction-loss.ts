// What the raw result held, the shown result lost, and the task needed: an id, date, name or cursor that the request or a later step names.
import type { Rule, RuleContext } from "../rule.ts";
import { evidenceOf } from "../rule.ts";
import type { TracedCall } from "../types.ts";
import { valuesIn, valuesOfJson } from "../values.ts";

const MOST_NAMED = 6;
/** Words alone are a weak sign. */
const FEWEST_WORDS = 2;

export const compactionLoss: Rule = (context) =>
  context.calls.flatMap((call) => {
    if (call.raw === null || call.shown === null || call.raw === call.shown) return [];
    const values = lostValues(call, context);
    const words = lostWords(call, context);
    if (values.length === 0 && words.length < FEWEST_WORDS) return [];
    const named = [...values, ...words].slice(0, MOST_NAMED);
    return [
      {
        rule: "compaction_loss",
        severity:
          context.ended.early_stop === true ||
          context.ended.ending === "gave_up" ||
          context.ended.ending === "asked_user"
            ? ("cause" as const)
            : ("warning" as const),
        turn: call.turn,
        message: `The compactor "${call.compactor ?? "unknown"}" took ${named.map((text) => `"${text}"`).join(", ")} out of the result of ${call.tool}; the task needs it.`,
        evidence: evidenceOf(call.resultSeq),
        try: [
          `Show the raw result of ${call.tool} at this turn.`,
          `Set the compactor of ${call.tool} to "none" and keep it for the other tools.`,
        ],
      },
    ];
  });

/** Values that the raw result alone holds and that the request, a later argument or the answer names. */
function lostValues(call: TracedCall, { trace, calls, last, values }: RuleContext): string[] {
  const shown = new Set(valuesIn(call.shown ?? "").map(({ value }) => value));
  const elsewhere = new Set(
    calls
      .filter((other) => other !== call && other.shown !== null)
      .flatMap((other) => valuesIn(other.shown ?? "").map(({ value }) => value)),
  );
  const later = new Set([
    ...calls
      .filter((other) => other.turn > call.turn)
      .flatMap((other) => valuesOfJson(other.arguments).map(({ value }) => value)),
    ...(last && last.turn > call.turn ? valuesIn(last.text).map(({ value }) => value) : []),
  ]);
  const cursor =
    call.raw !== null && trace.turns.some((turn) => turn.turn > call.turn)
      ? valuesIn(call.raw).filter(
          ({ field }) => field !== null && /cursor|next_?page|page_?token|next_?token/i.test(field),
        )
      : [];
  const lost = valuesIn(call.raw ?? "").filter(({ kind, value }) => {
    if (shown.has(value) || (kind === "number" && value.length < 3)) return false;
    // What another result showed was not lost to the task; an address that the request gives is at hand.
    if (elsewhere.has(value) || (kind === "email" && values.given(value))) return false;
    return values.given(value) || later.has(value);
  });
  return [...new Set([...lost, ...cursor.filter(({ value }) => !shown.has(value))].map(({ text }) => text))];
}

/** Words of the request's items that the raw result speaks of and no shown one does. */
function lostWords(call: TracedCall, { ledger, calls }: RuleContext): string[] {
  const raw = (call.raw ?? "").toLowerCase();
  const shown = calls.map((other) => (other.shown ?? "").toLowerCase()).join("\n");
  const words = ledger
    .filter(({ item }) => item.source === "request")
    .flatMap(({ item }) => item.action.match(NAMED) ?? [])
    .map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => !COMMON.has(word) && raw.includes(word) && !shown.includes(word));
}

/** Names: capitals within a sentence, and Chinese words. Small words stand in any long text and say nothing. */
const NAMED = /(?<=[\p{L}\p{N},'"“(] |['"“(])\p{Lu}\p{Ll}{3,}|[\u4e00-\u9fff]{2,4}/gu;

const COMMON = new Set(
  "please create delete share about which where there their named called titled containing according based other document following".split(
    " ",
  ),
);
