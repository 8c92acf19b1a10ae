// A tool: a contract, and a function that carries it out. Built-in packs are pure state machines over an environment.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import type { ToolError } from "../../src-shared/trace/events/tool.ts";
import type { EnvironmentChange, ToolContract } from "../../src-shared/trace/tool-contract.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";

export interface ToolContext {
  /** This pack's slice of the environment; never mutated. */
  environment: JsonValue;
  signal: AbortSignal;
  tenant: string;
  /** Null for reads. */
  operationKey: string | null;
  attempt: number;
  /** The run's clock (simulated where the suite says so), milliseconds since the epoch. */
  now: number;
  /** The run's clock, for tools that wait; left out where a tool is run outside a run. */
  clock?: Clock;
}

/** What one attempt came to. A tool that throws is a bug of the tool: the registry turns it into `permanent`. */
export interface ToolAttempt {
  outcome: Outcome;
  /** The raw result: JSON, or text. */
  value: JsonValue;
  /** The environment afterwards; left out when nothing changed. */
  environment?: JsonValue;
  error?: ToolError;
  /** Milliseconds to wait before another attempt, as the provider said (`Retry-After`). */
  retryAfterMs?: number;
}

export interface Tool {
  contract: ToolContract;
  /** The result that a tools file fixes for every call. */
  example?: JsonValue;
  execute(args: JsonObject, context: ToolContext): Promise<ToolAttempt> | ToolAttempt;
  /** A dry run for the approval dialog: what would change. */
  preview?(args: JsonObject, environment: JsonValue): EnvironmentChange[];
  /** Looks a write up by its operation key after its response was lost: done (with its result), not done, or not known. */
  reconcile?(operationKey: string, context: ToolContext): Promise<Reconciled> | Reconciled;
  /** Forms of its result that a variant may choose between; left out: there is one. */
  resultShapes?: {
    /** Name of the one it answers in unless told otherwise. */
    usual: string;
    shapes: Readonly<Record<string, ResultShape>>;
  };
}

/** A tool as it is in one shape: its contract says what the result holds then. Name, arguments and effect are the same in all. */
export interface ResultShape extends Pick<Tool, "contract" | "execute"> {
  description: string;
}

export type Reconciled =
  | { found: "done"; value: JsonValue }
  | { found: "not_done" }
  | { found: "unknown"; why?: string };

export interface Pack {
  name: string;
  description: string;
  /** Its environment is made up and kept in the trace: nothing outside the run is touched. */
  simulated: boolean;
  tools: readonly Tool[];
  /** A fresh environment; null for packs that act on the outside. */
  initialEnvironment(): JsonValue;
  /** The pack as a task's `fixture` sets it up. Throws UserError for a fixture it cannot read. Left out: fixtures are not for it. */
  withFixture?(fixture: JsonValue): Pack;
  /** Version of its environment, which changes with each write: what results claim as `stateVersion`. Left out: it keeps none. */
  stateVersion?(environment: JsonValue): string | number;
  /** Runs with it use a clock on which waits take no real time. */
  simulatedClock?: boolean;
}

/** A named, pure function raw → shown. */
export interface Compactor {
  name: string;
  description: string;
  /** `contract` is that of the tool that returned it; without one, what a contract would say is not known. */
  compact(raw: JsonValue, contract?: Pick<ToolContract, "public_fields"> | null): Compaction;
}

export interface Compaction {
  /** The text the model is shown. */
  shown: string;
  /** JSON Pointers (RFC 6901) of the raw value that the shown text keeps; null: all of it. */
  kept: string[] | null;
}
