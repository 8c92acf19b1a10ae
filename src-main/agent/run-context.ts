// What one run of the loop carries from turn to turn.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import type { ApproveMode } from "../../src-shared/trace/variant.ts";
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import type { Ending, ExecutorState, Outcome, TerminalState } from "../../src-shared/trace/vocabulary.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import type { LedgerStep } from "../ledger/types.ts";
import type { BudgetLedger } from "./budget.ts";
import type { LoopDebugger } from "./checkpoints.ts";
import type { Conversation } from "./conversation.ts";
import type { Corrections } from "./corrections.ts";
import type { ExecutorMove } from "./executor-state.ts";
import { nextState } from "./executor-state.ts";
import type { Approver, EnvironmentSnapshot, RecordedResults, ToolBox } from "./ports.ts";
import type { SearchWatch } from "./search-evidence.ts";
import type { Trace } from "./trace.ts";

/** A result in the context: the event that holds it, in this run or (with `run`) in an ancestor. */
export interface ContextResult {
  seq: number;
  tool: string;
  run?: string;
}

export interface RunContext {
  readonly runId: string;
  readonly variant: Variant;
  readonly tenant: string;
  readonly approve: ApproveMode | null;
  /** A person can be asked (app or terminal). */
  readonly interactive: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly trace: Trace;
  readonly conversation: Conversation;
  readonly budget: BudgetLedger;
  readonly toolbox: ToolBox;
  readonly approver: Approver;
  /** Null outside replays. */
  readonly recorded: RecordedResults | null;
  readonly random: () => number;
  /** Null: nothing holds the run. */
  readonly debugger: LoopDebugger | null;
  /** The run so far, as the ledger reads it. */
  readonly steps: LedgerStep[];
  /** Snapshot by pack; replaced as a whole, never changed in place. */
  environment: EnvironmentSnapshot;
  state: ExecutorState;
  /** Results that stand in the context, for provenance. */
  readonly results: ContextResult[];
  /** Tool and normalised arguments that a person approved for the rest of the run. */
  readonly approvedAgain: Set<string>;
  /** Calls that a person or a standing rule refused. */
  denied: number;
  /** Calls that ran and came to nothing (a broken result, a failure), with the model told so. */
  ranInVain: number;
  /** Tool and normalised arguments that a system denied for lack of permission. */
  readonly accessDenied: Set<string>;
  readonly corrections: Corrections;
  readonly searches: SearchWatch;
  /** Names of the tools that the turn's request offered; null: all of the run's. */
  offered: ReadonlySet<string> | null;
}

/** The offered tools tell the ledger which verbs ask for a write. */
export function ledgerOptions(context: RunContext) {
  return {
    tools: context.toolbox.definitions.map(({ function: { name } }) => ({
      name,
      effect: context.toolbox.find(name)?.tool.contract.effect ?? null,
    })),
  };
}

/** Results named as an action's provenance: the newest ones. The context itself says what else the model saw. */
const PROVENANCE = 32;

/** The results that stand in the context when an action is proposed, the newest at the end. */
export function provenanceOf(context: RunContext): ContextResult[] {
  return context.results.slice(-PROVENANCE);
}

/** The same as sequence numbers of the run's own events; results that a fork shares stand in its ancestors. */
export function ownProvenance(context: RunContext): number[] {
  return provenanceOf(context).flatMap((result) => (result.run === undefined ? [result.seq] : []));
}

/** Facts of one transition beside the states. */
export interface TransitionFacts {
  reason: string;
  call_id?: string;
  tool?: string;
  arguments?: JsonValue;
  outcome?: Outcome;
  attempt?: number;
  policy?: string;
  latency_ms?: number;
  operation_key?: string | null;
}

/** Moves the executor and records the transition. */
export function move(context: RunContext, turn: number | null, step: ExecutorMove, facts: TransitionFacts): void {
  const from = context.state;
  const to = nextState(from, step);
  context.state = to;
  context.trace.emit({
    kind: "transition",
    turn,
    data: {
      from,
      to,
      reason: facts.reason,
      call_id: facts.call_id ?? null,
      tool: facts.tool ?? null,
      arguments: facts.arguments ?? null,
      outcome: facts.outcome ?? null,
      attempt: facts.attempt ?? null,
      policy: facts.policy ?? null,
      latency_ms: facts.latency_ms ?? null,
      operation_key: facts.operation_key ?? null,
    },
  });
}

/** Why and how a run ends. */
export interface LoopEnd {
  ending: Ending;
  terminal_state: TerminalState;
  reason: string;
  detail: string;
  early_stop: boolean;
  ledger?: LedgerItem[];
}
