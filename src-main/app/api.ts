// The contract's methods over the core's parts: each delegates; none holds logic of its own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import { auditApi } from "./audit-api.ts";
import { diagnoseRun } from "./diagnosis.ts";
import { keepBreakpoints } from "./breakpoint-settings.ts";
import { compareMany } from "./compare.ts";
import type { Core, CoreOptions } from "./core.ts";
import { abApi } from "./ab-api.ts";
import { evaluationApi } from "./evaluation-api.ts";
import type { Evaluations } from "./evaluations.ts";
import { experimentApi } from "./experiment-api.ts";
import type { AppExperiments } from "./experiments.ts";
import { fileApi } from "./file-api.ts";
import { continueMessage, handOverQueue, settleHandOver } from "./hand-over.ts";
import { importApi } from "./import-api.ts";
import type { ImportUploads } from "./import-uploads.ts";
import { endpointProfileApi } from "./endpoint-profile-api.ts";
import { textCallApi } from "./text-call-api.ts";
import { projectDir } from "./paths.ts";
import { checkRecordedRun } from "./run-checks.ts";
import { refineRun } from "./refine-ledger.ts";
import { turnVerdict } from "./turn-verdict.ts";
import type { WatchedRuns } from "./watched-runs.ts";

type Parts = Pick<Core, "store" | "runs" | "reads" | "endpoints" | "approvals" | "debug" | "catalogue">;

/** `watched` learns what each caller watches. `experiments` and `evaluations` are null where the host runs none. */
export function createApi(
  parts: Parts,
  watched: WatchedRuns,
  options: CoreOptions,
  experiments: AppExperiments | null,
  uploads: ImportUploads,
  evaluations: Evaluations | null,
): CoreApi {
  return {
    ...appApi(parts, options),
    ...runApi(parts, watched),
    ...traceApi(parts),
    ...endpointApi(parts),
    ...approvalApi(parts),
    ...debugApi(parts),
    ...handOverApi(parts),
    ...auditApi(parts.store, (run) => parts.runs.isLive(run)),
    ...experimentApi(parts.store, experiments, options.home),
    ...abApi(parts, experiments),
    ...evaluationApi(parts, evaluations),
    ...fileApi(options.home),
    ...importApi(uploads),
    ...textCallApi(parts.store),
    ...endpointProfileApi(parts.store),
  };
}

type ApiPart<Prefix extends string> = Pick<CoreApi, Extract<keyof CoreApi, `${Prefix}.${string}`>>;

function appApi({ catalogue, store }: Parts, options: CoreOptions): ApiPart<"app" | "catalogue" | "store"> {
  return {
    "app.info": (_input, caller) => ({
      version: version(),
      host: caller.host,
      stand_in: options.standIn ?? false,
      platform: process.platform,
      user: options.user,
      database: options.database,
      node: process.versions.node,
    }),
    "catalogue.get": () => catalogue().document(),
    "store.verify": () => store.verify(),
  };
}

function runApi(
  { store, runs, reads, endpoints }: Parts,
  watched: WatchedRuns,
): Omit<ApiPart<"runs">, "runs.audit" | "runs.grounding"> {
  return {
    "runs.list": (query) => store.listRuns(query),
    "runs.facets": () => store.facets(),
    "runs.get": ({ run: given }) => {
      const run = store.resolveRunId(given);
      const known = store.getRun(run);
      if (!known) throw new UserError("not_found", `There is no run ${given}.`);
      return {
        ...known,
        ended: endOf(store, run),
        turns: reads.turns(run),
        live: runs.isLive(run),
        event_count: store.eventCount(run),
      };
    },
    "runs.start": async (input) => ({ runs: (await runs.start(input)).started }),
    "runs.fork": async (input) => ({ runs: (await runs.fork(input)).started }),
    "runs.stop": ({ run }) => {
      if (!runs.stop(run))
        throw new UserError("not_found", "This run is not going on here: it has ended, or another process runs it.");
      return {};
    },
    "runs.continue": async ({ run: given, message, reason }, caller) => {
      const run = store.resolveRunId(given);
      const said = message ?? continueMessage(store, run);
      await runs.resume(run, said, { why: "continued_by_person", reason, by: caller.user, host: caller.host });
      return {};
    },
    "runs.watch": ({ runs: chosen }, caller) => {
      watched.watch(caller.id, chosen);
      return {};
    },
    "runs.compare": ({ runs: compared }) =>
      compareMany(
        store,
        compared.map((run) => store.resolveRunId(run)),
      ),
    "runs.refine_ledger": ({ run, endpoint, model }) =>
      refineRun({ store, endpoints }, store.resolveRunId(run), {
        endpoint,
        model,
        signal: new AbortController().signal,
      }),
    "runs.diagnose": ({ run }) => diagnoseRun(store, store.resolveRunId(run)),
    "runs.checks": ({ run, turn }) => checkRecordedRun(store, store.resolveRunId(run), turn),
  };
}

