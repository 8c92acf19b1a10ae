// Drafts of forks: kept in the session's storage under their run and turn, so that a reload does not lose them and a page can prepare one.
import { EMPTY_DRAFT, ForkDraft } from "../derive/fork-draft.ts";

const keyOf = (run: string, turn: number) => `loopscope.fork.${run}.${turn}`;

export function readForkDraft(run: string, turn: number): ForkDraft {
  const text = sessionStorage.getItem(keyOf(run, turn));
  if (text === null) return EMPTY_DRAFT;
  try {
    const parsed = ForkDraft.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : EMPTY_DRAFT;
  } catch {
    // Written by something else, or by an older version: begin anew.
    return EMPTY_DRAFT;
  }
}

/** A draft too large for the session's storage is kept in memory only. The empty draft leaves nothing behind. */
export function writeForkDraft(run: string, turn: number, draft: ForkDraft): void {
  const key = keyOf(run, turn);
  try {
    if (draft === EMPTY_DRAFT) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    sessionStorage.removeItem(key);
  }
}
