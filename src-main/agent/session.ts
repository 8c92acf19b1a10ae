// What a run of the loop is given, and what it carries from turn to turn beside the executor's own context.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import type { ApproveMode, Sampling, Variant } from "../../src-shared/trace/variant.ts";
import type { LedgerStep } from "../ledger/types.ts";
import type { ModelClient } from "../model/types.ts";
import type { AlreadySpent } from "./budget.ts";
import type { InDoubt } from "./call.ts";
import type { LoopDebugger } from "./checkpoints.ts";
import type { EarlierCall } from "./earlier-calls.ts";
import type { LoopGuard } from "./loop-guard.ts";
import type { TurnPlan } from "./planner.ts";
import type { Approver, EnvironmentSnapshot, OnDelta, RecordedResults, Recorder, ToolBox } from "./ports.ts";
import type { ContextResult, RunContext } from "./run-context.ts";

export interface LoopSpec {
  variant: Variant;
  model: string;
  /** System and user messages of a new run, or the edited prefix of a fork. */
  messages: readonly ChatMessage[];
  environment: EnvironmentSnapshot;
  /** Number of the first turn: 1, or the forked turn. */
  firstTurn: number;
  tenant: string;
  approve: ApproveMode | null;
  interactive: boolean;
  /** The task so far, as the ledger reads it: the user's request, and for a fork the prefix it shares. */
  steps: readonly LedgerStep[];
  /** What `require-evidence` wants before `complete`: tools that must have succeeded; null where no suite declares any. */
  evidence: readonly string[] | null;
  /** Results that stand in `messages` already (forks and continued runs). */
  results?: readonly ContextResult[];
  /** Tools that turns before the first one offered (forks). */
  offeredBefore: readonly string[];
  /** Answers of the parent's recording, for forks and replays. */
  recorded: RecordedResults | null;
  spent?: AlreadySpent;
  /** Tool and normalised arguments that were denied for lack of permission before a person let the run go on. */
  accessDenied?: readonly string[];
  /** Calls of the run so far whose counts go on (rejected input, barren searches, repeats); left out: they start anew. */
  earlierCalls?: readonly EarlierCall[];
  /** Goes on in the middle of a turn whose response is on record (the process had died, or the run was handed over). */
  resume?: ResumePoint;
}

export interface ResumePoint {
  turn: number;
  finished: ResponseFinished;
  /** Ids of the turn's calls that have a result in `messages`. */
  answered: readonly string[];
  /** A call that was started and has no result. */
  inDoubt: InDoubt | null;
  /** Of the run so far. */
  reminders: number;
  approvedAgain: readonly string[];
}

export interface LoopDeps {
  clock: Clock;
  recorder: Recorder;
  /** Seq of the last event of the run that is stored already. */
  lastSeq: number;
  client: ModelClient;
  toolbox: ToolBox;
  approver: Approver;
  onDelta: OnDelta;
  signal: AbortSignal;
  /** Holds the run at its checkpoints; left out: nothing does. */
  debugger?: LoopDebugger;
  /** 0 ≤ x < 1, for the jitter of back-offs. */
  random: () => number;
}

export interface Session {
  spec: LoopSpec;
  deps: LoopDeps;
  context: RunContext;
  guard: LoopGuard;
  toolsText: string;
  toolsTokens: number;
  /** Our own estimates, not calibrated, beside what the server counted. */
  earlierUsage: { estimated: number; reported: number | null }[];
  /** Messages that earlier turns have sent. */
  sentBefore: number;
  reminders: number;
  answer: string | null;
  /** What is sent from now on; a person may edit it at a checkpoint. */
  definitions: readonly ToolDefinition[];
  sampling: Sampling;
  /** Names of the tools that earlier turns offered. */
  offered: Set<string>;
  /** What the turn is for; null in a run without a planner. */
  plan: TurnPlan | null;
}
