// One early slip carried through later steps: the invented value comes back in later arguments or in the answer. The chain is shown.
import type { Rule } from "../rule.ts";
import { evidenceOf, short } from "../rule.ts";
import { slipsOf } from "./argument-origin.ts";

export const slipCarried: Rule = (context) => {
  const { calls, last, stopped } = context;
  const first = new Map<string, ReturnType<typeof slipsOf>[number]>();
  for (const slip of slipsOf(context)) if (!first.has(slip.value)) first.set(slip.value, slip);
  return [...first.values()].flatMap((slip) => {
    const carried = calls.filter(
      (call) =>
        call.turn > slip.call.turn &&
        JSON.stringify(call.arguments ?? "").includes(JSON.stringify(slip.value).slice(1, -1)),
    );
    const answered =
      stopped &&
      last !== null &&
      last.turn > slip.call.turn &&
      slip.value.length >= 2 &&
      new RegExp(`(?<![\\w.])${slip.value.replace(/[^\w]/g, "\\$&")}(?!\\w|\\.\\d)`).test(last.text);
    if (carried.length === 0 && !answered) return [];
    const chain = [
      `turn ${slip.call.turn} ${slip.call.tool}`,
      ...carried.map((call) => `turn ${call.turn} ${call.tool}`),
      ...(answered && last ? [`turn ${last.turn} answer`] : []),
    ];
    return [
      {
        rule: "slip_carried",
        severity: "warning" as const,
        turn: slip.call.turn,
        message: `"${short(slip.value, 40)}" was wrong from turn ${slip.call.turn} on and was carried: ${chain.join(" → ")}.`,
        evidence: evidenceOf(
          slip.call.askedSeq,
          ...carried.map((call) => call.askedSeq),
          answered ? (last?.seq ?? null) : null,
        ),
        try: [`Fork at turn ${slip.call.turn} with the right value in the result before it.`],
      },
    ];
  });
};
