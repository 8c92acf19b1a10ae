// Addresses inside the app: everything that is open stands in the hash, so that a reload or a shared link restores it.
// Features link to one another through these functions only.

export type RunTab = "saw" | "said" | "results" | "decided" | "wire" | "events" | "environment" | "why" | "contract";

type Params = Record<string, string | number | boolean | null | undefined>;

function href(path: string, params: Params = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  }
  const query = search.toString();
  return `#${path}${query === "" ? "" : `?${query}`}`;
}

export interface RunsLinkParams {
  search?: string;
  ending?: string | null;
  task?: string | null;
  variant?: string | null;
  model?: string | null;
  source?: string | null;
  early?: boolean | null;
  parent?: string | null;
  samples?: string | null;
  experiment?: string | null;
  sort?: string;
  desc?: boolean;
  [name: string]: string | number | boolean | null | undefined;
}

export interface RunLinkParams {
  turn?: number | null;
  tab?: RunTab | null;
  /** An event to show, by its sequence number. */
  seq?: number | null;
  [name: string]: string | number | boolean | null | undefined;
}

export const links = {
  runs: (params: RunsLinkParams = {}) => href("/", params),
  newRun: (params: { suite?: string; task?: string; variant?: string; prompt?: string } = {}) => href("/new", params),
  run: (run: string, params: RunLinkParams = {}) => href(`/run/${encodeURIComponent(run)}`, params),
  fork: (run: string, turn: number, params: Params = {}) =>
    href(`/run/${encodeURIComponent(run)}/fork/${turn}`, params),
  compare: (
    runs: readonly string[],
    params: { turn?: number | null; [name: string]: string | number | null | undefined } = {},
  ) => href("/compare", { runs: runs.join(","), ...params }),
  audit: (params: Params = {}) => href("/audit", params),
  queue: () => href("/queue"),
  experiments: () => href("/experiments"),
  newExperiment: (params: Params = {}) => href("/experiments/new", params),
  experiment: (id: string) => href(`/experiments/${encodeURIComponent(id)}`),
  evaluations: () => href("/evaluate"),
  newEvaluation: (params: Params = {}) => href("/evaluate/new", params),
  evaluation: (id: string) => href(`/evaluate/${encodeURIComponent(id)}`),
  suiteFiles: (params: Params = {}) => href("/evaluate/files", params),
  settings: () => href("/settings"),
};
