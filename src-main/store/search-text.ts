// What a run is found by, and what a query looks for: both in the same form, so that case and composed accents do not matter.
import type { RunState } from "./run-row.ts";

/** Title, prompt, task, model, variant and answer in search form. */
export function searchText({ summary, prompt, answer }: RunState): string {
  const parts = [summary.title, prompt, summary.task, summary.model, summary.variant, answer];
  return searchForm(parts.filter((part) => part !== null && part !== "").join("\n"));
}

/** Composed, lower case, without NUL (which ends a string for SQLite's functions). */
function searchForm(text: string): string {
  return text.toWellFormed().normalize("NFC").toLowerCase().replaceAll("\0", " ");
}

/** The words of a query: all of them must be found, in any order, inside words too. */
export function searchWords(query: string): string[] {
  return [
    ...new Set(
      searchForm(query)
        .split(/\s+/u)
        .filter((word) => word !== ""),
    ),
  ];
}
