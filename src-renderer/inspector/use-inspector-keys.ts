// The inspector's keys: they work wherever the focus is, so that nothing has to be clicked first.
import type { RefObject } from "react";
import type { LiveRun } from "../data/live-runs.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { markOf } from "../derive/event-rows.ts";
import { nextWhere } from "../derive/marks.ts";
import { turnErrors } from "../derive/turn-rows.ts";
import { useCommands, type Command } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { showToast } from "../ui/toast.tsx";
import { changeState, RUN_TABS, type InspectorState } from "./inspector-state.ts";
import type { RunData } from "./run-header.tsx";

const t = m.inspector;

export interface InspectorKeys {
  run: RunData;
  live: LiveRun;
  state: InspectorState;
  /** Index of the chosen turn; −1 when there is none. */
  index: number;
  findInput: RefObject<HTMLInputElement | null>;
  isLive: boolean;
  choose(turn: number): void;
  move(): void;
  follow(): void;
  compare(): void;
  pickCompare(): void;
  goToTurn(): void;
  back(): void;
}

export function useInspectorKeys(keys: InspectorKeys): void {
  useCommands([...turnCommands(keys), ...tabCommands(keys), ...scrollCommands(keys), ...otherCommands(keys)]);
}

function turnCommands({ run, state, index, choose, goToTurn }: InspectorKeys): Command[] {
  const { turns } = run;
  const group = t.group;
  const to = (at: number) => () => {
    const turn = turns[Math.max(0, Math.min(turns.length - 1, at))];
    if (turn) choose(turn.turn);
  };
  const inTurns = state.tab !== "events";
  return [
    { id: "turn.next", title: t.nextTurn, group, keys: ["j"], paletteHidden: true, run: to(index + 1) },
    { id: "turn.previous", title: t.previousTurn, group, keys: ["k"], paletteHidden: true, run: to(index - 1) },
    { id: "turn.first", title: t.firstTurn, group, keys: ["g g"], enabled: inTurns, run: to(0) },
    { id: "turn.last", title: t.lastTurn, group, keys: ["G"], enabled: inTurns, run: to(turns.length - 1) },
    {
      id: "turn.go",
      title: t.goToTurn,
      group,
      keys: ["Mod+g"],
      inFields: true,
      enabled: turns.length > 0,
      run: goToTurn,
    },
  ];
}

function tabCommands({ state, findInput }: InspectorKeys): Command[] {
  const group = t.group;
  const find = () => {
    if (state.tab === "events") {
      findInput.current?.focus();
      findInput.current?.select();
      return;
    }
    changeState({ tab: "events", diff: false });
    requestAnimationFrame(() => requestAnimationFrame(() => findInput.current?.focus()));
  };
  const hasDiff = state.tab === "saw" || state.tab === "results" || state.tab === "environment";
  return [
    ...RUN_TABS.map((tab, at) => ({
      id: `tab.${tab}`,
      title: t.tabKeys[tab],
      group,
      keys: [String(at + 1)],
      run: () => changeState({ tab, diff: false }),
    })),
    { id: "inspector.find", title: t.find, group, keys: ["/", "Mod+f"], inFields: false, run: find },
    {
      id: "inspector.diff",
      title: t.diffToggle,
      group,
      keys: ["d"],
      enabled: hasDiff,
      run: () => changeState({ diff: !state.diff }),
    },
  ];
}

/** Where the events list has no say, the cursor keys scroll what is shown. */
function scrollCommands({ state }: InspectorKeys): Command[] {
  const scroll = (by: (box: HTMLElement) => number) => () => scrollMain(by);
  const part = { title: t.scroll, group: t.group, paletteHidden: true, enabled: state.tab !== "events" };
  return [
    { ...part, id: "scroll.down", keys: ["ArrowDown"], run: scroll(() => 60) },
    { ...part, id: "scroll.up", keys: ["ArrowUp"], helpHidden: true, run: scroll(() => -60) },
    {
      ...part,
      id: "scroll.pageDown",
      keys: ["PageDown", "Space"],
      helpHidden: true,
      run: scroll((box) => box.clientHeight - 40),
    },
    { ...part, id: "scroll.pageUp", keys: ["PageUp"], helpHidden: true, run: scroll((box) => 40 - box.clientHeight) },
    { ...part, id: "scroll.top", keys: ["Home"], helpHidden: true, run: scroll((box) => -box.scrollTop) },
    { ...part, id: "scroll.end", keys: ["End"], helpHidden: true, run: scroll((box) => box.scrollHeight) },
  ];
}

/** Scrolls the tab; at its end the long text, tree or list that stands in it goes on, and on the way up that one comes first. */
function scrollMain(by: (box: HTMLElement) => number): void {
  const outer = mainScroller();
  if (!outer) return;
  const inner = outer.querySelector<HTMLElement>(".virtual-rows, .json__window, .code__window");
  const up = by(outer) < 0;
  const [first, second] = up ? [inner, outer] : [outer, inner];
  const before = first?.scrollTop ?? 0;
  first?.scrollBy({ top: by(first) });
  if ((first?.scrollTop ?? 0) === before) second?.scrollBy({ top: by(second) });
}

function mainScroller(): HTMLElement | null {
  const pane = document.querySelector(".turn-pane");
  return (
    pane?.querySelector<HTMLElement>(".saw__messages, .context-diff") ??
    pane?.querySelector<HTMLElement>(".tabs__content") ??
    null
  );
}

function otherCommands(keys: InspectorKeys): Command[] {
  const { run, state, index, isLive, follow, compare, pickCompare, back } = keys;
  const group = t.group;
  const id = run.summary.id;
  const turn = run.turns[index];
  const escape = () => {
    if (state.diff) changeState({ diff: false });
    else if (state.find !== "") changeState({ find: "" });
    else back();
  };
  return [
    { id: "inspector.error", title: t.nextError, group, keys: ["e"], run: () => nextError(keys) },
    {
      id: "inspector.fork",
      title: t.forkTip,
      group,
      keys: ["f"],
      enabled: turn !== undefined,
      run: () => turn && go(links.fork(id, turn.turn)),
    },
    {
      id: "inspector.compare",
      title: run.summary.parent_run === null ? t.comparePick : t.compareParent,
      group,
      keys: ["c"],
      run: compare,
    },
    {
      id: "inspector.pick",
      title: t.comparePick,
      group,
      keys: ["C"],
      enabled: run.summary.parent_run !== null,
      run: pickCompare,
    },
    { id: "inspector.follow", title: t.followTip, group, keys: ["F"], enabled: isLive, run: follow },
    { id: "inspector.back", title: m.common.back, group, keys: ["Escape"], paletteHidden: true, run: escape },
  ];
}

/** In the events the next error event, else the next turn with an error, on the tab that shows it. */
function nextError({ run, live, state, index, choose, move }: InspectorKeys): void {
  if (state.tab === "events") {
    const at = nextWhere(live.events, (state.seq ?? 0) - 1, (event) => markOf(event) === "error");
    const event = at === null ? undefined : live.events[at];
    if (!event) return showToast("info", t.noErrors);
    move();
    changeState({ seq: event.seq, ...(event.turn === null ? {} : { turn: event.turn }) });
    return undefined;
  }
  const at = nextWhere(run.turns, index, (turn) => turnErrors(turn) > 0);
  const turn = at === null ? undefined : run.turns[at];
  if (!turn) return showToast("info", t.noErrors);
  choose(turn.turn);
  changeState({ tab: turn.error === null ? "results" : "said", diff: false });
  return undefined;
}
