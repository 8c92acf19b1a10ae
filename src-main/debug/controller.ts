// Holds live runs at breakpoints, on a pause and while stepping, until a person lets them go on. One controller serves
// all runs of a process; the loop only sees the `LoopDebugger` it is handed.
import type { Breakpoint, GoOn, HeldRun, StepTo } from "../../src-shared/rpc/debug.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { Checkpoint, CheckpointDecision, LoopDebugger } from "../agent/checkpoints.ts";
import { parseCondition, type Condition } from "./breakpoints/expression.ts";
import { factsOf } from "./breakpoints/facts.ts";

export interface DebugController {
  /** `paused`: the run is held at its first place. */
  forRun(run: string, paused: boolean): LoopDebugger;
  breakpoints(): Breakpoint[];
  /** @throws UserError naming the condition that cannot be read, and why */
  setBreakpoints(breakpoints: readonly Breakpoint[]): void;
  /** Holds the run at its next place. */
  pause(run: string): void;
  /** @throws UserError `not_found` when the run is not held */
  goOn(input: GoOn, by: string): void;
  held(): HeldRun[];
  onChange(listener: (change: { kind: "held"; held: HeldRun } | { kind: "released"; run: string }) => void): () => void;
}

export interface ControllerOptions {
  now: () => number;
  initial: readonly Breakpoint[];
}

export function createDebugController(options: ControllerOptions): DebugController {
  let breakpoints: Compiled[] = [];
  const wanted = new Map<string, StepTo>();
  const open = new Map<string, { held: HeldRun; settle: (decision: CheckpointDecision) => void }>();
  const listeners = new Set<Parameters<DebugController["onChange"]>[0]>();
  const tell: Parameters<DebugController["onChange"]>[0] = (change) => {
    for (const listener of listeners) listener(change);
  };

  function reasonToHold(run: string, checkpoint: Checkpoint): string | null {
    const step = wanted.get(run);
    if (step !== undefined && (step === "any" || step === checkpoint.at)) return "step";
    // Stepping to a place must not run past the end.
    if (step !== undefined && checkpoint.at === "stop") return "step";
    const facts = factsOf(checkpoint);
    const hit = breakpoints.find(
      ({ breakpoint, condition }) =>
        breakpoint.enabled && (breakpoint.at === null || breakpoint.at === checkpoint.at) && condition(facts),
    );
    return hit ? describe(hit.breakpoint) : null;
  }

  function hold(run: string, checkpoint: Checkpoint, why: string, signal: AbortSignal): Promise<CheckpointDecision> {
    wanted.delete(run);
    return new Promise((resolve) => {
      const settle = (decision: CheckpointDecision) => {
        signal.removeEventListener("abort", onAbort);
        open.delete(run);
        tell({ kind: "released", run });
        resolve(decision);
      };
      const onAbort = () => settle({ how: "stop", edits: {}, by: "policy" });
      signal.addEventListener("abort", onAbort, { once: true });
      const held: HeldRun = {
        run,
        why,
        since: options.now(),
        pending: structuredClone(checkpoint) as HeldRun["pending"],
      };
      open.set(run, { held, settle });
      tell({ kind: "held", held });
      if (signal.aborted) onAbort();
    });
  }

  const controller: DebugController = {
    forRun(run, paused) {
      if (paused) wanted.set(run, "any");
      return {
        reach(checkpoint, signal) {
          const why = reasonToHold(run, checkpoint);
          return why === null ? null : { why, decision: hold(run, checkpoint, why, signal) };
        },
      };
    },
    breakpoints: () => breakpoints.map((entry) => entry.breakpoint),
    setBreakpoints(given) {
      breakpoints = given.map(compile);
    },
    pause(run) {
      wanted.set(run, "any");
    },
    goOn(input, by) {
      const entry = open.get(input.run);
      if (!entry) throw new UserError("not_found", "This run is not held: it goes on, or it has ended.");
      const { pending } = entry.held;
      const strange = Object.keys(input.edits).find((place) => place !== pending.at);
      if (strange !== undefined) {
        throw new UserError(
          "invalid_input",
          `The run is held at a ${pending.at}; edits of a ${strange} do not fit there.`,
        );
      }
      if (input.how === "step") wanted.set(input.run, input.to);
      entry.settle({ how: input.how, edits: input.edits, by });
    },
    held: () => [...open.values()].map((entry) => entry.held),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  controller.setBreakpoints(options.initial);
  return controller;
}

interface Compiled {
  breakpoint: Breakpoint;
  condition: Condition;
}

function compile(breakpoint: Breakpoint): Compiled {
  const condition = parseCondition(breakpoint.when);
  if (!condition.ok)
    throw new UserError(
      "invalid_input",
      `The condition ${JSON.stringify(breakpoint.when)} cannot be read: ${condition.error}.`,
    );
  return { breakpoint, condition: condition.value };
}

function describe(breakpoint: Breakpoint): string {
  const place = breakpoint.at === null ? "anywhere" : `at ${breakpoint.at}`;
  return breakpoint.when.trim() === "" ? place : `${place} when ${breakpoint.when.trim()}`;
}
