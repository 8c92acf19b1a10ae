// The executor's states along the run, in three lanes with a shape each: where it planned, called and observed, and how it ended.
import { useMemo, useState, type KeyboardEvent } from "react";
import type { ExecutorState } from "../../src-shared/trace/vocabulary.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { markAt, stateMarks, windowAround, type StateMark } from "../derive/state-marks.ts";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { m } from "../ui/messages/messages.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import "./state-strip.css";

const t = m.decided;
/** More marks could not be told apart in the width there is. */
const MOST_MARKS = 56;
const LANE_PX = 11;

/** Drawn around 0, 0 within 5 pixels. */
const SHAPES: Record<ExecutorState, string> = {
  plan: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
  call: "M-3-4 4 0-3 4z",
  observe: "M0-4.5 4.5 0 0 4.5-4.5 0z",
  complete: "M-4 0-1 3.5 4.5-4",
  abstain: "M-4.5-1.6h9v3.2h-9z",
  escalate: "M0-5 5 4.5H-5z",
  unknown: "M-2.6-2.4a2.7 2.7 0 1 1 3.8 2.5C.3.6 0 1 0 2M0 4.4v.4",
};
const FAILED = "M-3.5-3.5 3.5 3.5M3.5-3.5-3.5 3.5";
const LANES: Partial<Record<ExecutorState, number>> = { plan: 2, call: 1, observe: 0 };

export interface StateStripProps {
  events: readonly StoredEvent[];
  /** The chosen turn and event. */
  turn: number | null;
  seq: number | null;
  onChoose(turn: number, seq: number): void;
  onOpen(turn: number | null, seq: number): void;
}

export function StateStrip({ events, turn, seq, onChoose, onOpen }: StateStripProps) {
  const marks = useMemo(() => stateMarks(events), [events]);
  // Within the chosen turn the keys move from mark to mark; another turn begins at its first.
  const [picked, setPicked] = useState<number | null>(null);
  const pickedMark = marks.find((mark) => mark.seq === picked);
  const own = pickedMark !== undefined && pickedMark.turn === turn ? picked : seq;
  const at = markAt(marks, turn, own);
  if (marks.length === 0) return null;
  const shown = windowAround(marks, at, MOST_MARKS);
  const chosen = marks[at] ?? null;
  const go = (index: number) => {
    const mark = marks[Math.max(0, Math.min(marks.length - 1, index))];
    if (!mark) return;
    setPicked(mark.seq);
    if (mark.turn !== null) onChoose(mark.turn, mark.seq);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -marks.length, End: marks.length }[
      event.key
    ];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      go(Math.max(at, 0) + step);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      onOpen(chosen.turn, chosen.seq);
    }
  };
  const part = shown.marks.length < marks.length;
  const caption = chosen === null ? t.stripLegend : describe(chosen, at, marks.length);
  return (
    <figure className="states">
      <div
        className="states__lanes"
        role="slider"
        tabIndex={0}
        aria-label={t.strip}
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={at + 1}
        aria-valuetext={caption}
        onKeyDown={onKeyDown}
      >
        <svg className="states__chart" height={3 * LANE_PX + 4} width="100%" aria-hidden="true">
          {shown.marks.map((mark, index) => (
            <Mark
              key={mark.seq}
              mark={mark}
              place={`${((index + 0.5) / Math.max(shown.marks.length, 16)) * 100}%`}
              chosen={mark === chosen}
              inTurn={mark.turn === turn}
              text={describe(mark, shown.first + index, marks.length)}
              onClick={() => go(shown.first + index)}
              onDoubleClick={() => onOpen(mark.turn, mark.seq)}
            />
          ))}
        </svg>
      </div>
      <figcaption className="states__caption numeric">
        <span className="truncate" title={caption}>
          {caption}
          {part ? (
            <span className="muted"> {t.cut(shown.first + 1, shown.first + shown.marks.length, marks.length)}</span>
          ) : null}
        </span>
        <Legend />
      </figcaption>
    </figure>
  );
}

const LEGEND = ["plan", "call", "observe", "complete", "abstain", "escalate", "unknown"] as const;

/** What each shape stands for, on hover and on focus. */
function Legend() {
  const entries: readonly (readonly [key: string, path: string, text: string])[] = [
    ...LEGEND.map((state) => [state, SHAPES[state], t.legendEntry(t.states[state], t.stateHelp[state])] as const),
    ["failed", FAILED, t.failedHelp],
  ];
  return (
    <Tooltip
      text={
        <span className="states__legend">
          {entries.map(([key, path, text]) => (
            <span key={key} className="states__legend-entry">
              <svg className={`states__mark states__mark--${key}`} viewBox="-7 -7 14 14" width="16" height="16">
                <path d={path} />
              </svg>
              {text}
            </span>
          ))}
          <span className="secondary">{t.stripLegend}</span>
        </span>
      }
    >
      <button type="button" className="states__help" aria-label={t.legend}>
        <Icon name="info" size={14} />
      </button>
    </Tooltip>
  );
}

interface MarkProps {
  mark: StateMark;
  place: string;
  chosen: boolean;
  inTurn: boolean;
  text: string;
  onClick(): void;
  onDoubleClick(): void;
}

function Mark({ mark, place, chosen, inTurn, text, onClick, onDoubleClick }: MarkProps) {
  const lane = LANES[mark.state];
  const y = lane === undefined ? 1.5 * LANE_PX + 2 : (lane + 0.5) * LANE_PX + 2;
  return (
    <svg
      x={place}
      y={y}
      overflow="visible"
      className={classNames(
        "states__mark",
        `states__mark--${mark.state}`,
        mark.failed && "states__mark--failed",
        inTurn && "states__mark--in-turn",
        chosen && "states__mark--chosen",
      )}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      <title>{text}</title>
      <rect className="states__target" x="-6" y={-y} width="12" height={3 * LANE_PX + 4} />
      <path d={mark.failed ? FAILED : SHAPES[mark.state]} transform={lane === undefined ? "scale(1.6)" : undefined} />
    </svg>
  );
}

function describe(mark: StateMark, at: number, of: number): string {
  const tool = mark.tool === null ? "" : t.markAttempt(mark.tool, mark.attempt);
  const outcomes: Record<string, string> = m.vocabulary.outcomes;
  const outcome = mark.outcome === null ? "" : (outcomes[mark.outcome] ?? mark.outcome);
  const what = [tool, outcome === "" && tool === "" ? mark.reason : outcome].filter((text) => text !== "").join(", ");
  return t.mark(at + 1, of, mark.turn, t.states[mark.state], what);
}
