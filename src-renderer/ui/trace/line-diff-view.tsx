// A difference of two texts line by line, shown at once; the unchanged lines far from a change are folded with their count.
import { useMemo } from "react";
import { diffLines, withContext, type DiffLine, type DiffPart } from "../../derive/line-diff.ts";
import { classNames } from "../class-names.ts";
import { m } from "../messages/messages.ts";
import { VirtualRows } from "../virtual-rows.tsx";
import "./line-diff-view.css";

const ROW_PX = 20;
/** A line longer than this is cut in the view; the editor's difference shows it whole. */
const LONGEST = 2000;

export interface LineDiffViewProps {
  left: string;
  right: string;
  /** Names the difference for screen readers. */
  label: string;
  /** Rows shown before it scrolls. */
  rows?: number;
}

export function LineDiffView({ left, right, label, rows = 24 }: LineDiffViewProps) {
  const diff = useMemo(() => diffLines(left, right), [left, right]);
  const parts = useMemo(() => withContext(diff.lines), [diff]);
  const count = parts.length;
  return (
    <div className="line-diff">
      <div className="line-diff__head numeric">
        <span className="line-diff__removed">−{diff.removed}</span>
        <span className="line-diff__added">+{diff.added}</span>
        {diff.replaced ? <span className="muted">{m.inspector.replaced}</span> : null}
      </div>
      <div style={{ height: Math.min(count, rows) * ROW_PX }}>
        <VirtualRows
          count={count}
          rowHeight={ROW_PX}
          label={label}
          render={(index) => {
            const part = parts[index];
            return part ? <PartRow part={part} /> : null;
          }}
        />
      </div>
    </div>
  );
}

function PartRow({ part }: { part: DiffPart }) {
  if (part.kind === "gap") return <div className="line-diff__gap">{m.common.hiddenLines(part.lines)}</div>;
  return <LineRow line={part.line} />;
}

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

function LineRow({ line }: { line: DiffLine }) {
  return (
    <div className={classNames("line-diff__row", `line-diff__row--${line.kind}`)}>
      <span className="line-diff__number">{line.left ?? ""}</span>
      <span className="line-diff__number">{line.right ?? ""}</span>
      <span className="line-diff__sign">{SIGNS[line.kind]}</span>
      <span className="line-diff__text">
        {line.text.length > LONGEST ? `${line.text.slice(0, LONGEST)}…` : line.text}
      </span>
    </div>
  );
}
