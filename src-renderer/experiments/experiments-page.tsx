// All experiments, newest first, with how far each is.
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { useProgress } from "../data/progress.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatDateTime } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { WorkProgress, WorkState } from "../ui/work.tsx";
import "./experiments.css";

const t = m.experiments;

export function ExperimentsPage() {
  useTitle(t.title);
  useProgress("experiment.progress", null, ["experiments.list"]);
  const loaded = useCall("experiments.list", {});
  if (loaded.error) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <Spinner />;
  const { experiments } = loaded.data;
  if (experiments.length === 0) {
    return (
      <EmptyState
        icon="compare"
        title={t.none}
        actions={
          <>
            <LinkButton kind="primary" href={links.newExperiment()}>
              {t.start.button}
            </LinkButton>
            <LinkButton href={links.runs()}>{m.app.toRuns}</LinkButton>
          </>
        }
      >
        {t.noneText}
      </EmptyState>
    );
  }
  return (
    <div className="experiments">
      <header className="experiments__head">
        <h1>{t.title}</h1>
        <span className="experiments__actions">
          <LinkButton kind="primary" icon="plus" href={links.newExperiment()}>
            {t.start.button}
          </LinkButton>
        </span>
      </header>
      <ul className="work-list">
        {experiments.map((entry) => (
          <li key={entry.id} className="work-list__entry">
            <a className="work-list__title" href={links.experiment(entry.id)}>
              {entry.title}
            </a>
            <WorkState state={entry.state} />
            <WorkProgress done={entry.done} of={entry.of} text={t.progressOf(entry.done, entry.of)} />
            <time className="secondary numeric" dateTime={entry.created_at}>
              {formatDateTime(entry.created_at)}
            </time>
            {entry.note === null ? null : <p className="work-list__note">{entry.note}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
