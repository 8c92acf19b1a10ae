// What a rule of the diagnosis is handed and what it gives: facts of one trace in, findings out.
import type { Finding } from "../../src-shared/cli/documents.ts";
import type { LedgerEntry } from "../ledger/ledger.ts";
import type { Classified } from "./classify.ts";
import type { DiagnosableTrace, TracedCall, TracedTurn } from "./types.ts";
import type { ValueIndex } from "./values.ts";

export interface RuleContext {
  trace: DiagnosableTrace;
  ledger: readonly LedgerEntry[];
  ended: Classified;
  values: ValueIndex;
  calls: readonly TracedCall[];
  last: TracedTurn | null;
  /** The last turn is a stop: it holds no call, no error. */
  stopped: boolean;
}

export type Rule = (context: RuleContext) => Finding[];

/** Evidence without the nulls of sources that have no events for it. */
export function evidenceOf(...seqs: (number | null | undefined)[]): number[] {
  return [...new Set(seqs.filter((seq) => seq !== null && seq !== undefined))].toSorted((a, b) => a - b);
}

/** Text of a stretch, short enough for one line. */
export function short(text: string, most = 80): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}
