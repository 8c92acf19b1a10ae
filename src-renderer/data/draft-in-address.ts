// What is filled into a form stands in the address, a moment after it was typed: a reload or a link brings it back.
import { useEffect, useEffectEvent } from "react";
import { setParams } from "./location.ts";

/** A pause after which what was typed goes into the address, in milliseconds. */
const ADDRESS_PAUSE_MS = 300;

/** Writes `paramsOf(draft)` into the address whenever `draft` is another one. */
export function useDraftInAddress<Draft>(
  draft: Draft,
  paramsOf: (draft: Draft) => Record<string, string | number | boolean | null>,
): void {
  const write = useEffectEvent(() => setParams(paramsOf(draft)));
  useEffect(() => {
    const timer = setTimeout(() => write(), ADDRESS_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
}
