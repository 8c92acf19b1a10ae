// A wrong id or argument: a value that stands in no result and in no message, or one taken from a field that means something else.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { evidenceOf, short } from "../rule.ts";
import type { TracedCall } from "../types.ts";
import { valuesIn } from "../values.ts";

const ID_ARGUMENT = /(?:^|_)(?:ids?|uuid|cursor|token|iban|key|ref|reference)_?$|Ids?$/;

export interface Slip {
  call: TracedCall;
  argument: string;
  value: string;
  /** `nowhere`: no result shown before holds it. `field`: only a field that means something else does. */
  why: "nowhere" | "field";
  field: string | null;
  originSeq: number | null;
}

/** Id arguments whose value the model cannot have from what it was shown. */
export function slipsOf({ trace, calls, values }: RuleContext): Slip[] {
  const contextText = trace.steps
    .flatMap((step) => (step.kind === "user" ? [step.text] : []))
    .join("\n")
    .toLowerCase();
  return calls.flatMap((call) =>
    idArguments(call.arguments).flatMap(({ argument, value }): Slip[] => {
      const key = value.toLowerCase();
      if (values.given(key) || contextText.includes(key)) return [];
      const origins = values.shownBefore(key, call.turn);
      if (origins.length === 0) {
        const seen = calls.some(
          (other) => other.turn < call.turn && (other.shown ?? "").toLowerCase().includes(key) && key.length >= 3,
        );
        return seen ? [] : [{ call, argument, value, why: "nowhere", field: null, originSeq: null }];
      }
      if (origins.some(({ field }) => field === null || namesSame(field, argument))) return [];
      const [origin] = origins;
      return [
        {
          call,
          argument,
          value,
          why: "field",
          field: origin?.field ?? null,
          originSeq: origin?.call.resultSeq ?? null,
        },
      ];
    }),
  );
}

export const argumentOrigin: Rule = (context) => [
  ...slipsOf(context).map((slip) => ({
    rule: slip.why === "nowhere" ? "argument_from_nowhere" : "argument_from_wrong_field",
    severity: slip.call.outcome === "ok" ? ("warning" as const) : ("cause" as const),
    turn: slip.call.turn,
    message:
      slip.why === "nowhere"
        ? `${slip.call.tool} got ${slip.argument} = "${short(slip.value, 40)}", which stands in no result and in no message.`
        : `${slip.call.tool} got ${slip.argument} = "${short(slip.value, 40)}", which results hold only as "${slip.field}".`,
    evidence: evidenceOf(slip.originSeq, slip.call.askedSeq),
    try: [
      `Let the result name the field "${slip.argument}", as the next tool's argument is named.`,
      "Show the list without contents, so that the ids stand close together.",
    ],
  })),
  ...namedLikeAnother(context),
];

/** A result field named like another tool's argument while the id stands in another field: the trap before anyone steps into it. */
function namedLikeAnother({ trace, calls }: RuleContext): ReturnType<Rule> {
  const wanted = new Map<string, string>();
  for (const { name, input_schema: schema } of trace.contracts) {
    const properties = schema["properties"];
    if (typeof properties !== "object" || properties === null || Array.isArray(properties)) continue;
    for (const argument of Object.keys(properties)) if (ID_ARGUMENT.test(argument)) wanted.set(argument, name);
  }
  const told = new Set<string>();
  return calls.flatMap((call) => {
    const fields = new Set(valuesIn(call.shown ?? "").flatMap(({ field }) => (field === null ? [] : [field])));
    const ids = [...fields].filter((field) => ID_ARGUMENT.test(field));
    return [...wanted].flatMap(([argument, tool]) => {
      const stem = argument.replace(/_?ids?$/i, "");
      const key = `${call.tool} ${argument}`;
      if (
        tool === call.tool ||
        !fields.has(argument) ||
        ids.length < 2 ||
        !fields.has("id") ||
        stem === "" ||
        told.has(key)
      )
        return [];
      told.add(key);
      return [
        {
          rule: "field_named_like_argument",
          severity: "info" as const,
          turn: call.turn,
          message: `The result of ${call.tool} has both "id" and "${argument}", and ${tool} takes "${argument}".`,
          evidence: evidenceOf(call.resultSeq),
          try: [`Project the result of ${call.tool} to the one id that ${tool} takes.`],
        },
      ];
    });
  });
}

function idArguments(args: JsonValue | null): { argument: string; value: string }[] {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return [];
  return Object.entries(args).flatMap(([argument, value]) => {
    if (!ID_ARGUMENT.test(argument)) return [];
    const list = Array.isArray(value) ? value : [value];
    return list.flatMap((one) =>
      (typeof one === "string" || typeof one === "number") && String(one) !== ""
        ? [{ argument, value: String(one) }]
        : [],
    );
  });
}

function namesSame(field: string, argument: string): boolean {
  const plain = (name: string): string =>
    name
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .replace(/s$/, "");
  const a = plain(field);
  const b = plain(argument);
  return a === b || a.endsWith("id") || a.endsWith(b) || b.endsWith(a);
}
