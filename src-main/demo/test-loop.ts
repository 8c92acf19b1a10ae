// A bare agent loop for the demo model's own tests: real HTTP, real tools and compactors, no recording, no policy.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { getCompactor } from "../tools/compactors/index.ts";
import { toolError } from "../tools/feedback.ts";
import type { Registry } from "../tools/registry.ts";
import { renderSystemPrompt } from "../tools/system-prompt.ts";
import { validateArguments } from "../tools/validate.ts";

export interface LoopResult {
  calls: { name: string; arguments: JsonObject }[];
  messages: ChatMessage[];
  answer: string | null;
  finishReason: string | null;
  environment: { [pack: string]: JsonValue };
}

export interface LoopSpec {
  url: string;
  model?: string;
  prompt: string;
  variant: Pick<Variant, "system_prompt" | "compactors" | "gate">;
  registry: Registry;
  seed: number | null;
  /** Further request parameters. */
  parameters?: JsonObject;
  /** What a stop is answered with while the gate is on; null accepts it. */
  remind?: (result: LoopResult) => string | null;
}

/** Runs until the model stops, at most 15 turns. Only non-streaming requests are made. */
export async function runTestLoop(spec: LoopSpec): Promise<LoopResult> {
  const { registry } = spec;
  const tools = registry.definitions();
  const system = renderSystemPrompt(spec.variant, tools);
  const messages: ChatMessage[] = [
    ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
    { role: "user", content: spec.prompt },
  ];
  const environment = Object.fromEntries(registry.packs.map((pack) => [pack.name, pack.initialEnvironment()]));
  const result: LoopResult = { calls: [], messages, answer: null, finishReason: null, environment };
  for (let turn = 0, reminders = 0; turn < 15; turn += 1) {
    const choice = await ask(spec, { messages: messages.slice(), tools });
    const message = choice.message;
    messages.push(message);
    result.answer = typeof message.content === "string" ? message.content : null;
    result.finishReason = choice.finish_reason;
    if (message.tool_calls === undefined) {
      const reminder = spec.variant.gate === "off" || reminders >= 2 ? null : (spec.remind?.(result) ?? null);
      if (reminder === null) return result;
      reminders += 1;
      messages.push({ role: "user", content: reminder });
      continue;
    }
    for (const call of message.tool_calls) {
      const args = JSON.parse(call.function.arguments) as JsonValue;
      result.calls.push({ name: call.function.name, arguments: isJsonObject(args) ? args : {} });
      messages.push({
        role: "tool",
        tool_call_id: call.id,
        content: await runTool(spec, result, call.function.name, args),
      });
    }
  }
  return result;
}

async function runTool(spec: LoopSpec, result: LoopResult, name: string, args: JsonValue): Promise<string> {
  const entry = spec.registry.get(name);
  if (entry === null) return JSON.stringify({ status: "error", error_code: "unknown_tool", message: name });
  const checked = validateArguments(entry.tool.contract, args);
  if (!checked.ok)
    return JSON.stringify({ status: "error", error_code: "invalid_arguments", message: JSON.stringify(checked.error) });
  const environment = result.environment[entry.pack] ?? null;
  const attempt = await entry.tool.execute(checked.value, {
    environment,
    signal: new AbortController().signal,
    tenant: "local",
    operationKey: null,
    attempt: 1,
    now: 0,
  });
  if (attempt.error) return toolError(attempt.outcome, attempt.error).text;
  if (attempt.environment !== undefined) result.environment[entry.pack] = attempt.environment;
  const { compactors } = spec.variant;
  return getCompactor(compactors[name] ?? compactors["*"] ?? "none").compact(attempt.value).shown;
}

async function ask(
  spec: LoopSpec,
  request: { messages: ChatMessage[]; tools: readonly unknown[] },
): Promise<{ message: ChatMessage; finish_reason: string }> {
  const body = {
    model: spec.model ?? "loopscope-demo",
    ...request,
    ...(spec.seed === null ? {} : { seed: spec.seed }),
    ...spec.parameters,
  };
  const response = await fetch(`${spec.url}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { choices: { message: ChatMessage; finish_reason: string }[] };
  const [choice] = answer.choices;
  if (choice === undefined) throw new Error("The response holds no choice.");
  return choice;
}
