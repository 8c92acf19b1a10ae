// The one form that every trace is brought to before it is diagnosed: loop runs, forks, imports and proxied runs alike.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { TurnVerdict } from "../../src-shared/rpc/experiments.ts";
import type { ModelError, TextCall } from "../../src-shared/trace/events/response-finished.ts";
import type { RunEnded } from "../../src-shared/trace/events/run-ended.ts";
import type { EnvironmentChange, ToolContract } from "../../src-shared/trace/tool-contract.ts";
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
  /** Pointers of the raw result that the shown one keeps, as the compactor said; left out or null: it did not say. */
  kept?: readonly string[] | null;
  /** The environment around the call; left out or null where the trace holds none. */
  environment?: TracedEnvironment | null;
}

/** What a call found and left behind. */
export interface TracedEnvironment {
  /** Packs whose state stands in the trace; others act on something that is not recorded. */
  packs: readonly string[];
  changes: readonly EnvironmentChange[];
  /** Snapshots by pack, before and after; read only where the result claims a version of the state, else null. */
  before: JsonValue | null;
  after: JsonValue | null;
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
  /** Model or server, where the turn made no call; left out or null where it was not judged. */
  verdict?: TurnVerdict | null;
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
