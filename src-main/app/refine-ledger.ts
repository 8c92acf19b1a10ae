// Asks a model to look over a run's derived ledger. Nothing of it is put on record: the trace and its diagnosis stay as they are.
import type { Diagnosis } from "../../src-shared/cli/documents.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { toStored } from "../../src-shared/trace/event.ts";
import type { LedgerRefinement } from "../../src-shared/trace/ledger-refinement.ts";
import { Sampling } from "../../src-shared/trace/variant.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { refineLedger, refineMessages, type RefineSubject } from "../ledger/refine.ts";
import { stepsFromEvents } from "../ledger/steps.ts";
import { estimateRequestTokens } from "../model/message-tokens.ts";
import type { Store } from "../store/store.ts";
import { diagnoseRun } from "./diagnosis.ts";
import type { EndpointBook } from "./endpoint-book.ts";
import { traceReader } from "./trace-reader.ts";

export interface RefineRequest {
  /** `demo` or a base URL. */
  endpoint: string;
  /** Null takes the first that the endpoint lists. */
  model: string | null;
  signal: AbortSignal;
}

/** A list of actions is short; a model that has not answered by then does not answer. */
const ANSWER_MS = 5 * 60_000;

/** @throws UserError `not_found`; `endpoint_unreachable` and others when no answer comes */
export async function refineRun(
  { store, endpoints }: { store: Store; endpoints: EndpointBook },
  run: RunId,
  request: RefineRequest,
): Promise<LedgerRefinement> {
  const subject = subjectOf(store, run, diagnoseRun(store, run));
  const messages = refineMessages(subject);
  const endpoint = await endpoints.resolve(request.endpoint);
  const model = request.model ?? (await endpoint.firstModel());
  const until = performance.now() + ANSWER_MS;
  const { finished } = await endpoint.client().complete(
    {
      model,
      messages,
      tools: [],
      sampling: Sampling.parse({ temperature: 0 }),
      offeredBefore: [],
      estimatedPromptTokens: estimateRequestTokens(messages, 0),
      earlierUsage: [],
      turn: 1,
    },
    {
      signal: request.signal,
      onWire: () => undefined,
      onDelta: () => undefined,
      remainingMs: () => Math.max(0, until - performance.now()),
    },
  );
  if (finished.error) {
    const code = finished.error.category === "unreachable" ? "endpoint_unreachable" : "conflict";
    throw new UserError(code, `${endpoint.label} gave no answer: ${finished.error.message}`);
  }
  return {
    endpoint: endpoint.url,
    model,
    simulated: endpoint.simulated,
    ...refineLedger(subject, finished.content ?? ""),
  };
}

function subjectOf(store: Store, run: RunId, diagnosis: Diagnosis): RefineSubject {
  const reader = traceReader(store);
  const generations = lineage(reader, run);
  const steps = stepsFromEvents(lineageEvents(generations).map(toStored), (hash) => reader.blobText(hash));
  const tools = (generations.at(-1)?.started.tools ?? []).map(({ name, effect }) => ({ name, effect }));
  const { ledger, early_stop, ending } = diagnosis;
  return { steps, ledger, options: { tools }, early_stop, ending };
}
