// What is held and which breakpoints stand, kept right by pushes; and the hand-over queue, which changes when a run ends or goes on.
import type { QueryClient, UseQueryResult } from "@tanstack/react-query";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { HeldRun } from "../../src-shared/rpc/debug.ts";
import type { Client } from "./client.ts";
import { useCall } from "./hooks.ts";

type DebugState = MethodOutput<"debug.state">;

const KEY = ["debug.state", {}] as const;

/** The debugger of the host; fresh for as long as the window is open. */
export function useDebugState(): UseQueryResult<DebugState, Error> {
  return useCall("debug.state", {}, { staleTime: Infinity });
}

/** Where the run is held; null while it goes on. */
export function useHeld(run: string): HeldRun | null {
  return useDebugState().data?.held.find((held) => held.run === run) ?? null;
}

/** Puts what is pushed into the cache until the returned function is called. */
export function followDebugger(client: Client, queries: QueryClient): () => void {
  const put = (change: (held: readonly HeldRun[]) => HeldRun[]) => {
    // A load that is under way may have been answered before this push: ask again after it.
    void queries.cancelQueries({ queryKey: KEY }).then(() => {
      queries.setQueryData<DebugState>(KEY, (before) => before && { ...before, held: change(before.held) });
      return queries.invalidateQueries({ queryKey: KEY });
    });
  };
  const ends = [
    client.onPush("debug.held", (held) => put((before) => [...before.filter((other) => other.run !== held.run), held])),
    client.onPush("debug.released", ({ run }) => put((before) => before.filter((other) => other.run !== run))),
    client.onPush("run.changed", () => void queries.invalidateQueries({ queryKey: ["handover.list"] })),
  ];
  return () => {
    for (const end of ends) end();
  };
}
