// What bisect tries: one change at a time to a frozen turn, each as the edits of a prepared fork. A change that would change nothing in
// this context is not in the list. Pure.
import type { ForkEdit } from "../../../src-shared/trace/fork-edit.ts";
import { messageReasoning, messageText, type ChatMessage } from "../../../src-shared/trace/message.ts";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Variant } from "../../../src-shared/trace/variant.ts";
import { fits, toolActs } from "../../ledger/lexicon/families.ts";
import { outstandingReminder } from "../../ledger/reminder.ts";
import { listCompactors } from "../../tools/compactors/index.ts";
import type { FrozenResult, FrozenTurn } from "./frozen-turn.ts";
import { messageGroups } from "./message-groups.ts";

export interface Intervention {
  name: string;
  /** One sentence: what is different. */
  detail: string;
  edits: ForkEdit[];
}

export interface InterventionOptions {
  /** Another endpoint, tried only when given; `model` is what it serves. */
  endpoint: { url: string; model: string } | null;
  /** Tools that the suite wants called; helps to say which tools are outstanding. */
  wanted: readonly string[];
}

export function interventions(frozen: FrozenTurn, options: InterventionOptions): Intervention[] {
  return [
    ...resultChanges(frozen),
    ...completionRules(frozen),
    ...reminder(frozen),
    ...toolChoice(frozen),
    ...fewerTools(frozen, options.wanted),
    ...oldTurns(frozen),
    ...reasoning(frozen),
    ...sampling(frozen.started.variant),
    ...otherEndpoint(options.endpoint),
  ];
}

/** Completion rules that a prompt may lack. Plain and general: nothing in them fits one task. */
export const COMPLETION_RULES = `Finishing the request
- Carry out every action that the request asks for, in its order, with a tool call for each.
- After each tool result compare with the request what is done and what is not done yet, and make the next call.
- Do not answer before everything is done. Then let the final answer address every item.`;

/** For each tool in the context: its raw results in place of the shown ones, or shortened ones in place of raw ones. */
function resultChanges(frozen: FrozenTurn): Intervention[] {
  const byTool = new Map<string, FrozenResult[]>();
  for (const result of frozen.results) {
    if (result.failed) continue;
    byTool.set(result.tool, [...(byTool.get(result.tool) ?? []), result]);
  }
  return [...byTool].flatMap(([tool, results]) => {
    const compacted = results.filter((result) => result.shown !== result.raw);
    if (compacted.length > 0) return rawResults(tool, compacted, frozen.started.variant);
    return shortResults(tool, results, frozen.started.variant);
  });
}

function rawResults(tool: string, results: readonly FrozenResult[], variant: Variant): Intervention[] {
  const raw = sum(results.map((result) => result.raw.length));
  const shown = sum(results.map((result) => result.shown.length));
  return [
    {
      name: `raw result of ${tool}`,
      detail: `The model sees what ${tool} returned (${raw} characters) in place of what it was shown (${shown}).`,
      edits: [
        ...results.map((result): ForkEdit => resultEdit(result, { as: "raw" })),
        { kind: "compactors", compactors: { ...variant.compactors, [tool]: "none" } },
      ],
    },
  ];
}

/** With the compactor that keeps most among those that at least halve it (one that does not apply shows the whole and a mark). */
function shortResults(tool: string, results: readonly FrozenResult[], variant: Variant): Intervention[] {
  const before = sum(results.map((result) => result.shown.length));
  const best = listCompactors()
    .map(({ name, compact }) => ({
      name,
      chars: sum(results.map((result) => compact(parseText(result.raw)).shown.length)),
    }))
    .filter(({ chars }) => chars <= before / 2)
    .toSorted((one, other) => other.chars - one.chars)[0];
  if (!best) return [];
  return [
    {
      name: `short result of ${tool}`,
      detail: `The model sees ${tool} through the compactor ${best.name} (${best.chars} characters) in place of the whole result (${before}).`,
      edits: [
        ...results.map((result): ForkEdit => resultEdit(result, { as: "compactor", compactor: best.name })),
        { kind: "compactors", compactors: { ...variant.compactors, [tool]: best.name } },
      ],
    },
  ];
}

function resultEdit(result: FrozenResult, use: Extract<ForkEdit, { kind: "result" }>["use"]): ForkEdit {
  return { kind: "result", call_id: result.callId, index: result.index, use };
}

function completionRules(frozen: FrozenTurn): Intervention[] {
  const system = frozen.messages.find((message) => message.role === "system" || message.role === "developer");
  const text = system ? messageText(system) : "";
  if (text.includes(COMPLETION_RULES)) return [];
  return [
    {
      name: "completion rules",
      detail: "Rules for finishing the request are added to the system prompt.",
      edits: [{ kind: "system", text: text === "" ? COMPLETION_RULES : `${text}\n\n${COMPLETION_RULES}` }],
    },
  ];
}

