// One event on one line; open, the whole stored event as a tree below it.
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { useCall } from "../data/hooks.ts";
import { eventRow, type EventRow } from "../derive/event-rows.ts";
import { classNames } from "../ui/class-names.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { formatCompact, formatDuration } from "../ui/messages/format.ts";
import { ErrorState, Spinner } from "../ui/states.tsx";

export const EVENT_ROW_PX = 22;

export interface EventRowViewProps {
  event: StoredEvent;
  startedAt: number;
  chosen: boolean;
  hit: boolean;
  find: string;
  open: boolean;
  onChoose(): void;
}

export function EventRowView({ event, startedAt, chosen, hit, find, open, onChoose }: EventRowViewProps) {
  const row = eventRow(event, startedAt);
  return (
    <div
      id={`event-${row.seq}`}
      role="option"
      aria-selected={chosen}
      className={classNames(
        "event",
        chosen && "event--chosen",
        hit && "event--hit",
        row.mark && `event--${row.mark}`,
        row.kind === "turn.started" && "event--turn",
      )}
    >
      <div className="event-grid event__line" onClick={onChoose}>
        <span className="event-grid__number muted">{row.seq}</span>
        <span className="event-grid__number">{(row.offsetMs / 1000).toFixed(2)}</span>
        <span className="event-grid__number">{row.durationMs === null ? "" : formatDuration(row.durationMs)}</span>
        <span className="event__kind truncate">
          <Found text={row.kind} find={hit ? find : ""} />
        </span>
        <span className="truncate">
          {row.subject === "" ? null : (
            <span className="event__subject">
              <Found text={row.subject} find={hit ? find : ""} />{" "}
            </span>
          )}
          <Found text={row.detail} find={hit ? find : ""} />
        </span>
        <span className="event-grid__number">{sizeText(row)}</span>
        <span className="truncate">
          {row.outcome === null ? null : <span className="event__outcome">{row.outcome} </span>}
          <span className="event__flags">{row.flags.join(" ")}</span>
        </span>
      </div>
      {open ? <EventBody run={event.run} seq={event.seq} /> : null}
    </div>
  );
}

function EventBody({ run, seq }: { run: string; seq: number }) {
  const event = useCall("events.get", { run, seq }, { staleTime: Infinity });
  if (event.error) return <ErrorState error={event.error} onRetry={() => void event.refetch()} />;
  return (
    <div className="event__body">
      {event.data ? (
        <JsonTree value={event.data.data} label={event.data.kind} rows={18} openRows={18} />
      ) : (
        <Spinner inline />
      )}
    </div>
  );
}

function sizeText(row: EventRow): string {
  if (row.chars === null) return "";
  return row.shownChars === null
    ? formatCompact(row.chars)
    : `${formatCompact(row.chars)}→${formatCompact(row.shownChars)}`;
}

/** A text with the places that were looked for marked. */
function Found({ text, find }: { text: string; find: string }) {
  if (find === "") return text;
  const parts: { text: string; found: boolean }[] = [];
  const lower = text.toLowerCase();
  const wanted = find.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    parts.push({ text: text.slice(from, at), found: false }, { text: text.slice(at, at + wanted.length), found: true });
    from = at + wanted.length;
  }
  parts.push({ text: text.slice(from), found: false });
  return <>{parts.map((part, index) => (part.found ? <mark key={index}>{part.text}</mark> : part.text))}</>;
}
