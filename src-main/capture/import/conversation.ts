// The one form every imported record is brought to. What a format lacks is null, never 0 and never invented.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Outcome } from "../../../src-shared/trace/vocabulary.ts";

export interface ImportedCall {
  /** Null where the format gives none ("" counts as none). */
  id: string | null;
  name: string;
  /** Null when the arguments are not valid JSON. */
  arguments: JsonValue | null;
  argumentsText: string;
}

export type ImportedMessage =
  | { role: "system" | "developer" | "user"; text: string }
  | {
      role: "assistant";
      /** Null where the format says null: nothing visible was said. */
      text: string | null;
      reasoning: string | null;
      calls: ImportedCall[];
      finishReason: string | null;
      usage: { prompt_tokens: number | null; completion_tokens: number | null } | null;
    }
  | { role: "tool"; text: string; callId: string | null; tool: string | null; outcome: Outcome; error: string | null };

export interface Conversation {
  /** `agentdojo`, `openai-chat`. */
  format: string;
  title: string | null;
  suite: string | null;
  task: string | null;
  model: string | null;
  variantName: string | null;
  messages: ImportedMessage[];
  /** OpenAI tool definitions, where the format holds them. */
  tools: JsonObject[] | null;
  parameters: JsonObject;
  /** The provider's error that ended the run. */
  error: string | null;
  /** The source's own verdict on the task; null where it has none. */
  passed: boolean | null;
  /** The last message is a request that the record holds no response to. */
  openRequest: boolean;
  /** The record names its own source ("file" beside "log"). */
  sourceFile: string | null;
}

/** What a format reads of one JSON record: a conversation, or why it is not one. */
export type ReadRecord = { ok: true; value: Conversation } | { ok: false; error: string };

/** One format: a file of its own. */
export interface ImportFormat {
  name: string;
  /** True when the record is of this format, judged by its content. */
  matches(record: JsonValue): boolean;
  read(record: JsonValue): ReadRecord;
}
