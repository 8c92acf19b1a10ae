// Two to four runs side by side, aligned by turn; goes along while they run.
import { useEffect, useRef } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { callKey, useCall, usePush } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { LinkButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Notice, Spinner } from "../ui/states.tsx";
import { useCompareState } from "./compare-state.ts";
import { CompareView } from "./compare-view.tsx";

const t = m.compare;

/** Events after which the rows read differently. */
const CHANGES_ROWS: ReadonlySet<string> = new Set(["response.finished", "tool.finished", "turn.ended", "run.ended"]);
/** At most this often the rows are asked for again, in milliseconds. */
const REFRESH_MS = 250;

export function ComparePage() {
  const state = useCompareState();
  const enough = state.runs.length >= 2;
  const compared = useCall("runs.compare", enough ? { runs: state.runs } : null);
  useRowsRefresh(state.runs);
  const toRuns = <LinkButton href={links.runs()}>{t.allRuns}</LinkButton>;
  if (!enough) {
    return (
      <EmptyState icon="compare" title={t.nothing} actions={toRuns}>
        {t.nothingText}
      </EmptyState>
    );
  }
  if (compared.error && !compared.data) {
    return <ErrorState error={compared.error} onRetry={() => void compared.refetch()} actions={toRuns} />;
  }
  if (!compared.data) return <Spinner label={t.loadingRows} />;
  return (
    <>
      {state.cut ? <Notice tone="info">{t.tooMany}</Notice> : null}
      <CompareView key={state.runs.join(",")} compared={compared.data} state={state} />
    </>
  );
}

function useRowsRefresh(runs: readonly string[]): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  usePush("event.appended", (event) => {
    if (!runs.includes(event.run) || !CHANGES_ROWS.has(event.kind)) return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queries.invalidateQueries({ queryKey: callKey("runs.compare") });
    }, REFRESH_MS);
  });
}
