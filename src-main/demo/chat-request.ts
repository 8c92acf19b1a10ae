// A chat completion request as the demo model reads it; everything that crosses the socket is parsed here.
import { z } from "zod";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { fail, ok, type Result } from "../../src-shared/prelude/result.ts";
import { ChatMessage } from "../../src-shared/trace/message.ts";
import { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import type { ToolChoice } from "./rules.ts";

const Body = z.looseObject({
  model: z.string(),
  messages: z.array(ChatMessage).min(1),
  tools: z.array(ToolDefinition).nullish(),
  tool_choice: z
    .union([z.enum(["auto", "required", "none"]), z.looseObject({ function: z.looseObject({ name: z.string() }) })])
    .nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  seed: z.number().int().nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.number().int().min(0).max(20).nullish(),
  chat_template_kwargs: z.looseObject({ enable_thinking: z.boolean().nullish() }).nullish(),
});

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools: JsonValue[];
  toolChoice: ToolChoice;
  stream: boolean;
  includeUsage: boolean;
  /** Null: the documented default. */
  seed: number | null;
  maxTokens: number | null;
  logprobs: boolean;
  topLogprobs: number;
  thinking: boolean;
}

/** The error is one line for the response's `error.message`. */
export function readChatRequest(text: string): Result<ChatRequest, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail("The request body is not valid JSON.");
  }
  const parsed = Body.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(`${issue?.path.map(String).join(".") || "The body"}: ${issue?.message ?? "is not valid"}`);
  }
  const body = parsed.data;
  const choice = body.tool_choice ?? "auto";
  return ok({
    model: body.model,
    messages: body.messages,
    // Definitions are JSON by origin: the body was parsed from text.
    tools: (body.tools ?? []).map((tool): JsonValue => ({ type: tool.type, function: functionOf(tool) })),
    toolChoice: typeof choice === "string" ? choice : { name: choice.function.name },
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    seed: body.seed ?? null,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
    logprobs: body.logprobs ?? false,
    topLogprobs: body.top_logprobs ?? 5,
    thinking: body.chat_template_kwargs?.enable_thinking ?? false,
  });
}

function functionOf(tool: ToolDefinition): JsonValue {
  const { name, description, parameters } = tool.function;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(isJsonObject(parameters) ? { parameters } : {}),
  };
}
