// What a tool promises: when to use it, what goes in, what comes out, what it changes.
import { z } from "zod";
import { JsonObject, JsonValue } from "../prelude/json.ts";
import { EffectClass } from "./vocabulary.ts";

export const ToolContract = z.object({
  name: z.string().min(1),
  /** One or two sentences: what it does. */
  description: z.string(),
  /** When to use it, with the words in a request that call for it. */
  use_when: z.string(),
  /** When not to use it, naming the tool to use instead. */
  not_when: z.string(),
  /** Words (lower case) of a request that call for this tool, e.g. "create", "建立". */
  triggers: z.array(z.string()),
  effect: EffectClass,
  /** JSON Schema of the arguments object. */
  input_schema: JsonObject,
  /** JSON Schema of the raw result; null where none is declared. */
  result_schema: JsonObject.nullable(),
  /** Top-level or dotted fields of the result meant for the model; null: all of it. */
  public_fields: z.array(z.string()).nullable(),
  limits: z.object({
    /** Longest raw result in characters that is handed on whole. */
    result_chars: z.number().int().positive(),
    /** Deadline of one attempt in milliseconds. */
    timeout_ms: z.number().int().positive(),
  }),
  /** The provider suppresses duplicates by operation key, so a lost write may be sent again with the same key. */
  suppresses_duplicates: z.boolean(),
  /** Only a person may let it run, each time anew; where none can be asked, the run is handed over. */
  needs_person: z.boolean().optional(),
  /** Name of the argument that says on which version of the state the call acts; a stale one is refused. Left out: it names none. */
  state_version_argument: z.string().optional(),
  /** Its calls search: two in a row that bring nothing new end the searching. Left out: judged from its name and arguments. */
  searches: z.boolean().optional(),
});
export type ToolContract = z.infer<typeof ToolContract>;

/** A tool as the model is offered it (OpenAI `tools` entry). */
export const ToolDefinition = z.looseObject({
  type: z.literal("function"),
  function: z.looseObject({ name: z.string(), description: z.string().optional(), parameters: JsonObject.optional() }),
});
export type ToolDefinition = z.infer<typeof ToolDefinition>;

/** One change of an environment, as a path (JSON Pointer, RFC 6901) and what stood there. */
export const EnvironmentChange = z.object({
  path: z.string(),
  op: z.enum(["add", "remove", "replace"]),
  from: JsonValue.nullable(),
  to: JsonValue.nullable(),
});
export type EnvironmentChange = z.infer<typeof EnvironmentChange>;
