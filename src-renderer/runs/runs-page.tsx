// The run table: everything recorded, sorted, filtered and searched in the database, a window of it on screen.
import { useMemo, useRef, useState } from "react";
import type { RunSort } from "../../src-shared/rpc/types.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go, setParams, useParamsState } from "../data/location.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import { useTitle } from "../ui/title.ts";
import { VirtualTable } from "../ui/virtual-table.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { runColumns } from "./run-columns.tsx";
import { useRunPages, type RunPages } from "./run-pages.ts";
import { isFiltered, NO_FILTER, readQuery } from "./run-query.ts";
import "./runs.css";

/** Where the table was when it was left, so that coming back lands there. */
let remembered: { query: string; id: string | null; index: number } = { query: "", id: null, index: -1 };

export function RunsPage() {
  useTitle(m.runs.title);
  const [params] = useParamsState();
  const address = params.toString();
  const query = useMemo(() => readQuery(new URLSearchParams(address)), [address]);
  const pages = useRunPages(query);
  const searchField = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const comparable = selected.size >= 2 && selected.size <= 4;
  const compare = () => (comparable ? go(links.compare([...selected])) : showToast("info", m.runs.compareNeeds));
  const clear = () => {
    if (selected.size > 0) setSelected(new Set());
    else if (isFiltered(query)) setParams(NO_FILTER, { replace: false });
  };
  useCommands([
    {
      id: "runs.search",
      title: m.runs.keySearch,
      group: m.app.groupPage,
      keys: ["/"],
      run: () => searchField.current?.focus(),
    },
    { id: "runs.compare", title: m.runs.keyCompare, group: m.app.groupPage, keys: ["c"], run: compare },
    {
      id: "runs.new",
      title: m.runs.keyNew,
      group: m.app.groupPage,
      keys: ["n"],
      run: () => go(links.newRun()),
      paletteHidden: true,
    },
    { id: "runs.clear", title: m.runs.keyClear, group: m.app.groupPage, keys: ["Escape"], run: clear },
  ]);
  const nothingYet = !pages.loading && !pages.error && pages.total === 0 && !isFiltered(pages.shown);
  if (nothingYet) return <NothingYet />;
  return (
    <section className="runs" aria-label={m.runs.title}>
      <h1 className="visually-hidden">{m.runs.title}</h1>
      <div className="runs__bar">
        <FilterBar query={query} searchField={searchField} />
        <div className="runs__right">
          {selected.size === 0 ? (
            <span className="runs__count numeric" role="status">
              {pages.loading ? "" : m.runs.count(pages.total)}
            </span>
          ) : (
            <>
              <span className="runs__count numeric" role="status">
                {m.runs.selected(selected.size)}
              </span>
              <Button small kind="quiet" onClick={() => setSelected(new Set())}>
                {m.runs.clearSelection}
              </Button>
              <Button
                small
                icon="compare"
                shortcut="c"
                disabled={!comparable}
                title={comparable ? undefined : m.runs.compareNeeds}
                onClick={compare}
              >
                {m.runs.compare}
              </Button>
            </>
          )}
        </div>
      </div>
      <RunsBody pages={pages} selected={selected} setSelected={setSelected} />
    </section>
  );
}

interface RunsBodyProps {
  pages: RunPages;
  selected: ReadonlySet<string>;
  setSelected: (selected: ReadonlySet<string>) => void;
}

function RunsBody({ pages, selected, setSelected }: RunsBodyProps) {
  const key = JSON.stringify(pages.shown);
  const [cursor, setCursor] = useState(() =>
    remembered.query === key ? remembered : { query: key, id: null, index: -1 },
  );
  const anchor = useRef<number | null>(null);
  if (cursor.query !== key) setCursor({ query: key, id: null, index: -1 });
  const moved = cursor.id === null ? -1 : pages.indexOf(cursor.id);
  const index = Math.min(moved >= 0 ? moved : cursor.index, pages.total - 1);
  const moveTo = (next: number) => {
    const place = { query: key, id: pages.rowAt(next)?.id ?? null, index: next };
    remembered = place;
    setCursor(place);
  };
  const open = (run: RunSummary, at: number) => {
    moveTo(at);
    go(links.run(run.id));
  };
  const select = (run: RunSummary, at: number, how: "toggle" | "range") => {
    const next = new Set(selected);
    if (how === "range" && anchor.current !== null) {
      const [from, to] = [Math.min(anchor.current, at), Math.max(anchor.current, at)];
      for (let row = from; row <= to; row += 1) {
        const other = pages.rowAt(row);
        if (other) next.add(other.id);
      }
    } else if (!next.delete(run.id)) next.add(run.id);
    anchor.current = at;
    setSelected(next);
  };
  if (pages.loading) return <Spinner />;
  if (pages.error) return <ErrorState error={pages.error} onRetry={pages.refresh} />;
  if (pages.total === 0) {
    return (
      <EmptyState
        icon="search"
        title={m.runs.noMatchTitle}
        actions={<Button onClick={() => setParams(NO_FILTER, { replace: false })}>{m.runs.clearFilters}</Button>}
      >
        {m.runs.noMatchBody}
      </EmptyState>
    );
  }
  return (
    <div className="runs__body">
      {pages.fresh === 0 ? null : (
        <button
          type="button"
          className="runs__fresh"
          onClick={() => {
            pages.refresh();
            moveTo(0);
          }}
        >
          {m.runs.fresh(pages.fresh)}
        </button>
      )}
      <VirtualTable<RunSummary, RunSort>
        label={m.runs.table}
        columns={runColumns}
        count={pages.total}
        rowAt={pages.rowAt}
        rowKey={runId}
        sort={{ column: pages.shown.sort, descending: pages.shown.descending }}
        onSort={(sort) =>
          setParams(
            { sort: sort.column === "started_at" ? null : sort.column, desc: sort.descending ? null : false },
            { replace: false },
          )
        }
        cursor={index}
        onCursor={moveTo}
        onOpen={open}
        selected={selected}
        onSelect={select}
        onRange={pages.setRange}
        resetKey={key}
      />
    </div>
  );
}

function runId(run: RunSummary): string {
  return run.id;
}

/** The first start: one click to a run that stops early, one to the form. */
function NothingYet() {
  const start = useMutationCall("runs.start", {
    onSuccess: ({ runs }) => {
      if (runs[0] !== undefined) go(links.run(runs[0]));
    },
    onError: (error) => showToast("error", `${m.runs.demoFailed} ${error.message}`),
  });
  return (
    <EmptyState
      icon="play"
      title={m.runs.emptyTitle}
      actions={
        <>
          <Button
            kind="primary"
            icon="play"
            disabled={start.isPending}
            onClick={() =>
              start.mutate({
                what: { kind: "task", suite: "drive", task: "user_task36" },
                variant: "completion-check",
                endpoint: "demo",
                model: null,
                approve: null,
              })
            }
          >
            {m.runs.runDemo}
          </Button>
          <LinkButton href={links.newRun()}>{m.runs.ownRun}</LinkButton>
        </>
      }
    >
      {m.runs.emptyBody}
    </EmptyState>
  );
}
