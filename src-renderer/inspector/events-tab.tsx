// Every event of the run, one line each, windowed; an event opens in place as a tree of its whole body. Find looks through all events,
// drawn or not.
import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import type { LiveRun } from "../data/live-runs.ts";
import { eventMarks, nextWhere } from "../derive/marks.ts";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, Spinner } from "../ui/states.tsx";
import { VirtualRows, type VirtualRowsHandle } from "../ui/virtual-rows.tsx";
import { EVENT_ROW_PX, EventRowView } from "./event-row-view.tsx";
import { changeState } from "./inspector-state.ts";
import { FindBar } from "./find-bar.tsx";
import "./events-tab.css";

const t = m.inspector;

export interface EventsTabProps {
  run: string;
  total: number;
  live: LiveRun;
  seq: number | null;
  find: string;
  /** Stays at the last event of a run that goes on. */
  follow: boolean;
  findInput: RefObject<HTMLInputElement | null>;
  /** The chosen turn is another run's, which the fork shares: its events stand there. */
  shared: { run: string; turn: number } | null;
  onMove(): void;
}

const NO_HITS: Hits = [];

export type Hits = MethodOutput<"events.find">["hits"];

export function EventsTab(props: EventsTabProps) {
  const { run, live, seq, find } = props;
  const { events } = live;
  const rows = useRef<VirtualRowsHandle>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => new Set(seq === null ? [] : [seq]));
  const found = useCall("events.find", find === "" ? null : { run, text: find });
  const hits = found.data?.hits ?? NO_HITS;
  const hitSeqs = useMemo(() => new Set(hits.map((hit) => hit.seq)), [hits]);
  const startedAt = events[0]?.at ?? 0;
  const cursor = seq === null ? -1 : Math.min(seq, events.length) - 1;

  const moveTo = (index: number) => {
    const event = events[Math.max(0, Math.min(events.length - 1, index))];
    if (!event) return;
    props.onMove();
    changeState({ seq: event.seq, ...(event.turn === null ? {} : { turn: event.turn }) });
  };
  const toggle = (at: number) => {
    const next = new Set(opened);
    if (!next.delete(at)) next.add(at);
    setOpened(next);
  };
  const loadedCursor = cursor >= 0 && cursor < events.length;
  useEffect(() => {
    if (loadedCursor) rows.current?.reveal(cursor);
  }, [cursor, loadedCursor]);
  useEventKeys({ cursor, count: events.length, rows, moveTo, toggle: () => seq !== null && toggle(seq) });
  const step = useHitKeys(hits, seq ?? 0, (hit) => {
    props.onMove();
    changeState({ seq: hit.seq, ...(hit.turn === null ? {} : { turn: hit.turn }) });
  });

  if (live.error) return <ErrorState error={live.error} />;
  if (events.length === 0 && !live.loaded) return <Spinner />;
  return (
    <div className="events">
      <FindBar
        find={find}
        input={props.findInput}
        hits={hits}
        cut={found.data?.cut ?? false}
        searching={found.isFetching}
        seq={seq}
        onStep={step}
        status={live.loaded ? t.eventsCount(events.length) : t.loadingEvents(events.length, props.total)}
      />
      {props.shared === null ? null : (
        <p className="events__shared">
          {t.sharedEvents(props.shared.turn)}{" "}
          <a href={links.run(props.shared.run, { turn: props.shared.turn, tab: "events" })}>{t.sharedEventsLink}</a>
        </p>
      )}
      <EventHead />
      <div className="events__stage">
        <VirtualRows
          ref={rows}
          className="events__rows"
          count={events.length}
          rowHeight={EVENT_ROW_PX}
          label={t.eventsLabel}
          role="listbox"
          {...(seq === null ? {} : { activeId: `event-${seq}` })}
          keyOf={(index) => `${index} ${opened.has(index + 1)}`}
          isMeasured={(index) => opened.has(index + 1)}
          estimate={() => 260}
          stickToEnd={props.follow}
          render={(index) => {
            const event = events[index];
            return event ? (
              <EventRowView
                event={event}
                startedAt={startedAt}
                chosen={event.seq === seq}
                hit={hitSeqs.has(event.seq)}
                find={find}
                open={opened.has(event.seq)}
                onChoose={() => {
                  moveTo(index);
                  toggle(event.seq);
                }}
              />
            ) : null;
          }}
        />
        <EventMinimap events={events} total={Math.max(props.total, events.length)} onGo={(at) => moveTo(at - 1)} />
      </div>
    </div>
  );
}

