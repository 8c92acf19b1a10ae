// A fork prepared: the exact context of a recorded turn, edited, with the environment and the ledger's steps as they
// stood before it. History is handed in; nothing is run here.
import { UserError } from "../../src-shared/prelude/result.ts";
import { toStored, type TraceEvent } from "../../src-shared/trace/event.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import type { EarlierCall } from "../agent/earlier-calls.ts";
import type { EnvironmentSnapshot } from "../agent/ports.ts";
import type { LedgerStep } from "../ledger/types.ts";
import { stepsFromEvents } from "../ledger/steps.ts";
import { compactorFor } from "../tools/compactors/for-variant.ts";
import type { ContextResult } from "../agent/run-context.ts";
import { applyEdits, type ForkedRequest, type PrefixResult } from "./apply-edits.ts";
import { givenResponse, type GivenResponse } from "./given-response.ts";
import { earlierCalls } from "./earlier-calls.ts";
import { environmentBefore, lineage, lineageEvents, resultsIn, type Generation, type TraceReader } from "./history.ts";

export interface PreparedFork extends ForkedRequest {
  parent: RunStarted;
  /** The run at the root of the lineage: its environment is the baseline of a suite's checks. */
  root: RunStarted;
  /** The edits as recorded: the caller's, and those a chosen variant brings. */
  edits: ForkEdit[];
  environment: EnvironmentSnapshot;
  steps: LedgerStep[];
  offeredBefore: string[];
  /** Results that stand in the prefix. */
  results: ContextResult[];
  /** Calls of the prefix whose counts go on; none where the edits change what the model was told. */
  earlierCalls: EarlierCall[];
  /** What the parent recorded from the forked turn on, for answering the same calls. */
  recordedFrom: TraceEvent[];
  /** The forked turn's response where it is not asked for anew; null: it is. */
  given: GivenResponse | null;
}

export interface ForkRequest {
  run: string;
  turn: number;
  edits: readonly ForkEdit[];
  /** Another variant: its system prompt, tools, compactors, gate and sampling replace the parent's. */
  variant: Variant | null;
}

/** @throws UserError when the turn was never sent, or an edit does not fit it */
export function prepareFork(
  reader: TraceReader,
  request: ForkRequest,
  renderSystemPrompt: (variant: Variant) => string,
): PreparedFork {
  const generations = lineage(reader, request.run);
  const all = lineageEvents(generations);
  const turnStarted = all.find((event) => event.kind === "turn.started" && event.turn === request.turn);
  if (turnStarted?.kind !== "turn.started") {
    throw new UserError("not_found", noSuchTurn(request, all));
  }
  const parent = (generations.at(-1) as Generation).started;
  const root = (generations[0] as Generation).started;
  const before = all.filter((event) => event.turn !== null && event.turn < request.turn);
  const leaf = turnStarted.data.context;
  const messages = reader.messages(leaf);
  const results = prefixResults(before, reader.messageIds(leaf), messages, reader);
  const implied = request.variant
    ? variantEdits(request.variant, parent.variant, messages, results, renderSystemPrompt)
    : [];
  const edits = [...implied, ...request.edits];
  const forked = applyEdits(
    {
      messages,
      contracts: parent.tools,
      variant: request.variant ?? parent.variant,
      model: request.variant?.model ?? parent.model,
      endpoint: request.variant?.endpoint ?? parent.endpoint.url,
    },
    edits,
    (callId, index) => results.get(index)?.result ?? findByCall(results, callId),
  );
  const environment = environmentBefore(generations, request.turn, reader);
  return {
    ...forked,
    parent,
    root,
    edits,
    environment: environment === null ? {} : (JSON.parse(environment) as EnvironmentSnapshot),
    // Evidence is given by seq within one run; what an ancestor did is known to be done, and stands in its own trace.
    steps: stepsFromEvents([...(all[0] ? [all[0]] : []), ...before].map(toStored), (hash) => reader.blobText(hash)).map(
      (step) => ({
        ...step,
        seq: null,
      }),
    ),
    results: resultsIn(before, null),
    offeredBefore: [
      ...new Set(before.flatMap((event) => (event.kind === "turn.started" ? event.data.tool_names : []))),
    ],
    earlierCalls: changesMessages(request.edits)
      ? []
      : earlierCalls(before, (hash) => reader.blobText(hash)).filter(({ result }) => !isDenied(result?.outcome)),
    recordedFrom: all.filter((event) => event.turn !== null && event.turn >= request.turn),
    given: givenResponse(edits, request.turn, all, (id) => reader.messages(id).at(-1) ?? null),
  };
}

