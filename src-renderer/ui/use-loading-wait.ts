// While a server says that it is loading, asks it again every two seconds and counts the time, until it is ready or the
// person stops it. A new subject (another address) begins a new wait.
import { useEffect, useState } from "react";

/** Between two looks at a loading server, in milliseconds. */
const LOOK_MS = 2_000;

/** `busy`: it is being asked just now. `again` must stay the same function from render to render. */
export function useLoadingWait(subject: string, loading: boolean, busy: boolean, again: () => void) {
  const [waitedFor, setWaitedFor] = useState<string | null>(null);
  const [stopped, setStopped] = useState(false);
  const [seconds, setSeconds] = useState(0);
  if (loading && waitedFor !== subject) {
    setWaitedFor(subject);
    setStopped(false);
    setSeconds(0);
  }
  if (!loading && !busy && waitedFor !== null) setWaitedFor(null);
  const on = waitedFor === subject && !stopped;
  useEffect(() => {
    if (!on) return undefined;
    const since = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - since) / 1000)), 500);
    return () => clearInterval(timer);
  }, [on, subject]);
  useEffect(() => {
    if (!on || busy || !loading) return undefined;
    const timer = setTimeout(again, LOOK_MS);
    return () => clearTimeout(timer);
  }, [on, busy, loading, again]);
  return {
    /** Whole seconds so far; null while nothing is waited for. */
    seconds: on ? seconds : null,
    stop: () => setStopped(true),
    /** The person asks anew after having stopped: counted from the start. */
    begin() {
      setWaitedFor(null);
      setStopped(false);
    },
  };
}
