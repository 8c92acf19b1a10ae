// Suites: tasks with an environment, checks and expected tools. A suite is a file; built-in ones are files too (resources/suites).
import { z } from "zod";
import { JsonValue } from "../../src-shared/prelude/json.ts";
import { Gate } from "../../src-shared/trace/vocabulary.ts";

/** A check looks at the environments before and after and at the last assistant message only; all must hold. */
export const Check = z.discriminatedUnion("kind", [
  /** The environment after equals the one before but for these changes, and each of them happened. */
  z.object({
    kind: z.literal("environment"),
    /** Paths are JSON Pointers into `{pack: environment}`; `*` stands for one segment. `contains_all` is about the text at the path. */
    changes: z.array(
      z.object({
        path: z.string(),
        op: z.enum(["add", "remove", "replace"]),
        count: z.number().int().positive().default(1),
        equals: JsonValue.optional(),
        contains_all: z.array(z.string()).optional(),
        where: z.record(z.string(), JsonValue).optional(),
      }),
    ),
  }),
  /** The last assistant message contains all of these, any case. */
  z.object({ kind: z.literal("answer_contains"), all: z.array(z.string()) }),
  z.object({ kind: z.literal("answer_lacks"), none: z.array(z.string()) }),
  /** Trajectory: what may not have happened, or must have. */
  z.object({ kind: z.literal("trajectory"), rule: z.enum(["no_write_before_approval", "no_write"]) }),
  z.object({ kind: z.literal("terminal_state"), is: z.array(z.string()) }),
]);
export type Check = z.infer<typeof Check>;

export const SuiteTask = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i),
  prompt: z.string().min(1),
  class: z.enum(["single", "chained", "edge"]).nullable().default(null),
  expected_tools: z.array(z.string()).default([]),
  checks: z.array(Check),
  /** What `require-evidence` wants before `complete`: successful calls of these tools. */
  evidence: z.array(z.string()).default([]),
  /** Longest run in turns that still counts as converged; null: expected tools + 2. */
  max_turns: z.number().int().positive().nullable().default(null),
  /** Overrides of the pack's fresh environment and behaviour, read by the pack. */
  fixture: JsonValue.optional(),
  budgets: z
    .object({
      turns: z.number().int().positive(),
      attempts: z.number().int().positive(),
      elapsed_ms: z.number().int().positive(),
    })
    .partial()
    .optional(),
  gate: Gate.optional(),
});
export type SuiteTask = z.infer<typeof SuiteTask>;

export const Suite = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i),
  description: z.string().default(""),
  packs: z.array(z.string()).min(1),
  repeats: z.number().int().positive().default(1),
  tasks: z.array(SuiteTask).min(1),
});
export type Suite = z.infer<typeof Suite>;
