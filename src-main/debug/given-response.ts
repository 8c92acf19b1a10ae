// A call that stood as text, taken as the model's because a person says so: the forked turn's recorded response with that call in it.
// Nothing is sent for that turn; the call goes the way of every other.
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import type { ParsedCall, ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import { messageReasoning, type ChatMessage } from "../../src-shared/trace/message.ts";
import type { ModelClient, ModelResponse } from "../model/types.ts";

/** A turn's response that is not asked for. */
export interface GivenResponse {
  turn: number;
  response: ModelResponse;
}

type RunTextCall = Extract<ForkEdit, { kind: "run_text_call" }>;

/**
 * Null where no edit wants a text call run.
 * @throws UserError where the turn holds no such call, or the call is cut: half a call is never run
 */
export function givenResponse(
  edits: readonly ForkEdit[],
  turn: number,
  events: readonly TraceEvent[],
  messageOf: (id: NonNullable<ResponseFinished["message"]>) => ChatMessage | null,
): GivenResponse | null {
  const wanted = edits.flatMap((edit) => (edit.kind === "run_text_call" ? [edit] : []));
  if (wanted.length === 0) return null;
  const recorded = events.findLast((event) => event.kind === "response.finished" && event.turn === turn);
  if (recorded?.kind !== "response.finished") {
    throw new UserError("not_found", `Turn ${turn} was not answered, so it holds no call to run.`);
  }
  const { message: id, ...finished } = recorded.data;
  const calls = wanted.map((edit, position) => callOf(edit, finished.text_calls, turn, position));
  const run = new Set(wanted.map(({ index }) => index));
  const left = finished.text_calls.filter((_call, index) => !run.has(index));
  const said = id === null ? null : messageOf(id);
  const message: ChatMessage = {
    ...(said ?? { role: "assistant" }),
    // In history the call stands once, as a call.
    content: "",
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments_text },
    })),
  };
  if (said === null && finished.reasoning !== null && messageReasoning(message) === null) {
    message["reasoning_content"] = finished.reasoning;
  }
  return {
    turn,
    response: {
      message,
      finished: {
        ...finished,
        calls,
        text_calls: left,
        flags: finished.flags.filter((flag) => left.length > 0 || flag !== "text_call"),
        effective_finish_reason: "tool_calls",
        // Nothing is sent and nothing is used up.
        usage: null,
        ttft_ms: null,
        latency_ms: null,
        error: null,
      },
    },
  };
}

function callOf(
  edit: RunTextCall,
  textCalls: ResponseFinished["text_calls"],
  turn: number,
  position: number,
): ParsedCall {
  const call = textCalls[edit.index];
  if (!call) {
    throw new UserError(
      "invalid_input",
      `Turn ${turn} holds no text call ${edit.index}; it has ${textCalls.length}, counted from 0.`,
    );
  }
  if (call.name !== edit.name) {
    throw new UserError(
      "invalid_input",
      `Text call ${edit.index} of turn ${turn} calls ${call.name}, not ${edit.name}.`,
    );
  }
  const given = edit.arguments ?? call.arguments;
  if (!call.complete || given === null) {
    throw new UserError(
      "invalid_input",
      `The call of ${call.name} is cut or cannot be read; such a call is never run.`,
    );
  }
  return {
    id: `call_t${turn}_${position}`,
    id_synthetic: true,
    name: call.name,
    arguments: given,
    arguments_text: JSON.stringify(given),
    flags: isJsonObject(given) ? ["id_synthetic", "from_text"] : ["id_synthetic", "arguments_invalid", "from_text"],
  };
}

/** Answers the given turn with what is given, and hands every other on. */
export function givenFirst(given: GivenResponse, client: ModelClient): ModelClient {
  return {
    complete: (request, hooks) =>
      request.turn === given.turn ? Promise.resolve(given.response) : client.complete(request, hooks),
  };
}
