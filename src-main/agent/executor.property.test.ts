// Whatever tools and model do, a run ends in a declared terminal state, within all of its budgets, and its trace says so.
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { TerminalState } from "../../src-shared/trace/vocabulary.ts";
import { simulatedClock } from "../tools/simulated-clock.ts";
import type { Reconciled, ToolAttempt, ToolContext } from "../tools/types.ts";
import { brokenRules } from "./testing/audited.ts";
import { cleanUp, runTestLoop, testPack, type TestTool } from "./testing/harness.ts";
import { scriptedModel, type ScriptedAnswer } from "./testing/scripted-model.ts";

afterEach(cleanUp);

const OUTCOMES = [
  "ok",
  "empty",
  "invalid_arguments",
  "invalid_result",
  "transient",
  "permanent",
  "access_denied",
  "timeout",
  "unknown",
] as const;

/** What one attempt does: an outcome after a while, a throw, or silence until it is given up. */
const behaviour = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("answers" as const),
      outcome: fc.constantFrom(...OUTCOMES),
      ms: fc.integer({ min: 0, max: 4000 }),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 60_000 })),
    }),
  },
  fc.constant({ kind: "throws" as const }),
  fc.constant({ kind: "silent" as const }),
);
type Behaviour = typeof behaviour extends fc.Arbitrary<infer T> ? T : never;

const lookUp = fc.constantFrom(
  "done" as const,
  "not_done" as const,
  "unknown" as const,
  "broken" as const,
  "silent" as const,
);
type LookUp = typeof lookUp extends fc.Arbitrary<infer T> ? T : never;

function reconcile(lookUps: () => LookUp): () => Promise<Reconciled> {
  return async () => {
    const next = lookUps();
    switch (next) {
      case "done":
        return { found: "done", value: { status: "ok" } };
      case "not_done":
      case "unknown":
        return { found: next };
      case "broken":
        throw new Error("the look-up broke");
      case "silent":
        return new Promise(() => undefined);
    }
  };
}

const call = fc.record({
  name: fc.constantFrom("look", "search_rooms", "hold", "sync", "drop", "charge", "no_such_tool"),
  args: fc.oneof(fc.record({ n: fc.integer({ min: 0, max: 3 }) }), fc.constant({ n: "text" }), fc.constant(null)),
});
const answer: fc.Arbitrary<ScriptedAnswer> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }) }) },
  fc.constantFrom<ScriptedAnswer>(
    { says: "Done." },
    { says: "" },
    { says: "Which one?" },
    { says: "cut", finish: "length" },
  ),
);

const world = fc.record({
  behaviours: fc.array(behaviour, { minLength: 1, maxLength: 12 }),
  lookUps: fc.array(lookUp, { minLength: 1, maxLength: 4 }),
  answers: fc.array(answer, { minLength: 1, maxLength: 8 }),
  budgets: fc.record({
    turns: fc.integer({ min: 1, max: 8 }),
    attempts: fc.integer({ min: 1, max: 10 }),
    elapsed_ms: fc.integer({ min: 1, max: 40_000 }),
  }),
  gate: fc.constantFrom("off" as const, "remind" as const, "require-evidence" as const),
  planned: fc.boolean(),
  random: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

function attempt(behaviours: () => Behaviour) {
  return async (_args: unknown, { clock, signal }: ToolContext): Promise<ToolAttempt> => {
    const next = behaviours();
    if (next.kind === "throws") throw new Error("the tool broke");
    if (next.kind === "silent") return new Promise(() => undefined);
    await clock?.sleep(next.ms, signal);
    const { outcome, retryAfterMs } = next;
    if (outcome === "ok" || outcome === "empty") return { outcome, value: outcome === "ok" ? { status: "ok" } : [] };
    const error = { status: "error" as const, error_code: outcome, retryable: true, message: outcome };
    return { outcome, value: error, error, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
  };
}

function around<T>(values: readonly T[]): () => T {
  let next = 0;
  return () => values[next++ % values.length] as T;
}

it("random tool and model behaviour always ends in a declared state within all budgets", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const run = attempt(around(given.behaviours));
      const found = reconcile(around(given.lookUps));
      const input_schema = { type: "object", properties: { n: { type: "integer" } }, additionalProperties: false };
      const limits = { result_chars: 1000, timeout_ms: 5000 };
      const tools: TestTool[] = [
        { name: "look", effect: "read", run, contract: { input_schema, limits } },
        { name: "search_rooms", effect: "read", run, contract: { input_schema, limits } },
        {
          name: "hold",
          effect: "write",
          run,
          contract: { input_schema, limits, suppresses_duplicates: true },
          more: { reconcile: found },
        },
        { name: "sync", effect: "write", run, contract: { input_schema, limits } },
        { name: "drop", effect: "destructive", run, contract: { input_schema, limits } },
        { name: "charge", effect: "destructive", run, contract: { input_schema, limits, needs_person: true } },
      ];
      const answers = around(given.answers);
      const clock = simulatedClock(0);
      const test = await runTestLoop({
        prompt: "Look it up, then hold a room.",
        model: scriptedModel(Array.from({ length: given.budgets.turns }, () => answers)),
        pack: testPack(tools),
        variant: { budgets: given.budgets, gate: given.gate, planner: given.planned ? {} : null },
        spec: { evidence: ["hold"] },
        deps: { clock, random: () => given.random },
      });
      const { result } = test;
      expect(TerminalState.options).toContain(result.terminal_state);
      expect(result.reason).toMatch(/./);
      expect(test.states().at(-1)).toBe(result.terminal_state);
      expect(test.states().filter((state) => (TerminalState.options as string[]).includes(state))).toHaveLength(1);
      expect(test.of("turn.started").length).toBeLessThanOrEqual(given.budgets.turns);
      expect(test.of("tool.finished").length).toBeLessThanOrEqual(given.budgets.attempts);
      expect(clock.monotonic()).toBeLessThanOrEqual(given.budgets.elapsed_ms);
      expect(test.of("tool.started").filter((started) => started.tool === "charge")).toEqual([]);
      for (const { brought } of test.of("tool.finished")) expect(brought?.barren_in_a_row ?? 0).toBeLessThanOrEqual(2);
      expect(brokenRules(test)).toEqual([]);
      for (const ended of test.of("wait.ended")) expect(["done", "refused"]).toContain(ended.how);
    }),
    { numRuns: 120, seed: 417 },
  );
}, 60_000);
