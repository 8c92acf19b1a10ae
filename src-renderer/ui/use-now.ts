// The time of day for countdowns, told again each half second while it is wanted and not otherwise.
import { useEffect, useState } from "react";

/** Milliseconds since the epoch. */
export function useNow(wanted: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [wanted]);
  return now;
}
