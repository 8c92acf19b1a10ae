// Pages of a hundred decisions, loaded as they come into view.
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditEntry } from "../../src-shared/rpc/audit.ts";
import { client } from "../data/client.ts";
import type { AuditFilter } from "./audit-query.ts";

const PAGE = 100;

export interface AuditPages {
  total: number;
  loading: boolean;
  error: Error | null;
  retry: () => void;
  rowAt: (index: number) => AuditEntry | undefined;
  setRange: (first: number, last: number) => void;
}

export function useAuditPages(filter: AuditFilter): AuditPages {
  const key = JSON.stringify(filter);
  const [view, setView] = useState({ key, from: 0, to: 0 });
  const { from, to } = view.key === key ? view : { from: 0, to: 0 };
  const pages = [...new Set([0, ...Array.from({ length: to - from + 1 }, (_, index) => from + index)])];
  const loaded = useQueries({
    queries: pages.map((page) => {
      const input = { ...filter, offset: page * PAGE, limit: PAGE };
      return { queryKey: ["audit.list", input] as const, queryFn: () => client().call("audit.list", input) };
    }),
  });
  const byPage = new Map(pages.map((page, index) => [page, loaded[index]?.data]));
  const first = loaded[0];
  return {
    total: first?.data?.total ?? 0,
    loading: first?.isPending ?? true,
    error: first?.error ?? null,
    retry: () => void first?.refetch(),
    rowAt: (index) => byPage.get(Math.floor(index / PAGE))?.entries[index % PAGE],
    setRange(start, end) {
      const next = { key, from: Math.floor(start / PAGE), to: Math.floor(end / PAGE) };
      if (next.from !== from || next.to !== to) setView(next);
    },
  };
}
