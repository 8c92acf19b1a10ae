// The draft of a fork as state of the page: every change is kept for a reload.
import { useCallback, useState } from "react";
import { readForkDraft, writeForkDraft } from "../data/fork-drafts.ts";
import type { ForkDraft } from "../derive/fork-draft.ts";

export type SetDraft = (change: (draft: ForkDraft) => ForkDraft) => void;

export function useDraft(run: string, turn: number): [ForkDraft, SetDraft] {
  const [draft, setDraft] = useState(() => readForkDraft(run, turn));
  const set = useCallback<SetDraft>(
    (change) =>
      setDraft((before) => {
        const after = change(before);
        writeForkDraft(run, turn, after);
        return after;
      }),
    [run, turn],
  );
  return [draft, set];
}
