// A difference of two texts line by line, shown at once, in one column or two; unchanged lines far from a change are folded with
// their count. Long lines wrap; nothing of them is left out.
import { useMemo } from "react";
import {
  diffLines,
  sideBySide,
  withContext,
  type DiffLine,
  type DiffPart,
  type SidePart,
} from "../../derive/line-diff.ts";
import { classNames } from "../class-names.ts";
import { m } from "../messages/messages.ts";
import { VirtualRows } from "../virtual-rows.tsx";
import "./line-diff-view.css";

const ROW_PX = 20;
/** A line longer than this may wrap, so its row is measured. */
const SURELY_ONE_ROW = 60;

export interface LineDiffViewProps {
  left: string;
  right: string;
  /** Names the difference for screen readers. */
  label: string;
  /** Both texts in two columns, headed so. */
  sides?: readonly [left: string, right: string];
  /** Rows shown before it scrolls. */
  rows?: number;
  /** Takes the height of its container. */
  fill?: boolean;
}

export function LineDiffView({ left, right, label, sides, rows = 24, fill = false }: LineDiffViewProps) {
  const diff = useMemo(() => diffLines(left, right), [left, right]);
  const parts = useMemo(() => withContext(diff.lines), [diff]);
  const inTwo = sides !== undefined;
  const pairs = useMemo(() => (inTwo ? sideBySide(parts) : []), [parts, inTwo]);
  const count = inTwo ? pairs.length : parts.length;
  const chars = (index: number) => (inTwo ? pairChars(pairs[index]) * 2 : partChars(parts[index]));
  let height = 0;
  for (let at = 0; at < count && height < rows * ROW_PX; at++) height += rowsOf(chars(at)) * ROW_PX;
  return (
    <div className={classNames("line-diff", fill && "line-diff--fill")}>
      <div className="line-diff__head numeric">
        {sides ? <span className="line-diff__side truncate">{sides[0]}</span> : null}
        <span>
          <span className="line-diff__removed">−{diff.removed}</span>{" "}
          <span className="line-diff__added">+{diff.added}</span>{" "}
          {diff.replaced ? <span className="muted">{m.inspector.replaced}</span> : null}
        </span>
        {sides ? <span className="line-diff__side truncate">{sides[1]}</span> : null}
      </div>
      <div className="line-diff__rows" style={fill ? undefined : { height: Math.min(height, rows * ROW_PX) }}>
        <VirtualRows
          count={count}
          rowHeight={ROW_PX}
          label={label}
          isMeasured={(index) => chars(index) > SURELY_ONE_ROW}
          estimate={(index) => rowsOf(chars(index)) * ROW_PX}
          render={(index) => {
            const pair = pairs[index];
            const part = parts[index];
            if (inTwo) return pair ? <PairRow pair={pair} /> : null;
            return part ? <PartRow part={part} /> : null;
          }}
        />
      </div>
    </div>
  );
}

function rowsOf(chars: number): number {
  return Math.max(1, Math.ceil(chars / 90));
}

function partChars(part: DiffPart | undefined): number {
  return part?.kind === "line" ? part.line.text.length : 0;
}

function pairChars(pair: SidePart | undefined): number {
  return pair?.kind === "pair" ? Math.max(pair.left?.text.length ?? 0, pair.right?.text.length ?? 0) : 0;
}

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

function PartRow({ part }: { part: DiffPart }) {
  if (part.kind === "gap") return <div className="line-diff__gap">{m.common.hiddenLines(part.lines)}</div>;
  const { line } = part;
  return (
    <div className={`line-diff__row line-diff__row--${line.kind}`}>
      <span className="line-diff__number">{line.left ?? ""}</span>
      <span className="line-diff__number">{line.right ?? ""}</span>
      <span className="line-diff__sign">{SIGNS[line.kind]}</span>
      <span className="line-diff__text">{line.text}</span>
    </div>
  );
}

function PairRow({ pair }: { pair: SidePart }) {
  if (pair.kind === "gap") return <div className="line-diff__gap">{m.common.hiddenLines(pair.lines)}</div>;
  return (
    <div className="line-diff__pair">
      <Half line={pair.left} side="left" />
      <Half line={pair.right} side="right" />
    </div>
  );
}

function Half({ line, side }: { line: DiffLine | null; side: "left" | "right" }) {
  if (line === null) return <div className="line-diff__row line-diff__row--none" />;
  return (
    <div className={`line-diff__row line-diff__row--${line.kind}`}>
      <span className="line-diff__number">{line[side] ?? ""}</span>
      <span className="line-diff__sign">{SIGNS[line.kind]}</span>
      <span className="line-diff__text">{line.text}</span>
    </div>
  );
}
