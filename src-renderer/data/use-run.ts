// One run as a view needs it: its record (summary, turns, ending), and its events as they are stored.
import { useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { client } from "./client.ts";
import { useCall, usePush } from "./hooks.ts";
import { LiveRuns, type LiveRun } from "./live-runs.ts";

let shared: LiveRuns | null = null;

function liveRuns(): LiveRuns {
  shared ??= new LiveRuns(client());
  return shared;
}

/** The run's events, kept up to date while mounted. */
export function useLiveRun(run: string): LiveRun {
  const subscribe = useCallback((listener: () => void) => liveRuns().watch(run, listener), [run]);
  return useSyncExternalStore(subscribe, () => liveRuns().get(run));
}

/** Events after which a run's record reads differently. */
const CHANGES_RECORD: ReadonlySet<string> = new Set([
  "turn.started",
  "response.finished",
  "policy.decided",
  "approval.requested",
  "approval.decided",
  "tool.finished",
  "gate.reminded",
  "subtask.named",
  "turn.ended",
  "run.ended",
]);

/** At most this often the record of a live run is asked for again, in milliseconds. */
const REFRESH_MS = 200;

/** The run's record (`runs.get`), loaded again as the watched run goes on. Use beside `useLiveRun`, which does the watching. */
export function useRun(run: string): UseQueryResult<MethodOutput<"runs.get">, Error> {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const refresh = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queries.invalidateQueries({ queryKey: ["runs.get", { run }] });
    }, REFRESH_MS);
  }, [queries, run]);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [refresh],
  );
  usePush("event.appended", (event) => {
    if (event.run === run && CHANGES_RECORD.has(event.kind)) refresh();
  });
  usePush("run.changed", (summary) => {
    if (summary.id === run) refresh();
  });
  return useCall("runs.get", { run });
}
