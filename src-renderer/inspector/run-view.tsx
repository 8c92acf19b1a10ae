// The inspector of a loaded run: banner, header, turn list and the chosen turn's tabs, with the keys that move among them.
import { useCallback, useMemo, useRef, useState } from "react";
import type { LiveRun } from "../data/live-runs.ts";
import { links } from "../data/links.ts";
import { go, goBack } from "../data/location.ts";
import { stopBanner } from "../derive/stop-banner.ts";
import { m } from "../ui/messages/messages.ts";
import { Splitter } from "../ui/splitter.tsx";
import { EmptyState, Spinner } from "../ui/states.tsx";
import { ComparePicker } from "./compare-picker.tsx";
import { GoToTurnDialog } from "./go-to-turn-dialog.tsx";
import { changeState, currentState, useInspectorState } from "./inspector-state.ts";
import { LiveStatus } from "./live-status.tsx";
import { MarkChips } from "./mark-chips.tsx";
import { RunHeader, type RunData } from "./run-header.tsx";
import "./run-view.css";
import type { InspectorSlots } from "./slots.ts";
import { StateStrip } from "./state-strip.tsx";
import { StopBannerView } from "./stop-banner-view.tsx";
import { TokenStrip } from "./token-strip.tsx";
import { TurnList } from "./turn-list.tsx";
import { TurnPane } from "./turn-pane.tsx";
import { useInspectorKeys } from "./use-inspector-keys.ts";
import { useShrinking } from "./use-shrinking.ts";

const t = m.inspector;

type Overlay = "go" | "pick" | null;

export interface RunViewProps {
  run: RunData;
  live: LiveRun;
  slots: InspectorSlots;
}

export function RunView({ run, live, slots }: RunViewProps) {
  const state = useInspectorState();
  const { summary, turns } = run;
  const id = summary.id;
  const isLive = run.live && summary.ending === null;
  const [moved, setMoved] = useState(state.turn !== null);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const following = isLive && !moved;
  const findInput = useRef<HTMLInputElement>(null);
  const shrinking = useShrinking();

  const wanted =
    following || state.turn === null ? turns.length - 1 : turns.findIndex((turn) => turn.turn === state.turn);
  const turn = turns[wanted] ?? null;
  const { events } = live;
  const choose = useCallback(
    (number: number) => {
      setMoved(true);
      changeState({ turn: number, ...(currentState().tab === "events" ? { seq: firstSeqOf(events, number) } : {}) });
    },
    [events],
  );
  const chooseState = (number: number, seq: number) => {
    setMoved(true);
    changeState({ turn: number, ...(state.tab === "events" ? { seq } : {}) });
  };
  const openEvent = (number: number | null, seq: number) => {
    setMoved(true);
    changeState({ tab: "events", seq, ...(number === null ? {} : { turn: number }) });
  };
  const compare = () => {
    if (summary.parent_run === null) setOverlay("pick");
    else go(links.compare([summary.parent_run, id], { turn: turn?.turn ?? null }));
  };
  useInspectorKeys({
    run,
    live,
    state,
    index: wanted,
    findInput,
    choose,
    follow: () => setMoved(false),
    isLive,
    compare,
    pickCompare: () => setOverlay("pick"),
    goToTurn: () => setOverlay("go"),
    move: () => setMoved(true),
    back: () => (window.history.length > 1 ? goBack() : go(links.runs())),
  });
  const banner = useMemo(
    () => stopBanner({ summary, started: run.started, ended: run.ended, turns, events: live.events }),
    [summary, run.started, run.ended, turns, live.events],
  );
  const streaming = turn !== null && live.live.has(turn.turn);
  return (
    <div className="inspector" onScrollCapture={shrinking.onScroll}>
      <StopBannerView
        banner={banner}
        doing={isLive ? <LiveStatus events={live.events} streaming={live.live.size > 0} /> : null}
      />
      <RunHeader
        run={run}
        shrunk={shrinking.shrunk}
        onToggle={shrinking.toggle}
        live={
          isLive
            ? {
                following,
                onFollow: () => {
                  setMoved(false);
                  changeState({ turn: null, seq: null });
                },
              }
            : null
        }
      />
      {slots.debugBar(run)}
      <div className="inspector__body">
        <Splitter
          id="inspector"
          direction="horizontal"
          panes={[
            {
              id: "turns",
              defaultSize: "30%",
              minSize: "220px",
              content: (
                <div className="inspector__turns">
                  <MarkChips
                    turns={turns}
                    events={live.events}
                    chosen={wanted}
                    tab={state.tab}
                    seq={state.seq}
                    ended={!isLive}
                    onChoose={choose}
                  />
                  <TokenStrip turns={turns} chosen={wanted} ended={!isLive} onChoose={choose} />
                  <StateStrip
                    events={live.events}
                    turn={turn?.turn ?? null}
                    seq={state.seq}
                    onChoose={chooseState}
                    onOpen={openEvent}
                  />
                  <TurnList turns={turns} chosen={wanted} ended={!isLive} live={live.live} onChoose={choose} />
                </div>
              ),
            },
            {
              id: "turn",
              defaultSize: "70%",
              minSize: "320px",
              content:
                turn === null && state.tab !== "events" && state.tab !== "why" ? (
                  <NoTurn run={run} asked={state.turn} isLive={isLive} onLast={choose} />
                ) : (
                  <TurnPane
                    run={run}
                    live={live}
                    slots={slots}
                    turn={turn}
                    index={wanted}
                    state={state}
                    follow={following}
                    liveText={streaming && turn ? (live.live.get(turn.turn) ?? null) : null}
                    findInput={findInput}
                    onChoose={choose}
                    onMove={() => setMoved(true)}
                    onCompare={compare}
                  />
                ),
            },
          ]}
        />
      </div>
      {overlay === "go" ? (
        <GoToTurnDialog last={turns.at(-1)?.turn ?? 0} onGo={choose} onClose={() => setOverlay(null)} />
      ) : null}
      {overlay === "pick" ? (
        <ComparePicker
          summary={summary}
          onClose={() => setOverlay(null)}
          onPick={(other) => go(links.compare([other, id], { turn: turn?.turn ?? null }))}
        />
      ) : null}
    </div>
  );
}

function firstSeqOf(events: LiveRun["events"], turn: number): number | null {
  return events.find((event) => event.turn === turn)?.seq ?? null;
}

interface NoTurnProps {
  run: RunData;
  asked: number | null;
  isLive: boolean;
  onLast(turn: number): void;
}

function NoTurn({ run, asked, isLive, onLast }: NoTurnProps) {
  const last = run.turns.at(-1);
  if (last && asked !== null) {
    return (
      <EmptyState
        icon="search"
        title={t.turnNotThere(asked, last.turn)}
        actions={
          <button type="button" className="button button--normal" onClick={() => onLast(last.turn)}>
            {t.lastTurn}
          </button>
        }
      />
    );
  }
  if (isLive) return <Spinner label={t.noTurnsText} />;
  return (
    <EmptyState icon="list" title={t.noTurns}>
      {t.noTurnsEnded}
    </EmptyState>
  );
}
