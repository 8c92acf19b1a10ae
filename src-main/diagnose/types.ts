// The one form that every trace is brought to before it is diagnosed: loop runs, forks, imports and proxied runs alike.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { ModelError, TextCall } from "../../src-shared/trace/events/response-finished.ts";
import type { RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import type { EffectClass, Outcome, TurnFlag } from "../../src-shared/trace/vocabulary.ts";
import type { LedgerStep } from "../ledger/types.ts";

/** One call and what came of it. Facts that the source lacks are null. */
export interface TracedCall {
  id: string;
  turn: number;
  tool: string;
  arguments: JsonValue | null;
  /** Declared by a contract; null where there is none. */
  effect: EffectClass | null;
  /** Null: no result in the trace. */
  outcome: Outcome | null;
  raw: string | null;
  shown: string | null;
  compactor: string | null;
  /** Event that asked for it, and the one that holds its result. */
  askedSeq: number;
  resultSeq: number | null;
}

/** One turn. */
export interface TracedTurn {
  turn: number;
  text: string;
  reasoning: string | null;
  finishReason: string | null;
  flags: readonly TurnFlag[];
  textCalls: readonly TextCall[];
  calls: readonly TracedCall[];
  error: ModelError | null;
  promptTokens: number | null;
  estimatedPromptTokens: number | null;
  /** Tools offered; null where it is not known. */
  offered: readonly string[] | null;
  /** The response's event; null when the response never came. */
  seq: number | null;
  /** False: the request was sent and no response is in the trace. */
  answered: boolean;
}

export interface DiagnosableTrace {
  id: string;
  source: string;
  sourceFile: string | null;
  prompt: string;
  systemPrompt: string;
  contracts: readonly ToolContract[];
  turns: readonly TracedTurn[];
  steps: readonly LedgerStep[];
  /** How the executor says it ended; null while it goes on and where the source does not say. */
  end: RunEnded | null;
  /** Model turns allowed; null where it is not known. */
  turnBudget: number | null;
}
