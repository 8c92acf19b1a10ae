// One run: how it ended, its turns, and what the chosen turn saw, said and got. Everything chosen stands in the address.
import { useEffect } from "react";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { useLiveRun, useRun } from "../data/use-run.ts";
import { RpcCallError } from "../data/rpc-call-error.ts";
import { LinkButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { RunView } from "./run-view.tsx";
import type { InspectorSlots } from "./slots.ts";

const t = m.inspector;

export interface InspectorPageProps {
  run: string;
  slots: InspectorSlots;
}

export function InspectorPage({ run, slots }: InspectorPageProps) {
  const record = useRun(run);
  const live = useLiveRun(run);
  const id = record.data?.summary.id;
  useEffect(() => {
    // A shortened id stands in the address: put the whole one there, which pushes and links use.
    if (id !== undefined && id !== run)
      go(`/run/${id}${window.location.hash.replace(/^[^?]*/, "")}`, { replace: true });
  }, [id, run]);
  const toRuns = <LinkButton href={links.runs()}>{t.allRuns}</LinkButton>;
  if (record.error && !record.data) {
    return record.error instanceof RpcCallError && ["not_found", "invalid_input"].includes(record.error.code) ? (
      <EmptyState icon="search" title={t.notFound} actions={toRuns}>
        {t.notFoundText(run)}
      </EmptyState>
    ) : (
      <ErrorState error={record.error} onRetry={() => void record.refetch()} actions={toRuns} />
    );
  }
  if (!record.data) return <Spinner />;
  return <RunView key={run} run={record.data} live={live} slots={slots} />;
}
