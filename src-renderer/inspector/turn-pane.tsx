// The chosen turn: where it stands among the turns, what can be done with it, and its tabs.
import type { RefObject } from "react";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { LiveRun, LiveText } from "../data/live-runs.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { IconButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { Tabs } from "../ui/tabs.tsx";
import { DecidedTab } from "./decided-tab.tsx";
import { EnvironmentTab } from "./environment-tab.tsx";
import { EventsTab } from "./events-tab.tsx";
import { changeState, RUN_TABS, type InspectorState } from "./inspector-state.ts";
import { ResultsTab } from "./results-tab.tsx";
import type { RunData } from "./run-header.tsx";
import { SaidTab } from "./said-tab.tsx";
import { SawTab } from "./saw-tab.tsx";
import "./turn-pane.css";
import type { InspectorSlots } from "./slots.ts";
import { WireTab } from "./wire-tab.tsx";

const t = m.inspector;

export interface TurnPaneProps {
  run: RunData;
  live: LiveRun;
  slots: InspectorSlots;
  /** Null only when the run has no turn and what is shown is about the whole run. */
  turn: TurnRecord | null;
  index: number;
  state: InspectorState;
  follow: boolean;
  liveText: LiveText | null;
  findInput: RefObject<HTMLInputElement | null>;
  onChoose(turn: number): void;
  onMove(): void;
  onCompare(): void;
}

export function TurnPane(props: TurnPaneProps) {
  const { run, turn, state } = props;
  return (
    <div className="turn-pane">
      <Tabs
        value={state.tab}
        onChange={(tab) => changeState({ tab, diff: false })}
        label={t.tabsLabel}
        items={RUN_TABS.map((tab) => ({ value: tab, label: t.tabs[tab] }))}
        before={turn === null ? null : <TurnSteps {...props} turn={turn} />}
        after={
          turn === null ? null : (
            <span className="turn-pane__actions">
              <IconButton
                icon="fork"
                label={t.forkTip}
                shortcut="f"
                onClick={() => go(links.fork(run.summary.id, turn.turn))}
              />
              <IconButton
                icon="compare"
                label={run.summary.parent_run === null ? t.comparePick : t.compareParent}
                shortcut="c"
                onClick={props.onCompare}
              />
            </span>
          )
        }
      >
        <TabContent {...props} />
      </Tabs>
    </div>
  );
}

function TurnSteps({ run, turn, index, onChoose }: TurnPaneProps & { turn: TurnRecord }) {
  const { turns } = run;
  const before = turns[index - 1];
  const after = turns[index + 1];
  const last = turns.at(-1)?.turn ?? turn.turn;
  return (
    <div className="turn-steps">
      <IconButton
        icon="chevronLeft"
        label={t.previousTurn}
        shortcut="k"
        disabled={!before}
        onClick={() => before && onChoose(before.turn)}
      />
      <h2 className="turn-steps__title numeric">
        <span className="turn-steps__long">{t.turnOf(turn.turn, last)}</span>
        <span className="turn-steps__short" aria-hidden="true">
          {t.turnOfShort(turn.turn, last)}
        </span>
      </h2>
      <IconButton
        icon="chevronRight"
        label={t.nextTurn}
        shortcut="j"
        disabled={!after}
        onClick={() => after && onChoose(after.turn)}
      />
    </div>
  );
}

/** A call that was cut never runs: the turn ends as one without a call does. */
function hasNoWholeCall({ calls }: TurnRecord): boolean {
  return calls.every((call) => call.flags.includes("arguments_truncated"));
}

/** Keyed by run and turn, so that nothing of another turn can show here. */
function TabContent({ run, live, slots, turn, index, state, follow, liveText, findInput, onMove }: TurnPaneProps) {
  const id = run.summary.id;
  if (state.tab === "events") {
    return (
      <EventsTab
        run={id}
        total={run.event_count}
        live={live}
        seq={state.seq}
        find={state.find}
        follow={follow}
        findInput={findInput}
        shared={turn === null || turn.inherited_from === null ? null : { run: turn.inherited_from, turn: turn.turn }}
        onMove={onMove}
      />
    );
  }
  if (state.tab === "why") return slots.why(run);
  if (turn === null) return null;
  const key = `${id} ${turn.turn}`;
  switch (state.tab) {
    case "saw":
      return (
        <SawTab key={key} run={id} turn={turn.turn} previous={run.turns[index - 1]?.turn ?? null} diff={state.diff} />
      );
    case "said":
      return (
        <SaidTab
          key={key}
          turn={turn}
          live={liveText}
          verdict={turn.ended && hasNoWholeCall(turn) ? slots.verdict(id, turn.turn) : null}
          tryAgain={turn.ended ? slots.tryAgain(id, turn.turn) : null}
          textCall={(call, at) => (turn.ended ? slots.textCall(run, turn.turn, call, at) : null)}
        />
      );
    case "results":
      return <ResultsTab key={key} run={id} turn={turn} diff={state.diff} />;
    case "decided":
      return <DecidedTab key={key} run={id} turn={turn} live={live} isLive={run.live && run.summary.ending === null} />;
    case "contract":
      return slots.contract(id, turn);
    case "wire":
      return <WireTab key={key} run={id} turn={turn.turn} ended={turn.ended} />;
    case "environment":
      return <EnvironmentTab key={key} run={id} turn={turn.turn} ended={turn.ended} diff={state.diff} />;
  }
}
