// The header shrinks when what is below it is scrolled and comes back at the top; small windows begin with it shrunk.
import { useState, useSyncExternalStore, type UIEvent } from "react";

const SMALL = "(max-height: 760px)";
/** Scrolled this far it shrinks, in pixels. */
const SHRINK_AT = 40;
/** A box that can scroll less than this leaves the header alone: shrinking would end its scrolling and bring it back. */
const LEAST_SCROLL = 220;

export interface Shrinking {
  shrunk: boolean;
  toggle(): void;
  onScroll(event: UIEvent): void;
}

export function useShrinking(): Shrinking {
  const small = useMedia(SMALL);
  const [scrolled, setScrolled] = useState(false);
  /** What the person chose, until they scroll the other way. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const shrunk = chosen ?? (small || scrolled);
  return {
    shrunk,
    toggle: () => setChosen(!shrunk),
    onScroll: (event) => {
      const box = event.target;
      if (!(box instanceof HTMLElement)) return;
      if (box.scrollTop > SHRINK_AT && box.scrollHeight - box.clientHeight > LEAST_SCROLL) {
        if (!scrolled) setChosen(null);
        setScrolled(true);
      } else if (box.scrollTop === 0 && scrolled) {
        setScrolled(false);
      }
    },
  };
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}
