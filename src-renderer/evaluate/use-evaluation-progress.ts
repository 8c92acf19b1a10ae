// Keeps what is shown of evaluations up to date: loads again after a push, at most a few times a second.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { callKey, usePush } from "../data/hooks.ts";

/** Runs of a fast server come by the dozen a second; the matrix follows at this pace, in milliseconds. */
const EVERY_MS = 400;

/** `id` null follows every evaluation. */
export function useEvaluationProgress(id: string | null): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  const loadSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queries.invalidateQueries({ queryKey: callKey("evaluations.list") });
      void queries.invalidateQueries({ queryKey: callKey("evaluations.get") });
    }, EVERY_MS);
  }, [queries]);
  usePush("evaluation.progress", (progress) => {
    if (id === null || progress.id === id) loadSoon();
  });
}
