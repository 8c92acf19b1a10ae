// OpenAI chat JSON and JSONL: a list of messages, a request body with or without its response, one a file or one a line.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { ImportedMessage, ImportFormat, ReadRecord } from "./conversation.ts";
import { callsOf, contentText, outcomeOf, textField } from "./fields.ts";

/** Fields of a record that are not request parameters. */
const NOT_PARAMETERS = new Set([
  "messages",
  "tools",
  "functions",
  "model",
  "id",
  "title",
  "task",
  "suite",
  "choices",
  "response",
  "request",
  "body",
  "usage",
  "custom_id",
  "error",
]);

/** The object that holds `messages`, and the response beside it where there is one. */
function bodyOf(record: JsonValue): { body: JsonObject; response: JsonObject | null } | null {
  if (Array.isArray(record))
    return record.length > 0 && record.every(isMessage) ? { body: { messages: record }, response: null } : null;
  if (!isJsonObject(record)) return null;
  const response = [record["response"], record].find(
    (part): part is JsonObject => isJsonObject(part) && (Array.isArray(part["choices"]) || isJsonObject(part["body"])),
  );
  const answer =
    response && isJsonObject(response["body"]) && Array.isArray(response["body"]["choices"])
      ? response["body"]
      : response;
  for (const holder of [record, record["request"], record["body"]]) {
    if (isJsonObject(holder) && Array.isArray(holder["messages"])) {
      return { body: holder, response: answer && Array.isArray(answer["choices"]) ? answer : null };
    }
  }
  return null;
}

function isMessage(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value["role"] === "string";
}

export const openaiChat: ImportFormat = {
  name: "openai-chat",
  matches(record) {
    const found = bodyOf(record);
    const messages = found?.body["messages"];
    return Array.isArray(messages) && (messages.length === 0 || messages.some(isMessage));
  },
  read(record): ReadRecord {
    const found = bodyOf(record);
    if (!found || !Array.isArray(found.body["messages"])) return { ok: false, error: "no list of messages" };
    const { body, response } = found;
    const messages: ImportedMessage[] = [];
    for (const [index, message] of found.body["messages"].entries()) {
      const read = readMessage(message);
      if (typeof read === "string") return { ok: false, error: `message ${index + 1}: ${read}` };
      messages.push(...read);
    }
    const answer = response ? answerOf(response) : null;
    if (answer) messages.push(answer);
    const outer: JsonObject = isJsonObject(record) ? record : {};
    const last = messages.at(-1);
    const tools = body["tools"] ?? body["functions"];
    return {
      ok: true,
      value: {
        format: "openai-chat",
        title: textField(outer["title"]) ?? textField(outer["custom_id"]) ?? textField(outer["id"]),
        suite: textField(outer["suite"]),
        task: textField(outer["task"]),
        model: textField(response?.["model"]) ?? textField(body["model"]),
        variantName: null,
        messages,
        tools: Array.isArray(tools) ? tools.filter(isJsonObject) : null,
        parameters: Object.fromEntries(Object.entries(body).filter(([key]) => !NOT_PARAMETERS.has(key))),
        error: errorOf(outer["error"] ?? response?.["error"]),
        passed: null,
        openRequest: last !== undefined && (last.role === "user" || last.role === "tool"),
        sourceFile: null,
      },
    };
  },
};

function errorOf(value: JsonValue | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  if (isJsonObject(value) && typeof value["message"] === "string") {
    return [textField(value["code"]), value["message"]].filter((part) => part !== null).join(": ");
  }
  return JSON.stringify(value);
}

function answerOf(response: JsonObject): ImportedMessage | null {
  const [choice] = Array.isArray(response["choices"]) ? response["choices"] : [];
  if (!isJsonObject(choice) || !isJsonObject(choice["message"])) return null;
  const read = readMessage({ role: "assistant", ...choice["message"] });
  const [message] = typeof read === "string" ? [] : read;
  if (message?.role !== "assistant") return null;
  return { ...message, finishReason: textField(choice["finish_reason"]), usage: usageOf(response["usage"]) };
}

function usageOf(
  value: JsonValue | undefined,
): { prompt_tokens: number | null; completion_tokens: number | null } | null {
  if (!isJsonObject(value)) return null;
  const count = (field: JsonValue | undefined): number | null =>
    typeof field === "number" && Number.isInteger(field) && field >= 0 ? field : null;
  return { prompt_tokens: count(value["prompt_tokens"]), completion_tokens: count(value["completion_tokens"]) };
}

function readMessage(message: JsonValue): ImportedMessage[] | string {
  if (!isJsonObject(message)) return "not an object";
  const text = contentText(message["content"]);
  switch (message["role"]) {
    case "system":
    case "developer":
    case "user":
      return [{ role: message["role"], text: text ?? "" }];
    case "assistant": {
      const legacy = message["function_call"];
      const calls = callsOf(message["tool_calls"] ?? (isJsonObject(legacy) ? [{ function: legacy }] : []));
      const reasoning =
        textField(message["reasoning_content"]) ?? textField(message["reasoning"]) ?? textField(message["thinking"]);
      return [
        {
          role: "assistant",
          text: text ?? textField(message["refusal"]),
          reasoning,
          calls,
          finishReason: textField(message["finish_reason"]),
          usage: usageOf(message["usage"]),
        },
      ];
    }
    case "tool":
    case "function": {
      const failed = message["is_error"] === true;
      const shown = text ?? "";
      const error = failed ? shown || "error" : null;
      return [
        {
          role: "tool",
          text: shown,
          callId: textField(message["tool_call_id"]),
          tool: textField(message["name"]),
          outcome: outcomeOf(shown, error),
          error,
        },
      ];
    }
    default:
      return `role ${JSON.stringify(message["role"] ?? null)} is not known`;
  }
}
