// Address → page. The pages load lazily, so that the table of runs is there before the rest.
import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { links } from "../data/links.ts";
import { RunsPage } from "../runs/runs-page.tsx";
import { LinkButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, Spinner } from "../ui/states.tsx";

const NewRunPage = lazy(() => import("../runs/new-run-page.tsx").then((module) => ({ default: module.NewRunPage })));
const NewExperimentPage = lazy(() =>
  import("../runs/new-experiment-page.tsx").then((module) => ({ default: module.NewExperimentPage })),
);
const InspectorRoute = lazy(() =>
  import("./inspector-route.tsx").then((module) => ({ default: module.InspectorRoute })),
);
const ComparePage = lazy(() =>
  import("../compare/compare-page.tsx").then((module) => ({ default: module.ComparePage })),
);
const ForkPage = lazy(() => import("../replay/fork-page.tsx").then((module) => ({ default: module.ForkPage })));
const ExperimentsPage = lazy(() =>
  import("../experiments/experiments-page.tsx").then((module) => ({ default: module.ExperimentsPage })),
);
const ExperimentPage = lazy(() =>
  import("../experiments/experiment-page.tsx").then((module) => ({ default: module.ExperimentPage })),
);
const EvaluationsPage = lazy(() =>
  import("../evaluate/evaluations-page.tsx").then((module) => ({ default: module.EvaluationsPage })),
);
const NewEvaluationPage = lazy(() =>
  import("../evaluate/new-evaluation-page.tsx").then((module) => ({ default: module.NewEvaluationPage })),
);
const EvaluationPage = lazy(() =>
  import("../evaluate/evaluation-page.tsx").then((module) => ({ default: module.EvaluationPage })),
);
const SuiteFilesPage = lazy(() =>
  import("../evaluate/files-page.tsx").then((module) => ({ default: module.FilesPage })),
);
const SettingsPage = lazy(() =>
  import("../settings/settings-page.tsx").then((module) => ({ default: module.SettingsPage })),
);

const AuditPage = lazy(() => import("../audit/audit-page.tsx").then((module) => ({ default: module.AuditPage })));
const QueuePage = lazy(() => import("../handover/queue-page.tsx").then((module) => ({ default: module.QueuePage })));

export function Pages() {
  return (
    <Suspense fallback={<Spinner />}>
      <Switch>
        <Route path="/">
          <RunsPage />
        </Route>
        <Route path="/new">
          <NewRunPage />
        </Route>
        <Route path="/run/:run/fork/:turn">{({ run, turn }) => <ForkRoute run={run} turn={turn} />}</Route>
        <Route path="/run/:run">{({ run }) => <InspectorRoute run={run} />}</Route>
        <Route path="/compare">
          <ComparePage />
        </Route>
        <Route path="/experiments">
          <ExperimentsPage />
        </Route>
        <Route path="/experiments/new">
          <NewExperimentPage />
        </Route>
        <Route path="/experiments/:id">{({ id }) => <ExperimentPage key={id} id={id} />}</Route>
        <Route path="/audit">
          <AuditPage />
        </Route>
        <Route path="/evaluate">
          <EvaluationsPage />
        </Route>
        <Route path="/evaluate/new">
          <NewEvaluationPage />
        </Route>
        <Route path="/evaluate/files">
          <SuiteFilesPage />
        </Route>
        <Route path="/evaluate/:id">{({ id }) => <EvaluationPage key={id} id={id} />}</Route>
        <Route path="/queue">
          <QueuePage />
        </Route>
        <Route path="/settings">
          <SettingsPage />
        </Route>
        <Route path="*">{(params) => <NotFound path={`/${params["*"]}`} />}</Route>
      </Switch>
    </Suspense>
  );
}

function ForkRoute({ run, turn }: { run: string; turn: string }) {
  const number = Number(turn);
  if (!Number.isInteger(number) || number < 1) return <NotFound path={`/run/${run}/fork/${turn}`} />;
  return <ForkPage run={run} turn={number} />;
}

function NotFound({ path }: { path: string }) {
  return (
    <EmptyState
      icon="warning"
      title={m.app.notFound}
      actions={<LinkButton href={links.runs()}>{m.app.toRuns}</LinkButton>}
    >
      {m.app.notFoundBody(path)}
    </EmptyState>
  );
}
