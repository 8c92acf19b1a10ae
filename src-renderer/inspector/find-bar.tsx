// Find over all events of the run, including those that are not drawn. Enter goes to the next hit; composing text never searches.
import { useEffect, useState, type RefObject } from "react";
import { IconButton } from "../ui/button.tsx";
import { isComposing } from "../ui/keys.ts";
import { m } from "../ui/messages/messages.ts";
import type { Hits } from "./events-tab.tsx";
import { changeState } from "./inspector-state.ts";

const t = m.inspector;
/** Typing rests this long before the search begins, in milliseconds. */
const REST_MS = 120;

export interface FindBarProps {
  find: string;
  input: RefObject<HTMLInputElement | null>;
  hits: Hits;
  cut: boolean;
  searching: boolean;
  seq: number | null;
  status: string;
  onStep(backwards: boolean): void;
}

export function FindBar({ find, input, hits, cut, searching, seq, status, onStep }: FindBarProps) {
  const [typed, setTyped] = useState(find);
  const [composing, setComposing] = useState(false);
  const [from, setFrom] = useState(find);
  if (from !== find) {
    setFrom(find);
    setTyped(find);
  }
  useEffect(() => {
    if (composing || typed === find) return undefined;
    const timer = setTimeout(() => changeState({ find: typed }), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, composing, find]);
  const at = hits.findIndex((hit) => hit.seq === seq);
  return (
    <div className="find-bar">
      <input
        ref={input}
        className="input find-bar__input"
        type="text"
        spellCheck={false}
        aria-label={t.find}
        placeholder={t.findPlaceholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === "Enter") {
            event.preventDefault();
            if (typed !== find) changeState({ find: typed });
            else onStep(event.shiftKey);
          } else if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            changeState({ find: "" });
            event.currentTarget.blur();
          }
        }}
      />
      <span className="find-bar__count numeric secondary" role="status">
        {find === "" ? "" : hits.length === 0 ? (searching ? "" : t.findNone) : t.findCount(at + 1, hits.length, cut)}
      </span>
      <IconButton
        icon="chevronDown"
        label={t.nextHit}
        shortcut="n"
        disabled={hits.length === 0}
        onClick={() => onStep(false)}
      />
      <IconButton
        icon="chevronUp"
        label={t.previousHit}
        shortcut="N"
        disabled={hits.length === 0}
        onClick={() => onStep(true)}
      />
      <span className="find-bar__status numeric muted">{status}</span>
    </div>
  );
}