function EventHead() {
  const head = t.eventColumns;
  return (
    <div className="event-grid event-head" aria-hidden="true">
      <span className="event-grid__number">{head.seq}</span>
      <span className="event-grid__number">{head.at}</span>
      <span className="event-grid__number">{head.took}</span>
      <span>{head.kind}</span>
      <span>{head.what}</span>
      <span className="event-grid__number">{head.size}</span>
      <span>{head.outcome}</span>
    </div>
  );
}

/** At most this many marks are drawn. */
const MOST_MARKS = 200;

function EventMinimap({
  events,
  total,
  onGo,
}: {
  events: readonly StoredEvent[];
  total: number;
  onGo(seq: number): void;
}) {
  const marks = useMemo(() => {
    const byPlace = new Map<string, ReturnType<typeof eventMarks>[number]>();
    for (const mark of eventMarks(events))
      byPlace.set(`${mark.kind} ${Math.floor((mark.seq / total) * MOST_MARKS)}`, mark);
    return [...byPlace.values()];
  }, [events, total]);
  return (
    <div className="minimap" aria-hidden="true">
      {marks.map((mark) => (
        <button
          key={`${mark.kind} ${mark.seq}`}
          type="button"
          tabIndex={-1}
          className={`minimap__mark minimap__mark--${mark.kind}`}
          style={{ top: `calc(${((mark.seq - 0.5) / total) * 100}% - 2px)` }}
          title={`${t.markNames[mark.kind]} #${mark.seq}`}
          onClick={() => onGo(mark.seq)}
        />
      ))}
    </div>
  );
}

interface EventKeys {
  cursor: number;
  count: number;
  rows: RefObject<VirtualRowsHandle | null>;
  moveTo(index: number): void;
  toggle(): void;
}

/** The list's keys, wherever the focus is on the page. */
function useEventKeys({ cursor, count, rows, moveTo, toggle }: EventKeys): void {
  const group = t.group;
  const page = () => rows.current?.pageRows() ?? 20;
  useCommands([
    {
      id: "events.next",
      title: t.nextEvent,
      group,
      keys: ["ArrowDown"],
      paletteHidden: true,
      run: () => moveTo(cursor + 1),
    },
    {
      id: "events.previous",
      title: t.previousEvent,
      group,
      keys: ["ArrowUp"],
      paletteHidden: true,
      run: () => moveTo(cursor < 0 ? 0 : cursor - 1),
    },
    {
      id: "events.pageDown",
      title: t.pageOfEvents,
      group,
      keys: ["PageDown"],
      paletteHidden: true,
      run: () => moveTo(Math.max(0, cursor) + page()),
    },
    {
      id: "events.pageUp",
      title: t.pageOfEvents,
      group,
      keys: ["PageUp"],
      paletteHidden: true,
      helpHidden: true,
      run: () => moveTo(cursor - page()),
    },
    {
      id: "events.first",
      title: t.firstEvent,
      group,
      keys: ["Home", "g g"],
      paletteHidden: true,
      run: () => moveTo(0),
    },
    {
      id: "events.last",
      title: t.firstEvent,
      group,
      keys: ["End", "G"],
      paletteHidden: true,
      helpHidden: true,
      run: () => moveTo(count - 1),
    },
    {
      id: "events.open",
      title: t.openEvent,
      group,
      keys: ["Enter", "Space", "ArrowRight", "ArrowLeft"],
      paletteHidden: true,
      run: toggle,
    },
  ]);
}

function useHitKeys(hits: Hits, seq: number, go: (hit: Hits[number]) => void): (backwards: boolean) => void {
  const step = (backwards: boolean) => {
    const before = hits.filter((hit) => hit.seq < seq).length;
    const at = hits.findIndex((hit) => hit.seq === seq);
    const from = at >= 0 ? at : backwards ? before : before - 1;
    const next = nextWhere(hits, from, () => true, backwards);
    const hit = next === null ? undefined : hits[next];
    if (hit) go(hit);
  };
  const enabled = hits.length > 0;
  useCommands([
    { id: "find.next", title: t.nextHit, group: t.group, keys: ["n"], enabled, run: () => step(false) },
    { id: "find.previous", title: t.previousHit, group: t.group, keys: ["N"], enabled, run: () => step(true) },
  ]);
  return step;
}
