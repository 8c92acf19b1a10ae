// One model request of the loop: from `turn.started` to `response.finished`, with the wire on record as it comes.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import type { MessageId } from "../../src-shared/prelude/ids.ts";
import type { TurnRole } from "../../src-shared/trace/events/planner.ts";
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import type { Sampling } from "../../src-shared/trace/variant.ts";
import type { ModelClient, ModelRequest, ModelResponse, WireReport } from "../model/types.ts";
import { standingStill } from "../tools/simulated-clock.ts";
import type { Conversation } from "./conversation.ts";
import { envelopeOf } from "./envelope.ts";
import type { OnDelta } from "./ports.ts";
import type { Trace } from "./trace.ts";

export interface RequestPlan {
  turn: number;
  model: string;
  tools: readonly ToolDefinition[];
  /** The offered tools as JSON text, written once a run. */
  toolsText: string;
  sampling: Sampling;
  offeredBefore: readonly string[];
  estimatedPromptTokens: number;
  earlierUsage: ModelRequest["earlierUsage"];
  /** Messages at the end of the context that no earlier turn has sent. */
  newMessages: number;
  /** In a run with a planner. */
  role?: TurnRole;
  subtask?: { number: number; text: string };
}

export interface RequestDeps {
  clock: Clock;
  trace: Trace;
  client: ModelClient;
  onDelta: OnDelta;
  signal: AbortSignal;
  remainingMs(): number;
}

export interface RequestOutcome {
  finished: ResponseFinished;
  message: ChatMessage | null;
  /** Seq of `response.finished`. */
  seq: number;
  /** The run's time was over before the answer came: the request was given up. */
  late: boolean;
}

/** Sends the conversation and records everything; the assistant's message is pushed onto it. Never throws for a server's faults. */
export async function requestTurn(
  plan: RequestPlan,
  conversation: Conversation,
  deps: RequestDeps,
): Promise<RequestOutcome> {
  const { trace } = deps;
  const { turn } = plan;
  trace.emit({
    kind: "turn.started",
    turn,
    data: {
      context: conversation.leaf(),
      message_count: conversation.messages.length,
      new_messages: plan.newMessages,
      tools: plan.tools.length > 0 ? trace.recorder.blob(plan.toolsText) : null,
      tool_names: plan.tools.map((tool) => tool.function.name),
      parameters: { model: plan.model, ...withoutNulls(plan.sampling) },
      estimated_prompt_tokens: plan.estimatedPromptTokens,
      ...(plan.role === undefined ? {} : { role: plan.role }),
      ...(plan.subtask === undefined ? {} : { subtask: plan.subtask }),
    },
  });
  const { response, late } = await withinTime(deps, (signal) =>
    deps.client.complete(
      {
        model: plan.model,
        messages: conversation.messages,
        tools: plan.tools,
        sampling: plan.sampling,
        offeredBefore: plan.offeredBefore,
        estimatedPromptTokens: plan.estimatedPromptTokens,
        earlierUsage: plan.earlierUsage,
        turn,
      },
      {
        signal,
        onWire: (report) => recordWire(report, turn, conversation, trace),
        onDelta: (delta) => deps.onDelta(turn, delta),
        remainingMs: deps.remainingMs,
      },
    ),
  );
  let message: MessageId | null = null;
  if (response.message) message = conversation.push(response.message);
  const finished: ResponseFinished = { ...response.finished, message };
  const seq = trace.emit({ kind: "response.finished", turn, data: finished });
  return { finished, message: response.message, seq, late };
}

/** The request with the run's abort signal and, as its deadline, the time that the run has left. A simulated clock stands still meanwhile. */
async function withinTime(
  { clock, signal, remainingMs }: RequestDeps,
  request: (signal: AbortSignal) => Promise<ModelResponse>,
): Promise<{ response: ModelResponse; late: boolean }> {
  const deadline = new AbortController();
  const done = new AbortController();
  clock.sleep(remainingMs(), done.signal).then(
    () => deadline.abort(new Error("the run's time is over")),
    () => undefined, // The answer came first.
  );
  try {
    const response = await standingStill(clock, request(AbortSignal.any([signal, deadline.signal])));
    return { response, late: deadline.signal.aborted && response.finished.error !== null && !signal.aborted };
  } finally {
    done.abort();
  }
}

/** Most often that what streams is written while nothing waits on it; the end of a response is written with what follows from it. */
const STREAM_FLUSH_MS = 400;

function recordWire(report: WireReport, turn: number, conversation: Conversation, trace: Trace): void {
  switch (report.kind) {
    case "request":
      trace.emit({
        kind: "request.sent",
        turn,
        data: {
          attempt: report.attempt,
          method: report.method,
          url: report.url,
          headers: report.headers,
          envelope: trace.recorder.blob(envelopeOf(report.body, report.messages)),
          context: conversation.chain(report.messages),
          body_chars: report.body.length,
          adaptations: report.adaptations,
        },
      });
      trace.flush();
      return;
    case "response":
      trace.emit({
        kind: "response.started",
        turn,
        data: { attempt: report.attempt, status: report.status, headers: report.headers, at_ms: report.at_ms },
      });
      trace.flushAfter(STREAM_FLUSH_MS);
      return;
    case "lines":
      if (report.lines.length === 0) return;
      trace.emit({
        kind: "wire.lines",
        turn,
        data: {
          attempt: report.attempt,
          lines: trace.recorder.blob(JSON.stringify(report.lines)),
          count: report.lines.length,
        },
      });
      trace.flushAfter(STREAM_FLUSH_MS);
      return;
    case "wait_started":
      trace.emit({ kind: "wait.started", turn, data: report.wait });
      trace.flush();
      return;
    case "wait_ended":
      trace.emit({ kind: "wait.ended", turn, data: report.wait });
      trace.flush();
      return;
  }
}

function withoutNulls(sampling: Sampling) {
  return Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== null)) as Partial<Sampling>;
}
