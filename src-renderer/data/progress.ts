// Keeps what is shown of long work (experiments, evaluations) up to date: loads again after a push, at most a few times a second.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Method } from "../../src-shared/rpc/contract.ts";
import { callKey, usePush } from "./hooks.ts";

/** Samples and runs of a fast server end by the dozen a second; what is shown follows at this pace, in milliseconds. */
const EVERY_MS = 400;

/** Loads `methods` again as the work `id` goes on; null follows all work of that kind. */
export function useProgress(
  kind: "experiment.progress" | "evaluation.progress",
  id: string | null,
  methods: readonly Method[],
): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  usePush(kind, (progress) => {
    if (id !== null && progress.id !== id) return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      for (const method of methods) void queries.invalidateQueries({ queryKey: callKey(method) });
    }, EVERY_MS);
  });
}