function traceApi({ store, reads }: Parts): ApiPart<"events" | "turn"> {
  return {
    "events.list": ({ run: given, after, limit, preview_chars }) => {
      const run = store.resolveRunId(given);
      return { events: store.events(run, { after, limit, previewChars: preview_chars }), total: store.eventCount(run) };
    },
    "events.get": ({ run, seq }) => {
      const event = store.event(store.resolveRunId(run), seq);
      if (!event) throw new UserError("not_found", `Run ${run} has no event ${seq}.`);
      return event;
    },
    "events.find": ({ run, text }) => store.findInEvents(store.resolveRunId(run), text),
    "turn.context": ({ run, turn }) => reads.context(store.resolveRunId(run), turn),
    "turn.results": ({ run, turn }) => reads.results(store.resolveRunId(run), turn),
    "turn.wire": ({ run, turn, attempt }) => reads.wire(store.resolveRunId(run), turn, attempt),
    "turn.environment": ({ run, turn }) => reads.environment(store.resolveRunId(run), turn),
    "turn.verdict": ({ run, turn }) => ({ verdict: turnVerdict({ store }, store.resolveRunId(run), turn) }),
  };
}

function endpointApi({ endpoints }: Parts): ApiPart<"endpoints"> {
  return {
    "endpoints.list": async () => ({ endpoints: await endpoints.list() }),
    "endpoints.save": (endpoint) => {
      endpoints.save(endpoint);
      return {};
    },
    "endpoints.remove": ({ url }) => {
      endpoints.remove(url);
      return {};
    },
    "endpoints.discover": async () => ({ found: await endpoints.discover() }),
    "endpoints.check": ({ url, deep }) => endpoints.check(url, deep),
  };
}

function approvalApi({ approvals }: Parts): ApiPart<"approvals"> {
  return {
    "approvals.pending": () => ({ approvals: approvals.pending() }),
    "approvals.answer": ({ approval_id, decision, reason, again }, caller) => {
      approvals.answer(approval_id, { decision, reason, again, by: caller.user, host: caller.host });
      return {};
    },
  };
}

function debugApi({ store, debug, runs }: Parts): ApiPart<"debug"> {
  return {
    "debug.state": () => ({ breakpoints: debug.breakpoints(), held: debug.held() }),
    "debug.breakpoints": ({ breakpoints }) => {
      debug.setBreakpoints(breakpoints);
      keepBreakpoints(store, breakpoints);
      return {};
    },
    "debug.pause": ({ run }) => {
      if (!runs.isLive(run)) throw new UserError("not_found", "This run is not going on here, so it cannot be held.");
      debug.pause(run);
      return {};
    },
    "debug.go_on": (input, caller) => {
      debug.goOn(input, caller.user);
      return {};
    },
  };
}

function handOverApi({ store, catalogue }: Parts): ApiPart<"handover"> {
  return {
    "handover.list": () => ({ entries: handOverQueue(store) }),
    "handover.settle": ({ run, action, reason }, caller) =>
      settleHandOver(
        { store, catalogue },
        { run: store.resolveRunId(run), action, reason },
        { by: caller.user, host: caller.host },
      ),
  };
}

/** The run's last `run.ended`: a run that a person let go on has more than one. */
function endOf(store: Parts["store"], run: RunId) {
  const [stored] = store.events(run, { kinds: ["run.ended"] }).slice(-1);
  const event = stored ? parseEvent(stored) : null;
  return event?.kind === "run.ended" ? event.data : null;
}

function version(): string {
  const manifest = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as { version: string };
  return manifest.version;
}
