// What the inspector shows, read from the address: turn, tab, event, find. The address is the state; moving replaces it.
import { setParams, splitHash, useParamsState } from "../data/location.ts";
import type { RunTab } from "../data/links.ts";

export const RUN_TABS = [
  "saw",
  "said",
  "results",
  "contract",
  "decided",
  "environment",
  "wire",
  "events",
  "why",
] as const satisfies readonly RunTab[];

export interface InspectorState {
  /** Null: none chosen yet; the last one is shown, and a run that goes on is followed. */
  turn: number | null;
  tab: RunTab;
  seq: number | null;
  find: string;
  /** The difference view of the tab is open. */
  diff: boolean;
}

function readState(params: URLSearchParams): InspectorState {
  const tab = params.get("tab");
  return {
    turn: wholeNumber(params.get("turn")),
    tab: RUN_TABS.find((candidate) => candidate === tab) ?? "said",
    seq: wholeNumber(params.get("seq")),
    find: params.get("find") ?? "",
    diff: params.get("diff") === "1",
  };
}

export function useInspectorState(): InspectorState {
  const [params] = useParamsState();
  return readState(params);
}

/** The state of this moment, for handlers that outlive a render. */
export function currentState(): InspectorState {
  return readState(new URLSearchParams(splitHash(window.location.hash).search));
}

export function changeState(change: Partial<InspectorState>): void {
  const { diff, tab, ...rest } = change;
  setParams({
    ...rest,
    ...(tab === undefined ? {} : { tab: tab === "said" ? null : tab }),
    ...(diff === undefined ? {} : { diff: diff ? 1 : null }),
  });
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
