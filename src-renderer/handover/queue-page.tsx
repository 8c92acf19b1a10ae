// The hand-over queue: runs that stopped with something left to decide, newest first, and what a person can do about each.
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { LinkButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { QueueEntry } from "./queue-entry.tsx";
import "./queue-page.css";

const t = m.handover;

export function QueuePage() {
  useTitle(t.title);
  const queue = useCall("handover.list", {});
  if (queue.error) return <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />;
  if (!queue.data) return <Spinner />;
  const { entries } = queue.data;
  if (entries.length === 0) {
    return (
      <EmptyState icon="check" title={t.empty} actions={<LinkButton href={links.runs()}>{t.toRuns}</LinkButton>}>
        {t.emptyText}
      </EmptyState>
    );
  }
  return (
    <div className="queue">
      <div className="queue__inner">
        <header>
          <h1>{t.title}</h1>
          <p className="secondary">{`${t.count(entries.length)}. ${t.intro}`}</p>
        </header>
        {entries.map((entry) => (
          <QueueEntry key={entry.run.id} entry={entry} />
        ))}
      </div>
    </div>
  );
}
