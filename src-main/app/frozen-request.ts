// A recorded turn's request, word for word: its messages, tools and parameters as they were configured when it was sent. Read from the
// trace alone, so that what a pack or a variant has become since changes nothing.
import { z } from "zod";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import { Sampling } from "../../src-shared/trace/variant.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { WITHOUT_STREAMING } from "../model/rules/without-streaming.ts";
import type { Store } from "../store/store.ts";
import { traceReader } from "./trace-reader.ts";

export interface FrozenRequest {
  endpoint: string;
  /** The endpoint's name for people. */
  label: string;
  model: string;
  messages: ChatMessage[];
  tools: ToolDefinition[];
  sampling: Sampling;
  estimatedPromptTokens: number;
}

/** @throws UserError `not_found` for a turn that the run did not send */
export function frozenRequest(store: Store, run: RunId, turn: number): FrozenRequest {
  const generations = lineage(traceReader(store), run);
  const events = lineageEvents(generations);
  const own = generations.at(-1);
  const sent = events.findLast((event) => event.kind === "turn.started" && event.turn === turn);
  if (!own || sent?.kind !== "turn.started") {
    throw new UserError("not_found", `Run ${run} has no turn ${turn} that was sent.`);
  }
  const { data } = sent;
  const { model, ...parameters } = data.parameters;
  const sampling = Sampling.safeParse({ ...own.started.variant.sampling, ...parameters });
  const adapted = events.findLast((event) => event.kind === "request.sent" && event.turn === turn);
  // A stream that was turned off to suit the server was no stream.
  const unstreamed =
    adapted?.kind === "request.sent" && adapted.data.adaptations.some(({ rule }) => rule === WITHOUT_STREAMING);
  const recorded = sampling.success ? sampling.data : own.started.variant.sampling;
  return {
    endpoint: own.started.endpoint.url,
    label: own.started.endpoint.label,
    model: typeof model === "string" ? model : own.started.model,
    messages: store.messages(data.context),
    tools: data.tools === null ? [] : z.array(ToolDefinition).parse(JSON.parse(store.blobText(data.tools.hash).text)),
    sampling: unstreamed ? { ...recorded, stream: false } : recorded,
    estimatedPromptTokens: data.estimated_prompt_tokens,
  };
}
