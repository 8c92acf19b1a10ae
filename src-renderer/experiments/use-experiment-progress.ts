// Keeps what is shown of experiments up to date: loads again after a push, at most a few times a second.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { callKey, usePush } from "../data/hooks.ts";

/** Samples of a fast server come by the dozen a second; the tables follow at this pace, in milliseconds. */
const EVERY_MS = 400;

/** `id` null follows every experiment. */
export function useExperimentProgress(id: string | null): void {
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
      void queries.invalidateQueries({ queryKey: callKey("experiments.list") });
      void queries.invalidateQueries({ queryKey: callKey("experiments.get") });
      void queries.invalidateQueries({ queryKey: callKey("ab.get") });
    }, EVERY_MS);
  }, [queries]);
  usePush("experiment.progress", (progress) => {
    if (id === null || progress.id === id) loadSoon();
  });
}
