// The grounding of a run's final answer: each value in it traced to the results it came from, to the request, or to a computation; and what of the
// request it does not answer, with whose fault that is. From the trace alone.
import type {
  GroundedValue,
  GroundingDocument,
  GroundingGap,
  ValueOrigin,
} from "../../src-shared/cli/grounding-document.ts";
import { deriveEntries } from "../ledger/ledger.ts";
import type { LedgerOptions } from "../ledger/ledger.ts";
import { askedGaps } from "./asked-values.ts";
import { derive, type Known } from "./derived-value.ts";
import { holdsValue, placesOf, resultValues, type Leaf, type ResultValues } from "./result-values.ts";
import type { DiagnosableTrace, TracedCall } from "./types.ts";
import { valueSpans, wordKey, type ValueSpan } from "./value-spans.ts";

const MOST_ORIGINS = 8;

/** What a value is looked for in. */
interface Places {
  shown: ResultValues;
  raw: ResultValues;
  given: readonly Leaf[];
  /** What the model wrote into calls that were made. */
  args: readonly Leaf[];
}

/** Grounds the last answer of a trace. */
export function groundAnswer(trace: DiagnosableTrace, options: LedgerOptions = {}): GroundingDocument {
  const last = trace.turns.findLast((turn) => turn.text.trim() !== "");
  if (!last) return { run: trace.id, turn: null, answer: null, values: [], gaps: [] };
  const places = placesBefore(trace, last.turn);
  const spans = valueSpans(last.text);
  const traced = spans.map((span) => traceValue(span, places));
  const known: Known[] = traced.flatMap(({ span, found }) =>
    found && found.status !== "hidden" ? [{ span, calls: found.leaves.map(({ call }) => call) }] : [],
  );
  const values = traced.flatMap(({ span, found, given }): GroundedValue[] => {
    const about = { kind: span.kind, text: span.text, start: span.start, end: span.end, given };
    if (found) return [{ ...about, status: found.status, origins: originsOf(found.leaves), derivation: null }];
    if (given) return [{ ...about, status: "given", origins: [], derivation: null }];
    const derived = derive(span, last.text, places.shown, known);
    if (derived)
      return [{ ...about, status: "derived", origins: originsOfCalls(derived.calls), derivation: derived.how }];
    if (isHeading(span, last.text)) return [];
    return [{ ...about, status: "not_found", origins: [], derivation: null }];
  });
  const tools = options.tools ?? trace.contracts.map(({ name, effect }) => ({ name, effect }));
  const ledger = deriveEntries(trace.steps, { ...options, tools }).map(({ item }) => item);
  return {
    run: trace.id,
    turn: last.turn,
    answer: last.text,
    values,
    gaps: [
      ...askedGaps(ledger, last.text, { ...places, values, calls: callsBefore(trace, last.turn), originsOf }),
      ...valueGaps(values),
    ],
  };
}

/** Values that nothing holds are the model's own. */
function valueGaps(values: readonly GroundedValue[]): GroundingGap[] {
  const texts = new Set(values.flatMap((value) => (value.status === "not_found" ? [value.text] : [])));
  return [...texts].map((what) => ({ gap: "not_found", whose: "model", what, number: null, results: [] }));
}

function placesBefore(trace: DiagnosableTrace, turn: number): Places {
  const given = [trace.systemPrompt, ...trace.steps.flatMap((step) => (step.kind === "user" ? [step.text] : []))];
  const args = callsBefore(trace, turn).flatMap((call) =>
    call.arguments === null ? [] : placesOf(JSON.stringify(call.arguments), call),
  );
  return {
    shown: resultValues(trace, turn, "shown"),
    raw: resultValues(trace, turn, "raw"),
    given: given.flatMap((text) => placesOf(text, NO_CALL)),
    args,
  };
}

function callsBefore(trace: DiagnosableTrace, turn: number): TracedCall[] {
  return trace.turns.flatMap((one) => (one.turn < turn ? one.calls : []));
}

const NO_CALL: TracedCall = {
  id: "",
  turn: 0,
  tool: "",
  arguments: null,
  effect: null,
  outcome: null,
  raw: null,
  shown: null,
  compactor: null,
  askedSeq: 0,
  resultSeq: null,
};

interface Traced {
  span: ValueSpan;
  found: { status: "result" | "argument" | "hidden"; leaves: readonly Leaf[] } | null;
  given: boolean;
}

function traceValue(span: ValueSpan, { shown, raw, given, args }: Places): Traced {
  // The longest form of a name first; the other kinds may be any of theirs.
  const tries = span.kind === "name" ? span.keys.map((key) => [key]) : [span.keys];
  for (const keys of tries) {
    const holds = (leaf: Leaf) => keys.some((key) => holdsValue(leaf, span, key));
    const inGiven = given.some(holds);
    const own = keys.length === 1 && span.kind === "name" ? narrowed(span, keys[0] ?? "") : span;
    const inShown = shown.leaves.filter(holds);
    if (inShown.length > 0) {
      const status = isEcho(inShown, args.filter(holds)) && !inGiven ? "argument" : "result";
      return { span: own, found: { status, leaves: inShown }, given: inGiven };
    }
    if (inGiven) return { span: own, found: null, given: true };
    const inRaw = raw.leaves.filter(holds);
    if (inRaw.length > 0) return { span: own, found: { status: "hidden", leaves: inRaw }, given: false };
    const inArgs = args.filter(holds);
    if (inArgs.length > 0) return { span: own, found: { status: "argument", leaves: inArgs }, given: false };
  }
  return { span, found: null, given: false };
}

/** Only results of calls that change something hold it, and each of those calls was given it: the result repeats what the model chose. */
function isEcho(results: readonly Leaf[], args: readonly Leaf[]): boolean {
  return results.every(
    ({ call }) =>
      call.effect !== "read" &&
      call.effect !== null &&
      args.some((arg) => arg.call.id === call.id && arg.call.turn === call.turn),
  );
}

/** "Contact Sarah Connor" → "Sarah Connor", where only that is found. */
function narrowed(span: ValueSpan, key: string): ValueSpan {
  for (let start = span.start; start < span.end; start++) {
    const text = span.text.slice(start - span.start);
    if (wordKey(text) === key.slice(2) && text.trimStart() === text) return { ...span, text, start, keys: [key] };
  }
  return span;
}

/** A heading or a label is set in capitals; that makes it no name. */
function isHeading(span: ValueSpan, text: string): boolean {
  if (span.kind !== "name") return false;
  const lineStart = text.lastIndexOf("\n", span.start) + 1;
  const lineEnd = text.indexOf("\n", span.end);
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
  const after = text.slice(span.end, span.end + 3);
  return /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/.test(line) || /^\**\s*[:：]/.test(after) || line.trim() === span.text;
}

function originsOf(leaves: readonly Leaf[]): ValueOrigin[] {
  const seen = new Set<string>();
  return leaves
    .flatMap(({ call, field }): ValueOrigin[] => {
      const key = `${call.turn} ${call.id} ${field}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ turn: call.turn, call_id: call.id, tool: call.tool, seq: call.resultSeq, field }];
    })
    .slice(0, MOST_ORIGINS);
}

function originsOfCalls(calls: readonly TracedCall[]): ValueOrigin[] {
  const unique = [...new Map(calls.map((call) => [`${call.turn} ${call.id}`, call])).values()];
  return unique
    .map((call): ValueOrigin => ({
      turn: call.turn,
      call_id: call.id,
      tool: call.tool,
      seq: call.resultSeq,
      field: null,
    }))
    .slice(0, MOST_ORIGINS);
}
