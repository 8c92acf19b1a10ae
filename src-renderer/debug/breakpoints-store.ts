// Whether the list of breakpoints is open: asked for from the bar of a run or the palette, shown once by the shell.
import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

export function openBreakpoints(): void {
  set(true);
}

export function closeBreakpoints(): void {
  set(false);
}

export function useBreakpointsOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
