// The same call, or nearly the same, again: its result will not change.
import { nearlyEqualCalls } from "../../agent/near-equality.ts";
import { guessEffect } from "../../ledger/lexicon/families.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";
import type { TracedCall } from "../types.ts";

export const sameCallAgain: Rule = ({ calls }) => {
  const groups: TracedCall[][] = [];
  for (const call of calls) {
    const group = groups.find(
      ([first]) =>
        first &&
        nearlyEqualCalls({ tool: first.tool, args: first.arguments }, { tool: call.tool, args: call.arguments }),
    );
    if (group) group.push(call);
    else groups.push([call]);
  }
  return groups.flatMap((group) => {
    const again = group.at(-1);
    const [first] = group;
    if (group.length < 2 || !again || !first || changedBetween(first, again, calls)) return [];
    return [
      {
        rule: "same_call_again",
        severity: group.length >= 3 ? ("warning" as const) : ("info" as const),
        turn: again.turn,
        message: `${again.tool} was called ${group.length} times with the same or nearly the same arguments.`,
        evidence: evidenceOf(...group.map((call) => call.resultSeq ?? call.askedSeq)),
        try: [
          "Let the result say what it found and what to do next.",
          "Keep the earlier result in the context (it may have been dropped or compacted away).",
        ],
      },
    ];
  });
};

/** Reading again after a change is no repeat. */
function changedBetween(first: TracedCall, again: TracedCall, calls: readonly TracedCall[]): boolean {
  return calls.some(
    (call) =>
      call.turn > first.turn &&
      call.turn < again.turn &&
      call.outcome === "ok" &&
      (call.effect ?? guessEffect(call.tool) ?? "read") !== "read",
  );
}
