// The same call, or nearly the same, again: its result will not change.
import { nearlyEqualCalls } from "../../agent/near-equality.ts";
import { guessEffect } from "../../ledger/lexicon/families.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";
import type { TracedCall } from "../types.ts";

export const sameCallAgain: Rule = ({ calls }) => {
  const groups = grouped(calls);
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

/** Groups of one tool that a call is compared with by nearness; an equal call is found however far back it stands. */
const MOST_COMPARED = 40;

/** Calls that are equal or nearly so, in the order of their first; linear in the number of calls. */
function grouped(calls: readonly TracedCall[]): TracedCall[][] {
  const groups: TracedCall[][] = [];
  const equal = new Map<string, TracedCall[]>();
  const byTool = new Map<string, TracedCall[][]>();
  for (const call of calls) {
    const key = `${call.tool} ${JSON.stringify(call.arguments)}`;
    const recent = byTool.get(call.tool) ?? [];
    const group = equal.get(key) ?? recent.slice(-MOST_COMPARED).find(([first]) => first && nearlyEqual(first, call));
    if (group) {
      group.push(call);
      equal.set(key, group);
      continue;
    }
    const fresh = [call];
    groups.push(fresh);
    equal.set(key, fresh);
    recent.push(fresh);
    byTool.set(call.tool, recent);
  }
  return groups;
}

function nearlyEqual(a: TracedCall, b: TracedCall): boolean {
  return nearlyEqualCalls({ tool: a.tool, args: a.arguments }, { tool: b.tool, args: b.arguments });
}

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
