// The hand-over queue: runs that ended `escalate` or `unknown`, what a person needs to decide, and what they decided.
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { RunId as RunIdSchema } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { RunQuery, type HandOverEntry } from "../../src-shared/rpc/types.ts";
import { parseEvent, type EventData, type TraceEvent } from "../../src-shared/trace/event.ts";
import type { HandOverSettled } from "../../src-shared/trace/events/hand-over.ts";
import { isDue } from "../../src-shared/trace/ledger.ts";
import { outstandingReminder } from "../ledger/reminder.ts";
import type { Store } from "../store/store.ts";
import type { Reconciled, Tool } from "../tools/types.ts";
import type { LoadedCatalogue } from "./catalogue.ts";

/** Runs of the newest thousand that wait for a person; the samples of an experiment wait for nobody. */
export function handOverQueue(store: Store): HandOverEntry[] {
  const { runs } = store.listRuns(RunQuery.parse({ limit: 1000, samples: "hidden" }));
  return runs.flatMap((summary) => {
    if (summary.terminal_state !== "escalate" && summary.terminal_state !== "unknown") return [];
    const events = readEvents(store, RunIdSchema.parse(summary.id), [
      "run.ended",
      "run.resumed",
      "handover.settled",
      "tool.started",
      "tool.finished",
    ]);
    const last = events.findLast((event) => event.kind === "run.ended" || event.kind === "handover.settled");
    if (last?.kind !== "run.ended") return [];
    return [
      {
        run: summary,
        reason: last.data.reason,
        detail: last.data.detail,
        ledger: last.data.ledger,
        open_writes: openWrites(events),
      },
    ];
  });
}

/** What the model is told when a person lets a stopped run go on without words of their own; null where nothing is outstanding. */
export function continueMessage(store: Store, run: RunId): string | null {
  const ended = readEvents(store, run, ["run.ended"]).at(-1);
  const due = ended?.kind === "run.ended" ? ended.data.ledger.filter(isDue) : [];
  return due.length > 0 ? outstandingReminder(due) : null;
}

/** Looks open writes up by their keys (`reconcile`), or settles the run with the person's reason (`resolve`). */
export async function settleHandOver(
  parts: { store: Store; catalogue: () => LoadedCatalogue },
  request: { run: RunId; action: "reconcile" | "resolve"; reason: string },
  who: Pick<HandOverSettled, "by" | "host">,
): Promise<{ settled: boolean; detail: string }> {
  const { store } = parts;
  const known = store.getRun(request.run);
  if (!known) throw new UserError("not_found", `There is no run ${request.run}.`);
  const record = (data: Pick<HandOverSettled, "operation_key" | "found" | "value">) =>
    store.continueRun(request.run).append({
      kind: "handover.settled",
      turn: null,
      data: { action: request.action, reason: request.reason, ...who, ...data },
    });
  if (request.action === "resolve") {
    if (request.reason.trim() === "")
      throw new UserError("invalid_input", "Say why this run is resolved; the reason is kept with it.");
    record({ operation_key: null, found: null, value: null });
    return { settled: true, detail: "Resolved." };
  }
  const open = openWrites(readEvents(store, request.run, ["tool.started", "tool.finished"]));
  if (open.length === 0)
    throw new UserError("invalid_input", "No write of this run is open; there is nothing to look up.");
  const tools = new Map(
    parts
      .catalogue()
      .packsOf(known.started)
      .flatMap((pack) => pack.tools.map((tool) => [tool.contract.name, tool] as const)),
  );
  const found: string[] = [];
  for (const write of open) {
    const result = await lookUp(tools.get(write.tool), write.operation_key, known.started.tenant);
    if (result.found !== "unknown")
      record({
        operation_key: write.operation_key,
        found: result.found,
        value: result.found === "done" ? result.value : null,
      });
    found.push(
      `${write.tool}: ${result.found === "done" ? "done" : result.found === "not_done" ? "not done" : "still not known"}`,
    );
  }
  return { settled: found.every((line) => !line.endsWith("not known")), detail: found.join("; ") };
}

async function lookUp(tool: Tool | undefined, key: string, tenant: string): Promise<Reconciled> {
  if (!tool?.reconcile) return { found: "unknown" };
  return tool.reconcile(key, {
    environment: null,
    signal: AbortSignal.timeout(30_000),
    tenant,
    operationKey: key,
    attempt: 1,
    now: Date.now(),
  });
}

/** Writes whose last attempt has no result, or one that says it is not known. */
function openWrites(events: readonly TraceEvent[]): HandOverEntry["open_writes"] {
  const open = new Map<string, { seq: number; data: EventData<"tool.started"> }>();
  for (const event of events) {
    if (event.kind === "tool.started" && event.data.operation_key !== null)
      open.set(event.data.operation_key, { seq: event.seq, data: event.data });
    const settled =
      event.kind === "tool.finished" && event.data.outcome !== "unknown" && event.data.outcome !== "timeout";
    if (settled && event.data.operation_key !== null) open.delete(event.data.operation_key);
  }
  return [...open].map(([operation_key, { seq, data }]) => ({ seq, tool: data.tool, operation_key }));
}

function readEvents(store: Store, run: RunId, kinds: string[]): TraceEvent[] {
  return store.events(run, { kinds }).flatMap((stored) => parseEvent(stored) ?? []);
}
