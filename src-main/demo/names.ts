// Which of the names in a clause is what is made or changed, and which tells where to take something from.
import type { Action } from "./read-request.ts";

const SOURCE_BEFORE =
  /(?:\b(?:from|in|of|according to|based on|per|using|inside)\b(?:\s+the)?(?:\s+file)?|根[據据]|按照|依照|[從从])\s*["'“「]?$/iu;

/** The name that tells where to take something from, where the clause has one. */
export function sourceName(action: Action): string | null {
  const isSource = (name: string) => SOURCE_BEFORE.test(action.text.slice(0, Math.max(0, action.text.indexOf(name))));
  if (action.kind === "answer" || action.kind === "other") return action.names[0] ?? null;
  return action.names.length < 2 ? null : (action.names.find(isSource) ?? action.names[1] ?? null);
}

/** The name of what is made or changed. */
export function targetName(action: Action): string | null {
  const source = sourceName(action);
  return action.names.find((name) => name !== source) ?? (action.kind === "answer" ? source : null);
}

/** For something to be made that the request does not name. */
export function defaultName(action: Action): string {
  return `${action.words.slice(0, 3).join("-") || "notes"}.txt`;
}

/** The name with the folders that stand before it in the clause: "tmp/a.csv" for `a.csv`. */
export function withFolders(action: Action, name: string): string {
  const at = action.text.toLowerCase().indexOf(name.toLowerCase());
  const folders = at < 0 ? "" : (/[\w.-]*(?:\/[\w.-]+)*\/$/.exec(action.text.slice(0, at))?.[0] ?? "");
  return `${folders}${name}`;
}
