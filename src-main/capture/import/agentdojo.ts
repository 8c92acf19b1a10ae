// AgentDojo run logs: one JSON object a run, alone in a file or as `{file, log}` lines.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import type { ImportedMessage, ImportFormat, ReadRecord } from "./conversation.ts";
import { callsOf, contentText, outcomeOf, textField } from "./fields.ts";

const MARKS = ["suite_name", "pipeline_name", "user_task_id", "injection_task_id"];

function logOf(record: JsonValue): { log: JsonObject; file: string | null } | null {
  if (!isJsonObject(record)) return null;
  const inner = record["log"];
  if (isJsonObject(inner) && isLog(inner)) return { log: inner, file: textField(record["file"]) };
  return isLog(record) ? { log: record, file: null } : null;
}

function isLog(value: JsonObject): boolean {
  return "messages" in value && MARKS.some((mark) => mark in value);
}

export const agentdojo: ImportFormat = {
  name: "agentdojo",
  matches: (record) => logOf(record) !== null,
  read(record): ReadRecord {
    const found = logOf(record);
    if (!found) return { ok: false, error: "not an AgentDojo run log" };
    const { log, file } = found;
    const given = log["messages"] ?? [];
    if (!Array.isArray(given)) return { ok: false, error: '"messages" is not a list' };
    const messages: ImportedMessage[] = [];
    for (const [index, message] of given.entries()) {
      const read = readMessage(message);
      if (typeof read === "string") return { ok: false, error: `message ${index + 1}: ${read}` };
      messages.push(read);
    }
    const task = [textField(log["user_task_id"]), textField(log["injection_task_id"])]
      .filter((part) => part !== null)
      .join("+");
    const pipeline = textField(log["pipeline_name"]);
    return {
      ok: true,
      value: {
        format: "agentdojo",
        title: [task, pipeline].filter((part) => part !== null && part !== "").join(" · ") || null,
        suite: textField(log["suite_name"]),
        task: task || null,
        model: pipeline,
        variantName: textField(log["attack_type"]) === null ? "imported" : `attack-${textField(log["attack_type"])}`,
        messages,
        tools: null,
        parameters: {},
        error: errorText(log["error"]),
        passed: typeof log["utility"] === "boolean" ? log["utility"] : null,
        openRequest: false,
        sourceFile: file,
      },
    };
  },
};

function readMessage(message: JsonValue): ImportedMessage | string {
  if (!isJsonObject(message)) return "not an object";
  const text = contentText(message["content"]);
  switch (message["role"]) {
    case "system":
    case "developer":
    case "user":
      return { role: message["role"], text: text ?? "" };
    case "assistant":
      return {
        role: "assistant",
        text,
        reasoning: null,
        calls: callsOf(message["tool_calls"]),
        finishReason: null,
        usage: null,
      };
    case "tool": {
      const error = textField(message["error"]);
      const [call] = callsOf(
        message["tool_call"] === null || message["tool_call"] === undefined ? [] : [message["tool_call"]],
      );
      const shown = text === null || text === "" ? (error ?? "") : text;
      return {
        role: "tool",
        text: shown,
        callId: textField(message["tool_call_id"]) ?? call?.id ?? null,
        tool: call?.name ?? null,
        outcome: outcomeOf(shown, error),
        error,
      };
    }
    default:
      return `role ${JSON.stringify(message["role"] ?? null)} is not known`;
  }
}

function errorText(value: JsonValue | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
