// All evaluations, newest first, with how far each is; the ways to a new one and to the files of suites and variants.
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { useProgress } from "../data/progress.ts";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { formatDateTime } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { WorkProgress, WorkState } from "../ui/work.tsx";
import "./evaluate.css";

const t = m.evaluate;

export function EvaluationsPage() {
  useTitle(t.title);
  useProgress("evaluation.progress", null, ["evaluations.list"]);
  const loaded = useCall("evaluations.list", {});
  const ways = (
    <>
      <LinkButton kind="primary" icon="plus" href={links.newEvaluation()}>
        {t.newOne}
      </LinkButton>
      <LinkButton href={links.suiteFiles()}>{t.files}</LinkButton>
    </>
  );
  if (loaded.error && !loaded.data) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <Spinner />;
  const { evaluations } = loaded.data;
  if (evaluations.length === 0) {
    return (
      <EmptyState icon="compare" title={t.none} actions={ways}>
        {t.noneText}
      </EmptyState>
    );
  }
  return (
    <div className="evaluate">
      <header className="evaluate__head">
        <h1>{t.title}</h1>
        <span className="evaluate__actions">{ways}</span>
      </header>
      <ul className="work-list">
        {evaluations.map((entry) => (
          <li key={entry.id} className="work-list__entry">
            <span className="work-list__title">
              <a href={links.evaluation(entry.id)}>{t.subject(entry.suite, entry.variants.length, entry.repeats)}</a>{" "}
              {entry.is_baseline ? <Badge>{t.isBaseline}</Badge> : null}
              <span className="secondary work-list__what">
                {entry.variants.join(", ")} · {t.endpoint(entry.endpoint, entry.model)}
              </span>
            </span>
            <WorkState state={entry.state} />
            <WorkProgress done={entry.done} of={entry.of} text={t.runs(entry.done, entry.of)} />
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
