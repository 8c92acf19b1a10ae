// The turns of a run, one row each, with everything about a turn that is not normal; the marks of the whole run above.
import { memo, useEffect, useMemo, useRef } from "react";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import type { MarkKind } from "../derive/event-rows.ts";
import { turnMarks } from "../derive/marks.ts";
import { turnRow, type TurnRow } from "../derive/turn-rows.ts";
import type { LiveText } from "../data/live-runs.ts";
import { Badge } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { formatCompact, formatDuration } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { VirtualRows, type VirtualRowsHandle } from "../ui/virtual-rows.tsx";
import "./turn-list.css";

const t = m.inspector;
const ROW_PX = 58;

export interface TurnListProps {
  turns: readonly TurnRecord[];
  /** Index of the chosen turn. */
  chosen: number;
  ended: boolean;
  live: ReadonlyMap<number, LiveText>;
  onChoose(turn: number): void;
}

export function TurnList({ turns, chosen, ended, live, onChoose }: TurnListProps) {
  const list = useRef<VirtualRowsHandle>(null);
  useEffect(() => {
    if (chosen >= 0) list.current?.reveal(chosen);
  }, [chosen]);
  return (
    <div className="turn-list">
      <VirtualRows
        ref={list}
        className="turn-list__rows"
        count={turns.length}
        rowHeight={ROW_PX}
        label={t.turns}
        role="listbox"
        activeId={`turn-row-${turns[chosen]?.turn ?? 0}`}
        render={(index) => {
          const turn = turns[index];
          return turn ? (
            <TurnRowView
              row={turnRow(turn)}
              chosen={index === chosen}
              live={live.get(turn.turn) ?? null}
              onChoose={onChoose}
            />
          ) : null;
        }}
      />
      <TurnMinimap turns={turns} ended={ended} onChoose={onChoose} />
    </div>
  );
}

interface TurnMinimapProps {
  turns: readonly TurnRecord[];
  ended: boolean;
  onChoose(turn: number): void;
}

/** Drawn again only when the turns change. */
const TurnMinimap = memo(function TurnMinimap({ turns, ended, onChoose }: TurnMinimapProps) {
  const overview = useMemo(() => minimap(turns, ended), [turns, ended]);
  return (
    <div className="minimap" aria-hidden="true">
      {overview.map((mark) => (
        <button
          key={`${mark.kind} ${mark.turn}`}
          type="button"
          tabIndex={-1}
          className={`minimap__mark minimap__mark--${mark.kind}`}
          style={{ top: `calc(${mark.at * 100}% - 2px)` }}
          title={`${t.markNames[mark.kind]}: ${t.turn(mark.turn)}`}
          onClick={() => onChoose(mark.turn)}
        />
      ))}
    </div>
  );
});

/** At most this many marks of one kind are drawn; more could not be told apart. */
const MOST_MARKS = 150;

function minimap(turns: readonly TurnRecord[], ended: boolean): { kind: MarkKind; turn: number; at: number }[] {
  const byPlace = new Map<string, { kind: MarkKind; turn: number; at: number }>();
  turns.forEach((turn, index) => {
    const at = (index + 0.5) / turns.length;
    for (const kind of turnMarks(turn, ended && index === turns.length - 1)) {
      byPlace.set(`${kind} ${Math.floor(at * MOST_MARKS)}`, { kind, turn: turn.turn, at });
    }
  });
  return [...byPlace.values()];
}

interface TurnRowViewProps {
  row: TurnRow;
  chosen: boolean;
  live: LiveText | null;
  onChoose(turn: number): void;
}

function TurnRowView({ row, chosen, live, onChoose }: TurnRowViewProps) {
  const says = live ? (live.content || live.reasoning || live.call).slice(-160) : row.says;
  return (
    <div
      id={`turn-row-${row.turn}`}
      role="option"
      aria-selected={chosen}
      className={classNames(
        "turn-row",
        chosen && "turn-row--chosen",
        row.errors > 0 && "turn-row--bad",
        row.inherited && "turn-row--inherited",
      )}
      onClick={() => onChoose(row.turn)}
    >
      <span className="turn-row__number numeric">{row.turn}</span>
      <div className="turn-row__lines">
        <div className="turn-row__first">
          {row.calls.length === 0 ? (
            <span className={classNames("truncate", says === "" && "muted")}>
              {says === "" ? (live ? t.streaming : t.noText) : says}
            </span>
          ) : (
            row.calls.map((call) => (
              <span key={call.id} className="turn-row__call truncate">
                <code className="turn-row__tool">{call.name}</code> <code className="secondary">{call.line}</code>
              </span>
            ))
          )}
        </div>
        <div className="turn-row__second">
          {row.inherited ? (
            <span className="muted" title={t.inheritedTip}>
              {t.inherited}
            </span>
          ) : null}
          {row.role ? (
            <Badge tone="neutral" title={row.subtask?.text ?? m.decided.roles[row.role]}>
              {m.decided.roleBadge(m.decided.roleNames[row.role], row.subtask?.number ?? null)}
            </Badge>
          ) : null}
          {row.finish === null ? null : (
            <Badge tone="stop" title={t.finish}>
              {row.finish.sent ?? t.finishNone}
              {row.finish.sent === row.finish.judged ? "" : ` → ${row.finish.judged ?? t.nothingSent}`}
            </Badge>
          )}
          {row.errors === 0 ? null : (
            <Badge tone="bad" icon="warning" title={t.errorsTip(row.errors)}>
              {row.errors}
            </Badge>
          )}
          {row.flags.map((flag) => (
            <Badge key={flag} tone="limit" title={t.turnFlagHelp[flag]}>
              {m.vocabulary.turnFlags[flag]}
            </Badge>
          ))}
          {row.calls
            .flatMap((call) => call.flags)
            .map((flag, index) => (
              <Badge key={`${flag} ${index}`} tone="limit" title={t.callFlagHelp[flag]}>
                {m.vocabulary.callFlags[flag]}
              </Badge>
            ))}
          {row.approvals === 0 ? null : (
            <Badge tone="ask" icon="person" title={t.approvalsTip(row.approvals)}>
              {row.approvals}
            </Badge>
          )}
          {row.reminded ? (
            <Badge tone="busy" icon="info" title={t.remindedTip}>
              {t.markNames.reminder}
            </Badge>
          ) : null}
          {row.rawChars === null ? null : (
            <span
              className={classNames("turn-row__fact numeric", row.compacted && "turn-row__fact--compacted")}
              title={row.compacted ? t.compactedTip : t.resultSize}
            >
              {row.compacted ? t.shownOf(row.shownChars ?? 0, row.rawChars) : formatCompact(row.rawChars)}
            </span>
          )}
          {row.calls.length > 0 && says !== "" ? <span className="turn-row__says truncate muted">{says}</span> : null}
          <span className="turn-row__time numeric muted">
            {row.latencyMs === null ? live ? <Icon name="dots" size={14} /> : "" : formatDuration(row.latencyMs)}
          </span>
        </div>
      </div>
    </div>
  );
}
