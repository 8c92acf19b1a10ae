// The core that every host wraps: the store, the endpoints, the runs and the questions to a person, behind one API.
import { systemClock, type Clock } from "../../src-shared/prelude/clock.ts";
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import { toStored } from "../../src-shared/trace/event.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { Push } from "../../src-shared/rpc/push.ts";
import { RunQuery } from "../../src-shared/rpc/types.ts";
import type { Approver } from "../agent/ports.ts";
import { createDebugController, type DebugController } from "../debug/controller.ts";
import { openStore, type Store } from "../store/store.ts";
import { createApprovalQueue, type ApprovalQueue } from "../tools/approvals.ts";
import { createApi } from "./api.ts";
import { readBreakpoints } from "./breakpoint-settings.ts";
import { loadCatalogue, type LoadedCatalogue } from "./catalogue.ts";
import { createEndpointBook, type EndpointBook } from "./endpoint-book.ts";
import { createEvaluations } from "./evaluations.ts";
import { createAppExperiments } from "./experiments.ts";
import { createImportUploads } from "./import-uploads.ts";
import { createReads, type TraceReads } from "./reads.ts";
import { createRunManager, type RunManager } from "./run-manager.ts";
import { createWatchedRuns } from "./watched-runs.ts";

export interface CoreOptions {
  /** The database file; made where there is none. */
  database: string;
  host: "desktop" | "browser" | "cli";
  user: string;
  /** The user's own folder (suites, variants). */
  home: string;
  clock?: Clock;
  /** A stand-in for Electron's runtime drives the bundle (tests). */
  standIn?: boolean;
  /** Answers approvals in place of the queue that a window shows (the CLI). */
  approver?: Approver;
  /** Lines for a log: crashes of runs that no one awaits. */
  log?: (line: string) => void;
}

export interface Core {
  api: CoreApi;
  store: Store;
  runs: RunManager;
  reads: TraceReads;
  endpoints: EndpointBook;
  approvals: ApprovalQueue;
  debug: DebugController;
  catalogue(): LoadedCatalogue;
  /** `interested` tells whether a caller watches the run of the push. */
  onPush(listener: PushListener): () => void;
  forgetCaller(callerId: string): void;
  /** Stops live runs, puts their ends on record, closes the database. */
  close(): Promise<void>;
}

export type PushListener = (push: Push, interested: (callerId: string) => boolean) => void;

/** Opens everything. @throws UserError when the database cannot be opened */
export async function createCore(options: CoreOptions): Promise<Core> {
  const clock = options.clock ?? systemClock;
  const store = openStore(options.database, { clock, ownerLabel: options.host });
  const endpoints = createEndpointBook(store, clock);
  const approvals = createApprovalQueue();
  const listeners = new Set<PushListener>();
  const push = (message: Push, run: string | null) => {
    const interested = (caller: string) => run === null || watched.watches(caller, run);
    for (const listener of listeners) listener(message, interested);
  };
  const watched = createWatchedRuns((message, caller) => {
    for (const listener of listeners) listener(message, (other) => other === caller);
  });
  const catalogue = () => loadCatalogue(options.home);
  const debug = createDebugController({ now: () => clock.now(), initial: readBreakpoints(store) });
  const { approver } = options;
  const runs = createRunManager({
    store,
    clock,
    catalogue,
    endpoints,
    host: options.host,
    user: options.user,
    interactive: options.host !== "cli",
    ...(options.host === "cli" ? {} : { debuggerFor: debug.forRun }),
    waitsForPerson: (run) =>
      debug.held().some((held) => held.run === run) || approvals.pending().some((pending) => pending.run === run),
    approverFor: approver ? () => approver : (run) => approvals.forRun(run),
    onDelta: (run, turn, delta) => {
      watched.streamed(run, turn, delta);
      push({ kind: "live.delta", data: { run, turn, ...delta } }, run);
    },
    onCrash: (run, error) => options.log?.(`Run ${run} failed inside Loopscope: ${describe(error)}`),
    random: Math.random,
  });
  const stopListening = store.onAppend((event, summary) => {
    watched.stored(event);
    push({ kind: "event.appended", data: toStored(event) }, event.run);
    if (summary) push({ kind: "run.changed", data: summary }, null);
  });
  approvals.onChange((change) =>
    push(
      change.kind === "requested"
        ? { kind: "approval.requested", data: change.approval }
        : { kind: "approval.resolved", data: { approval_id: change.approval_id, run: change.run } },
      null,
    ),
  );
  debug.onChange((change) =>
    push(
      change.kind === "held"
        ? { kind: "debug.held", data: change.held }
        : { kind: "debug.released", data: { run: change.run } },
      null,
    ),
  );
  const reads = createReads(store);
  const parts = { store, runs, reads, endpoints, approvals, debug, catalogue };
  const uploads = createImportUploads(store);
  // The command line makes its own, only for the command that needs them.
  const experiments =
    options.host === "cli"
      ? null
      : createAppExperiments(parts, {
          host: options.host,
          user: options.user,
          onCrash: (run, error) => options.log?.(`Run ${run} failed inside Loopscope: ${describe(error)}`),
        });
  experiments?.onProgress((progress) => push({ kind: "experiment.progress", data: progress }, null));
  const evaluations =
    options.host === "cli"
      ? null
      : createEvaluations(parts, {
          host: options.host,
          user: options.user,
          approverFor: approver ? () => approver : (run) => approvals.forRun(run),
          hideRuns: true,
          onCrash: (run, error) => options.log?.(`Run ${run} failed inside Loopscope: ${describe(error)}`),
        });
  evaluations?.onProgress((progress) => push({ kind: "evaluation.progress", data: progress }, null));
  if (options.host !== "cli") await waitAgain(parts, options);
  return {
    ...parts,
    api: createApi(parts, watched, options, experiments, uploads, evaluations),
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forgetCaller: (callerId) => watched.forget(callerId),
    async close() {
      await uploads.close();
      await experiments?.close();
      await evaluations?.close();
      await runs.close();
      stopListening();
      await endpoints.close();
      store.close();
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Runs that waited for a person when their process ended wait again: asked anew, or held at the same place. Another process
 * (a command line) may have been the first to find them interrupted, so they are looked for among all that are.
 */
async function waitAgain({ store, runs }: Pick<Core, "store" | "runs">, options: CoreOptions): Promise<void> {
  const interrupted = store.listRuns(RunQuery.parse({ ending: "interrupted", samples: "hidden", limit: 1000 })).runs;
  for (const { id } of interrupted) {
    const run = RunId.parse(id);
    const kinds = [
      "approval.requested",
      "approval.decided",
      "debug.paused",
      "debug.resumed",
      "run.resumed",
      "handover.settled",
    ];
    const last = store.events(run, { kinds }).at(-1)?.kind;
    if (last !== "approval.requested" && last !== "debug.paused") continue;
    const reason =
      last === "debug.paused"
        ? "it was held when its process ended"
        : "it waited for an approval when its process ended";
    const host = options.host;
    try {
      await runs.resume(run, null, { why: "restart", reason, by: options.user, host }, last === "debug.paused");
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      options.log?.(`Run ${run} cannot wait again: ${error.message}`);
    }
  }
}
