// The windowed list: pages of 100 rows are loaded as they come into view. A run that changes is put in place where it stands; runs
// that are new show at once at the top, and are only counted while the list is scrolled, so that nothing jumps.
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { client } from "../data/client.ts";
import { usePush } from "../data/hooks.ts";
import { pageInput, type TableQuery } from "./run-query.ts";

const PAGE = 100;
/** Pages kept while scrolling; the rest is loaded again when it comes back into view. */
const KEPT_MS = 30_000;
/** Changes within this time are answered by one reload, in milliseconds. */
const REFRESH_MS = 250;

/** The pages in view: it changes a hundred rows apart, so that scrolling does not render the page around the table. */
const AT_TOP = { from: 0, to: 0, atTop: true };

export type RunPage = MethodOutput<"runs.list">;

export interface RunPages {
  /** What is shown: the last query whose first page has come. */
  shown: TableQuery;
  total: number;
  /** Nothing has ever come. */
  loading: boolean;
  error: Error | null;
  rowAt: (index: number) => RunSummary | undefined;
  indexOf: (id: string) => number;
  setRange: (first: number, last: number) => void;
  /** New runs that are not shown yet. */
  fresh: number;
  refresh: () => void;
}

function pageOptions(query: TableQuery, page: number) {
  const input = pageInput(query, page * PAGE, PAGE);
  return {
    queryKey: ["runs.list", input] as const,
    queryFn: () => client().call("runs.list", input),
    staleTime: Infinity,
    gcTime: KEPT_MS,
  };
}

/** Whether a row still stands in its place after `after` took the place of `before`. */
function sameRun(page: RunPage, run: RunSummary): RunPage {
  const index = page.runs.findIndex((other) => other.id === run.id);
  return index < 0 ? page : { ...page, runs: page.runs.with(index, run) };
}

export function useRunPages(query: TableQuery): RunPages {
  const queries = useQueryClient();
  const [shown, setShown] = useState(query);
  const [view, setView] = useState(AT_TOP);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const lead = useQuery(pageOptions(query, 0));
  const wanted = JSON.stringify(query);
  const current = JSON.stringify(shown);
  if (lead.data && wanted !== current) {
    setShown(query);
    setView(AT_TOP);
    setFresh(new Set());
  }

  const pageNumbers = Array.from({ length: view.to - view.from + 1 }, (_, index) => view.from + index);
  const pages = useQueries({ queries: pageNumbers.map((page) => pageOptions(shown, page)) });
  const known = new Map(pageNumbers.map((page, index) => [page, pages[index]?.data]));
  const firstPage = wanted === current ? lead.data : queries.getQueryData<RunPage>(pageOptions(shown, 0).queryKey);

  const refreshNow = () => {
    setFresh(new Set());
    void queries.invalidateQueries({ queryKey: ["runs.list"] });
    void queries.invalidateQueries({ queryKey: ["runs.facets"] });
  };
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      refreshNow();
    }, REFRESH_MS);
  };
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  usePush("run.changed", (run) => {
    if (run.experiment !== undefined && shown.experiment === null && shown.samples === "hidden") return;
    const cached = queries.getQueriesData<RunPage>({ queryKey: ["runs.list"] });
    const holds = cached.some(([, page]) => page?.runs.some((other) => other.id === run.id));
    if (holds) queries.setQueriesData<RunPage>({ queryKey: ["runs.list"] }, (page) => page && sameRun(page, run));
    if (view.atTop && (!holds || run.ending !== null)) refresh();
    else if (!holds && run.turns === 0) setFresh((before) => new Set(before).add(run.id));
  });

  return {
    shown,
    total: firstPage?.total ?? pages.find((page) => page.data)?.data?.total ?? 0,
    loading: lead.isPending && !firstPage,
    error: lead.error ?? pages.find((page) => page.error)?.error ?? null,
    rowAt: (index) => known.get(Math.floor(index / PAGE))?.runs[index % PAGE],
    indexOf: (id) => {
      for (const [page, data] of known) {
        const index = data?.runs.findIndex((run) => run.id === id) ?? -1;
        if (index >= 0) return page * PAGE + index;
      }
      return -1;
    },
    setRange: (first, last) =>
      setView((before) => {
        const next = { from: Math.floor(first / PAGE), to: Math.floor(last / PAGE), atTop: first === 0 };
        return next.from === before.from && next.to === before.to && next.atTop === before.atTop ? before : next;
      }),
    fresh: fresh.size,
    refresh: refreshNow,
  };
}
