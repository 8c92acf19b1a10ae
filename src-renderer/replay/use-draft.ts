// The draft of a fork: kept in the session's storage under its run and turn, so that a reload does not lose it.
import { useCallback, useState } from "react";
import { EMPTY_DRAFT, ForkDraft } from "../derive/fork-draft.ts";

export type SetDraft = (change: (draft: ForkDraft) => ForkDraft) => void;

export function useDraft(run: string, turn: number): [ForkDraft, SetDraft] {
  const key = `loopscope.fork.${run}.${turn}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  const set = useCallback<SetDraft>(
    (change) =>
      setDraft((before) => {
        const after = change(before);
        if (after === EMPTY_DRAFT) sessionStorage.removeItem(key);
        else writeDraft(key, after);
        return after;
      }),
    [key],
  );
  return [draft, set];
}

function readDraft(key: string): ForkDraft {
  const text = sessionStorage.getItem(key);
  if (text === null) return EMPTY_DRAFT;
  try {
    const parsed = ForkDraft.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : EMPTY_DRAFT;
  } catch {
    // Written by something else, or by an older version: begin anew.
    return EMPTY_DRAFT;
  }
}

/** A draft too large for the session's storage is kept in memory only. */
function writeDraft(key: string, draft: ForkDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    sessionStorage.removeItem(key);
  }
}
