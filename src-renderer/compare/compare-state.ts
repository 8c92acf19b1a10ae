// What the comparison shows, read from the address: the runs, the row, the facet, and how its difference is drawn.
import { Difference } from "../../src-shared/cli/documents.ts";
import { setParams, useParamsState } from "../data/location.ts";

const MOST_RUNS = 4;

export interface CompareState {
  runs: string[];
  /** More were given than can be shown. */
  cut: boolean;
  /** Counts from 1; null: the first divergence. */
  row: number | null;
  /** A turn to begin at when there is no divergence. */
  turn: number | null;
  /** Null: the first facet that differs. */
  facet: Difference | null;
  /** Position among the runs of the one that is held against the first. */
  against: number;
  editor: boolean;
}

function readCompare(params: URLSearchParams): CompareState {
  const runs = [...new Set((params.get("runs") ?? "").split(",").filter((run) => run !== ""))];
  const facet = Difference.safeParse(params.get("facet"));
  return {
    runs: runs.slice(0, MOST_RUNS),
    cut: runs.length > MOST_RUNS,
    row: whole(params.get("row")),
    turn: whole(params.get("turn")),
    facet: facet.success ? facet.data : null,
    against: Math.min(Math.max(1, whole(params.get("against")) ?? 1), Math.max(1, runs.length - 1)),
    editor: params.get("editor") === "1",
  };
}

export function useCompareState(): CompareState {
  const [params] = useParamsState();
  return readCompare(params);
}

export function changeCompare(change: {
  row?: number | null;
  facet?: Difference | null;
  against?: number;
  editor?: boolean;
  runs?: string[];
}): void {
  const { editor, runs, ...rest } = change;
  setParams({
    ...rest,
    ...(editor === undefined ? {} : { editor: editor ? 1 : null }),
    ...(runs === undefined ? {} : { runs: runs.join(","), row: null }),
  });
}

function whole(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
