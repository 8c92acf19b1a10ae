// What can differ between two turns, each as a text laid out for a line difference.
import type { ResultDocument } from "../../src-shared/cli/documents.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { z } from "zod";
import type { Context } from "./context-diff.ts";
import { listAt, objectOf, textAt } from "./read-data.ts";
import { contentText, valueText } from "./value-text.ts";

export function responseText(turn: TurnRecord): string {
  const parts = [
    turn.reasoning === null ? null : `<reasoning>\n${turn.reasoning}\n</reasoning>`,
    turn.content,
    turn.error === null ? null : `error ${turn.error.category}: ${turn.error.message}`,
    `finish_reason: ${turn.finish_reason ?? "none"}${turn.finish_reason === turn.effective_finish_reason ? "" : `, judged ${turn.effective_finish_reason ?? "none"}`}`,
  ];
  return parts.filter((part) => part !== null && part !== "").join("\n");
}

export function callsText(turn: TurnRecord): string {
  return turn.calls
    .map((call) => `${call.name}\n${call.arguments === null ? call.arguments_text : valueText(call.arguments)}`)
    .join("\n\n");
}

/** Policy and what stands in for it: decisions on each call, answers of a person, reminders. `events` are those of the run at hand. */
export function policyText(turn: TurnRecord, events: readonly StoredEvent[] = []): string {
  const told = events.filter((event) => event.turn === turn.turn).flatMap(policyLine);
  return [...callPolicies(turn), ...told, ...(turn.reminded && told.length === 0 ? ["gate.reminded"] : [])].join("\n");
}

function policyLine(event: StoredEvent): string[] {
  const data = objectOf(event.data);
  switch (event.kind) {
    case "approval.decided":
      return [
        `approval: ${textAt(data, "tool") ?? "?"} ${textAt(data, "decision") ?? "?"} ${textAt(data, "reason") ?? ""}`.trim(),
      ];
    case "gate.reminded":
      return listAt(data, "outstanding").map((item) => `gate.reminded: ${textAt(objectOf(item), "action") ?? "?"}`);
    case "loop.noticed":
      return [`loop.noticed: ${textAt(data, "tool") ?? "?"}`];
    default:
      return [];
  }
}

function callPolicies(turn: TurnRecord): string[] {
  return turn.calls.map(
    (call) => `${call.name}: ${call.policy ?? "none"}${call.outcome === null ? "" : `, ${call.outcome}`}`,
  );
}

export function contextText(context: Context): string {
  const messages = context.messages.map((message) => {
    const calls = message.tool_calls === null ? "" : `\n${JSON.stringify(message.tool_calls, null, 2)}`;
    return `[${message.role}]\n${valueText(contentText(message.content))}${calls}`;
  });
  return [...messages, `tools: ${context.tools.join(", ")}`, JSON.stringify(context.parameters, null, 2)].join("\n\n");
}

export function resultsText(results: z.infer<typeof ResultDocument>["results"]): string {
  return results
    .map((result) => `${result.tool} (${result.outcome}, ${result.compactor})\n${valueText(result.shown)}`)
    .join("\n\n");
}
