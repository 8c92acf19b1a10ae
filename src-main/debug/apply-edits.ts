// The recorded edits of a fork, applied to the exact messages of the turn it forks from. Everything not edited stays byte for byte.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import { Sampling, type Variant } from "../../src-shared/trace/variant.ts";
import { nonEmpty } from "../tools/feedback.ts";
import { getCompactor } from "../tools/compactors/index.ts";

export interface ForkBase {
  messages: readonly ChatMessage[];
  /** Contracts of the run's tools, for compactors that read them; left out: none is known. */
  contracts?: readonly ToolContract[];
  variant: Variant;
  model: string;
  endpoint: string;
}

export interface ForkedRequest {
  messages: ChatMessage[];
  variant: Variant;
  model: string;
  endpoint: string;
}

/** A result of the prefix as it was recorded. */
export interface PrefixResult {
  tool: string;
  raw: string;
  shown: string;
}

/**
 * Applies edits in order; indexes are those of the original messages.
 * @throws UserError naming the edit and what it asks for that is not there
 */
export function applyEdits(
  base: ForkBase,
  edits: readonly ForkEdit[],
  resultOf: (callId: string, index: number) => PrefixResult | null,
): ForkedRequest {
  const slots: Slot[] = base.messages.map((message) => ({ before: [], message }));
  const tail: ChatMessage[] = [];
  let { variant, model, endpoint } = base;
  for (const [at, edit] of edits.entries()) {
    switch (edit.kind) {
      case "system":
        editSystem(slots, edit.text);
        break;
      case "edit_message":
        slotAt(slots, edit.index, at, edit.kind).message = edit.message;
        break;
      case "insert_message":
        if (edit.index === slots.length) tail.push(edit.message);
        else slotAt(slots, edit.index, at, edit.kind).before.push(edit.message);
        break;
      case "remove_message":
        slotAt(slots, edit.index, at, edit.kind).message = null;
        break;
      case "result":
        editResult(slots, base, edit, at, resultOf);
        break;
      case "tools":
        variant = { ...variant, tools: edit.tools };
        break;
      case "compactors":
        for (const name of Object.values(edit.compactors)) getCompactor(name);
        variant = { ...variant, compactors: edit.compactors };
        break;
      case "result_shapes":
        variant = { ...variant, result_shapes: edit.result_shapes };
        break;
      case "sampling":
        variant = { ...variant, sampling: Sampling.parse({ ...variant.sampling, ...edit.sampling }) };
        break;
      case "model":
        model = edit.model;
        break;
      case "endpoint":
        endpoint = edit.endpoint;
        break;
      case "gate":
        variant = { ...variant, gate: edit.gate };
        break;
      case "run_text_call":
        // About the response, not the request.
        break;
      default:
        assertNever(edit);
    }
  }
  const messages = slots.flatMap((slot) => [...slot.before, ...(slot.message ? [slot.message] : [])]).concat(tail);
  if (messages.length === 0)
    throw new UserError("invalid_input", "The edits leave no message to send; keep at least one.");
  return { messages, variant, model, endpoint };
}

interface Slot {
  before: ChatMessage[];
  message: ChatMessage | null;
}

function slotAt(slots: Slot[], index: number, at: number, kind: string): Slot {
  const slot = slots[index];
  if (!slot) {
    throw new UserError(
      "invalid_input",
      `Edit ${at} (${kind}): there is no message ${index}; the request has ${slots.length}, counted from 0.`,
    );
  }
  return slot;
}

/** Replaces the first system (or developer) message; puts one at the top where there is none; empty text removes it. */
function editSystem(slots: Slot[], text: string): void {
  const slot = slots.find(
    (candidate) => candidate.message?.role === "system" || candidate.message?.role === "developer",
  );
  if (slot?.message) slot.message = text === "" ? null : { ...slot.message, content: text };
  else if (text !== "") slots[0]?.before.unshift({ role: "system", content: text });
}

function editResult(
  slots: Slot[],
  { messages: original, contracts = [] }: ForkBase,
  edit: Extract<ForkEdit, { kind: "result" }>,
  at: number,
  resultOf: (callId: string, index: number) => PrefixResult | null,
): void {
  // Ids are not unique across turns on every server: the last one is meant, or the one at `index` where it is given.
  const index =
    edit.index ?? original.findLastIndex((message) => message.role === "tool" && message.tool_call_id === edit.call_id);
  const slot = slots[index];
  if (!slot?.message || original[index]?.tool_call_id !== edit.call_id) {
    throw new UserError(
      "invalid_input",
      `Edit ${at} (result): the request holds no tool result for call ${edit.call_id}.`,
    );
  }
  slot.message = { ...slot.message, content: newContent(edit, at, resultOf(edit.call_id, index), contracts) };
}

function newContent(
  edit: Extract<ForkEdit, { kind: "result" }>,
  at: number,
  result: PrefixResult | null,
  contracts: readonly ToolContract[],
): string {
  if (edit.use.as === "text") return edit.use.text;
  if (!result) {
    throw new UserError(
      "invalid_input",
      `Edit ${at} (result): what call ${edit.call_id} returned was not recorded; give its text instead.`,
    );
  }
  switch (edit.use.as) {
    case "raw":
      return nonEmpty(result.tool, result.raw);
    case "shown":
      return nonEmpty(result.tool, result.shown);
    case "compactor": {
      const contract = contracts.find(({ name }) => name === result.tool) ?? null;
      return nonEmpty(result.tool, getCompactor(edit.use.compactor).compact(parseJson(result.raw), contract).shown);
    }
    default:
      return assertNever(edit.use);
  }
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
