// The run table's search, filters and order as they stand in the address, and as the store is asked.
import type { MethodInput } from "../../src-shared/rpc/contract.ts";
import { RunSort } from "../../src-shared/rpc/types.ts";

export interface TableQuery {
  search: string;
  ending: string | null;
  task: string | null;
  variant: string | null;
  model: string | null;
  source: string | null;
  early: boolean | null;
  parent: string | null;
  /** Samples of experiments; they are hidden unless asked for. */
  samples: SampleChoice;
  /** Only the samples of this experiment, whatever `samples` says. */
  experiment: string | null;
  sort: RunSort;
  descending: boolean;
}

export const SAMPLE_CHOICES = ["hidden", "shown", "only"] as const;
export type SampleChoice = (typeof SAMPLE_CHOICES)[number];

/** Reads the address; what it cannot read falls back to "newest first, no filter". */
export function readQuery(params: URLSearchParams): TableQuery {
  const sort = RunSort.safeParse(params.get("sort"));
  return {
    search: params.get("search") ?? "",
    ending: params.get("ending"),
    task: params.get("task"),
    variant: params.get("variant"),
    model: params.get("model"),
    source: params.get("source"),
    early: params.get("early") === "true" ? true : null,
    parent: params.get("parent"),
    samples: SAMPLE_CHOICES.find((choice) => choice === params.get("samples")) ?? "hidden",
    experiment: params.get("experiment"),
    sort: sort.success ? sort.data : "started_at",
    descending: params.get("desc") !== "false",
  };
}

/** True when something narrows the list down. */
export function isFiltered(query: TableQuery): boolean {
  return (
    query.search !== "" ||
    query.early !== null ||
    query.samples !== "hidden" ||
    [query.ending, query.task, query.variant, query.model, query.source, query.parent, query.experiment].some(
      (value) => value !== null,
    )
  );
}

/** Parameters that clear every filter. */
export const NO_FILTER = {
  search: null,
  ending: null,
  task: null,
  variant: null,
  model: null,
  source: null,
  early: null,
  parent: null,
  samples: null,
  experiment: null,
} as const;

/** One window of the list, as the store is asked. */
export function pageInput(query: TableQuery, offset: number, limit: number): MethodInput<"runs.list"> {
  return {
    search: query.search,
    ending: query.ending,
    task: query.task,
    variant: query.variant,
    model: query.model,
    source: query.source,
    early_stop: query.early,
    parent_run: query.parent,
    samples: query.experiment === null ? query.samples : "shown",
    experiment: query.experiment,
    sort: query.sort,
    descending: query.descending,
    offset,
    limit,
  };
}