function reminder(frozen: FrozenTurn): Intervention[] {
  const items = frozen.outstanding.map((entry) => entry.item);
  if (items.length === 0) return [];
  return [
    {
      name: "reminder",
      detail: `A message names what is outstanding: ${items.map((item) => item.action).join("; ")}.`,
      edits: [
        {
          kind: "insert_message",
          index: frozen.messages.length,
          message: { role: "user", content: outstandingReminder(items) },
        },
      ],
    },
  ];
}

function toolChoice(frozen: FrozenTurn): Intervention[] {
  if (frozen.tools.length === 0 || frozen.started.variant.sampling.tool_choice === "required") return [];
  return [
    {
      name: "tool_choice required",
      detail: "The server is told that the next message must be a tool call. The final answer cannot come that way.",
      edits: [{ kind: "sampling", sampling: { tool_choice: "required" } }],
    },
  ];
}

/** Only the tools that an outstanding action needs: those that fit it, and those a suite wants and that have not succeeded. */
function fewerTools(frozen: FrozenTurn, wanted: readonly string[]): Intervention[] {
  const writes = frozen.started.tools.filter((tool) => tool.effect !== "read").map((tool) => tool.name);
  const needed = frozen.tools.filter((name) => {
    if (wanted.includes(name) && !frozen.succeeded.has(name)) return true;
    return (
      writes.includes(name) && frozen.outstanding.some(({ family }) => family !== null && fits(family, toolActs(name)))
    );
  });
  if (needed.length === 0 || needed.length === frozen.tools.length) return [];
  return [
    {
      name: "only outstanding tools",
      detail: `Of ${frozen.tools.length} tools only ${needed.join(", ")} ${needed.length === 1 ? "is" : "are"} offered.`,
      edits: [{ kind: "tools", tools: needed }],
    },
  ];
}

/** Everything between the request and the last step: earlier calls with their results, earlier answers. */
function oldTurns(frozen: FrozenTurn): Intervention[] {
  const groups = messageGroups(frozen.messages);
  const past = groups.filter((group) => group.kind === "calls" || group.kind === "answer");
  const old = past.slice(0, -1).flatMap((group) => group.indexes);
  if (old.length === 0) return [];
  return [
    {
      name: "old turns dropped",
      detail: `The ${old.length} messages of the turns before the last step are left out.`,
      edits: old.map((index): ForkEdit => ({ kind: "remove_message", index })),
    },
  ];
}

const REASONING_FIELDS = ["reasoning_content", "reasoning", "thinking"] as const;

function reasoning(frozen: FrozenTurn): Intervention[] {
  const echoed = [...frozen.messages.entries()].filter(([, message]) => messageReasoning(message) !== null);
  if (echoed.length > 0) {
    return [
      {
        name: "reasoning dropped",
        detail: `What the model thought is left out of ${echoed.length} earlier messages.`,
        edits: echoed.map(([index, message]): ForkEdit => ({
          kind: "edit_message",
          index,
          message: withoutReasoning(message),
        })),
      },
    ];
  }
  const missing = [...frozen.reasoning].flatMap(([index, text]) => {
    const message = frozen.messages[index];
    return message ? [{ index, text, message }] : [];
  });
  if (missing.length === 0) return [];
  return [
    {
      name: "reasoning echoed",
      detail: `What the model thought is sent back with ${missing.length} earlier messages (reasoning_content).`,
      edits: missing.map(({ index, text, message }): ForkEdit => ({
        kind: "edit_message",
        index,
        message: { ...message, reasoning_content: text },
      })),
    },
  ];
}

function withoutReasoning(message: ChatMessage): ChatMessage {
  const rest: ChatMessage = { ...message };
  for (const field of REASONING_FIELDS) delete rest[field];
  return rest;
}

/** Enough for any single call, also with a long text among its arguments. */
const LONG_ANSWER = 8_192;

function sampling(variant: Variant): Intervention[] {
  const { thinking, max_tokens: most } = variant.sampling;
  const list: Intervention[] = [];
  if (thinking !== false) {
    list.push({
      name: "thinking off",
      detail: "The model is told not to think first (chat_template_kwargs.enable_thinking: false).",
      edits: [{ kind: "sampling", sampling: { thinking: false } }],
    });
  }
  const raised = Math.max(LONG_ANSWER, (most ?? 0) * 4);
  list.push({
    name: "max_tokens raised",
    detail: `The answer may be ${raised} tokens long in place of ${most ?? "what the server allows by default"}.`,
    edits: [{ kind: "sampling", sampling: { max_tokens: raised } }],
  });
  return list;
}

function otherEndpoint(endpoint: InterventionOptions["endpoint"]): Intervention[] {
  if (endpoint === null) return [];
  return [
    {
      name: `endpoint ${endpoint.url}`,
      detail: `The same request goes to ${endpoint.model} at ${endpoint.url}.`,
      edits: [
        { kind: "endpoint", endpoint: endpoint.url },
        { kind: "model", model: endpoint.model },
      ],
    },
  ];
}

function parseText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
