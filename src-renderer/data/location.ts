// The address as state: path and parameters both live behind the `#`, so that it works the same from file:// and http, and the
// page's own query (a host's token) is never touched.
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("hashchange", notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("hashchange", notify);
  };
}

/** Path and query of a hash such as `#/run/r_1?turn=3`. */
export function splitHash(hash: string): { path: string; search: string } {
  const text = hash.replace(/^#?\/?/, "/");
  const mark = text.indexOf("?");
  return mark < 0 ? { path: text, search: "" } : { path: text.slice(0, mark), search: text.slice(mark + 1) };
}

const currentPath = () => splitHash(window.location.hash).path;
const currentSearch = () => splitHash(window.location.hash).search;

export interface GoOptions {
  /** Takes the place of the current entry in the history instead of adding one (for cursors and filters). */
  replace?: boolean;
}

/** Goes to an address made by `links`; with or without its leading `#`. */
export function go(to: string, options: GoOptions = {}): void {
  const url = new URL(window.location.href);
  url.hash = to.startsWith("#") ? to : `#${to}`;
  if (url.href === window.location.href) return;
  window.history[options.replace ? "replaceState" : "pushState"](null, "", url.href);
  notify();
}

export function goBack(): void {
  window.history.back();
}

/** wouter's location hook over the hash. */
export function useHashPath(): [string, (to: string, options?: GoOptions) => void] {
  return [useSyncExternalStore(subscribe, currentPath), go];
}

/** wouter's search hook over the hash. */
export function useHashSearch(): string {
  return useSyncExternalStore(subscribe, currentSearch);
}

/** Changes parameters of the current address; null or "" removes one. */
export function setParams(
  changes: Record<string, string | number | boolean | null>,
  options: GoOptions = { replace: true },
): void {
  const { path, search } = splitHash(window.location.hash);
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  const query = params.toString();
  go(`#${path}${query === "" ? "" : `?${query}`}`, options);
}

/** The parameters of the current address and a setter for them. */
export function useParamsState(): [URLSearchParams, typeof setParams] {
  return [new URLSearchParams(useHashSearch()), setParams];
}
