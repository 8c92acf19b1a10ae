// Tokens and time of each turn as a strip of columns: the shape of a run at a glance. Click a column to go there.
import { memo, useMemo, useState, type PointerEvent } from "react";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { strip, type StripColumn } from "../derive/strip.ts";
import { formatCompact, formatDuration } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import "./token-strip.css";

const t = m.inspector;
const TOKENS_PX = 34;
const TIME_PX = 14;
const WIDTH = 1000;

export interface TokenStripProps {
  turns: readonly TurnRecord[];
  chosen: number;
  ended: boolean;
  onChoose(turn: number): void;
}

export function TokenStrip({ turns, chosen, ended, onChoose }: TokenStripProps) {
  const data = useMemo(() => strip(turns, ended), [turns, ended]);
  const [over, setOver] = useState<number | null>(null);
  const count = data.columns.length;
  if (count === 0) return null;
  const width = WIDTH / Math.max(count, 8);
  const shown = data.columns[over ?? chosen] ?? null;
  const at = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * Math.max(count, 8));
    return index >= 0 && index < count ? index : null;
  };
  return (
    <figure className="strip">
      <svg
        className="strip__chart"
        viewBox={`0 0 ${WIDTH} ${TOKENS_PX + TIME_PX}`}
        preserveAspectRatio="none"
        role="slider"
        tabIndex={0}
        aria-label={t.strip}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={chosen + 1}
        aria-valuetext={data.columns[chosen] ? caption(data.columns[chosen]) : ""}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          const column = step === undefined ? undefined : data.columns[chosen + step];
          if (!column) return;
          event.preventDefault();
          onChoose(column.turn);
        }}
        onPointerMove={(event) => setOver(at(event))}
        onPointerLeave={() => setOver(null)}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const column = data.columns[Math.floor(((event.clientX - box.left) / box.width) * Math.max(count, 8))];
          if (column) onChoose(column.turn);
        }}
      >
        <rect className="strip__cursor" x={chosen * width} width={width} y={0} height={TOKENS_PX + TIME_PX} />
        <Bars columns={data.columns} width={width} />
        <line className="strip__axis" x1={0} x2={WIDTH} y1={TOKENS_PX} y2={TOKENS_PX} />
      </svg>
      <figcaption className="strip__caption truncate numeric" title={t.stripLegend}>
        {shown === null ? t.stripLegend : caption(shown)}
      </figcaption>
    </figure>
  );
}

/** Each series is one path, so that a long run costs no more elements than a short one; drawn again only when its turns change. */
const Bars = memo(function Bars({ columns, width }: { columns: readonly StripColumn[]; width: number }) {
  const inner = Math.max(width * 0.8, 0.4);
  const pad = (width - inner) / 2;
  const draw = (part: (column: StripColumn) => [y: number, height: number]) =>
    columns
      .map((column, index) => {
        const [y, height] = part(column);
        return height <= 0 ? "" : `M${index * width + pad} ${y}h${inner}v${height}h${-inner}z`;
      })
      .join("");
  const prompt = (column: StripColumn) => column.promptShare * (TOKENS_PX - 2);
  const answer = (column: StripColumn) =>
    Math.max(column.completionShare * (TOKENS_PX - 2), column.completionTokens ? 1 : 0);
  return (
    <>
      <path className="strip__prompt" d={draw((column) => [TOKENS_PX - prompt(column), prompt(column)])} />
      <path
        className="strip__answer"
        d={draw((column) => [TOKENS_PX - prompt(column) - answer(column), answer(column)])}
      />
      <path className="strip__time" d={draw((column) => [TOKENS_PX + 1, column.latencyShare * (TIME_PX - 1)])} />
      <path className="strip__error" d={draw((column) => (column.marks.includes("error") ? [0, 3] : [0, 0]))} />
    </>
  );
});

function caption(column: StripColumn): string {
  const show = (value: number | null) => (value === null ? "?" : formatCompact(value));
  const prompt = `${column.promptEstimated ? "≈ " : ""}${show(column.promptTokens)}`;
  return t.stripColumn(
    column.turn,
    prompt,
    show(column.completionTokens),
    column.latencyMs === null ? "?" : formatDuration(column.latencyMs),
  );
}