function noSuchTurn({ run, turn }: ForkRequest, events: readonly TraceEvent[]): string {
  const turns = [...new Set(events.flatMap((event) => (event.kind === "turn.started" ? (event.turn ?? []) : [])))];
  const last = Math.max(0, ...turns);
  if (last === 0) return `Run ${run} has no turn to fork from: it ended before its first request.`;
  // A bundle holds the turns it was made of.
  const those = turns.length === last ? `a turn between 1 and ${last}` : `turn ${turns.join(", ")}`;
  return `Run ${run} has no turn ${turn}; fork from ${those}.`;
}

/** A fork is authorised anew: what was denied before it says nothing of it. */
function isDenied(outcome: Outcome | undefined): boolean {
  return outcome === "denied" || outcome === "access_denied";
}

/** A person has told the model something else: what it did before is no measure of what it does then. */
export function changesMessages(edits: readonly ForkEdit[]): boolean {
  return edits.some(({ kind }) => ["edit_message", "insert_message", "remove_message", "result"].includes(kind));
}

interface IndexedResult {
  callId: string;
  compactor: string;
  result: PrefixResult;
}

/** The recorded results that stand in the context, by the index of their message. */
function prefixResults(
  before: readonly TraceEvent[],
  ids: readonly string[],
  messages: readonly ChatMessage[],
  reader: TraceReader,
): Map<number, IndexedResult> {
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const results = new Map<number, IndexedResult>();
  for (const event of before) {
    if (event.kind !== "tool.finished" || event.data.message === null) continue;
    const { data } = event;
    // A result that an earlier fork edited has another message id, and is known by its call.
    const index =
      indexOf.get(event.data.message) ??
      messages.findLastIndex((message) => message.role === "tool" && message.tool_call_id === data.call_id);
    if (index < 0) continue;
    results.set(index, {
      callId: data.call_id,
      compactor: data.error ? "error" : data.compactor,
      result: { tool: data.tool, raw: reader.blobText(data.raw.hash), shown: reader.blobText(data.shown.hash) },
    });
  }
  return results;
}

function findByCall(results: Map<number, IndexedResult>, callId: string): PrefixResult | null {
  return [...results.values()].findLast((entry) => entry.callId === callId)?.result ?? null;
}

/** What switching the variant means for the prefix: its system prompt, and its compactor for each result shown so far. */
function variantEdits(
  variant: Variant,
  parent: Variant,
  messages: readonly ChatMessage[],
  results: Map<number, IndexedResult>,
  renderSystemPrompt: (variant: Variant) => string,
): ForkEdit[] {
  const edits: ForkEdit[] = [];
  if (variant.system_prompt !== parent.system_prompt) edits.push({ kind: "system", text: renderSystemPrompt(variant) });
  // The results of the prefix stay in the shape they had; from here on tools answer in the variant's.
  if (JSON.stringify(sorted(variant.result_shapes)) !== JSON.stringify(sorted(parent.result_shapes)))
    edits.push({ kind: "result_shapes", result_shapes: variant.result_shapes });
  for (const index of messages.keys()) {
    const entry = results.get(index);
    if (!entry || entry.compactor === "error") continue;
    const { name } = compactorFor(variant, entry.result.tool);
    if (name === entry.compactor) continue;
    edits.push({ kind: "result", call_id: entry.callId, index, use: { as: "compactor", compactor: name } });
  }
  return edits;
}

function sorted(record: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
