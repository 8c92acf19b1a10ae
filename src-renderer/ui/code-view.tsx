// Plain text of any size: head and tail with "N lines, M KB", or the whole of it windowed; copy takes every byte. Never HTML.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { layoutRows, rowText, utf8Length, type CodeRows } from "./code-rows.ts";
import "./code-view.css";
import { copyText } from "./copy.ts";
import { m } from "./messages/messages.ts";

const ROW_PX = 20;
const GUTTER_COLUMNS = 2;
/** Part of the shown rows that a folded text gives to its head. */
const HEAD_PART = 0.7;

export interface CodeViewProps {
  text: string;
  /** Names the text for screen readers. */
  label: string;
  /** Takes the height of its container and windows the text there; else it is as high as its text and folds when long. */
  fill?: boolean;
  /** Rows shown before it folds (not with `fill`). */
  rows?: number;
  lineNumbers?: boolean;
  /** Own controls in the bar. */
  actions?: ReactNode;
  /** No bar with size, wrap and copy. */
  bare?: boolean;
}

/** Width of a box in columns of its monospaced font, measured again when it is resized. */
function useColumns(): [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [columns, setColumns] = useState(100);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const measure = () => {
      const context = document.createElement("canvas").getContext("2d");
      if (!context) return;
      context.font = getComputedStyle(element).font;
      const width = context.measureText("0000000000").width / 10;
      setColumns(Math.max(20, Math.floor((element.clientWidth - 24) / width)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, columns];
}

export function CodeView({
  text,
  label,
  fill = false,
  rows: shownRows = 24,
  lineNumbers = false,
  actions,
  bare = false,
}: CodeViewProps) {
  const [wrap, setWrap] = useState(true);
  const [open, setOpen] = useState(false);
  const [measure, columns] = useColumns();
  const gutter = lineNumbers ? String(text.length).length + GUTTER_COLUMNS : 0;
  const rows = useMemo(
    () => layoutRows(text, wrap ? Math.max(10, columns - gutter) : null),
    [text, wrap, columns, gutter],
  );
  const total = rows.starts.length - 1;
  const folds = !fill && total > shownRows;
  const head = Math.max(1, Math.floor(shownRows * HEAD_PART));
  const tail = Math.max(1, shownRows - head - 1);
  const bytes = useMemo(() => utf8Length(text), [text]);
  return (
    <div className={classNames("code", fill && "code--fill")} ref={measure}>
      {bare ? null : (
        <div className="code__bar">
          <span className="code__size">{text === "" ? m.common.emptyText : m.common.size(rows.lineCount, bytes)}</span>
          {actions}
          {folds && open ? (
            <Button small kind="quiet" onClick={() => setOpen(false)}>
              {m.common.showLess}
            </Button>
          ) : null}
          <IconButton icon="wrap" label={m.common.wrap} pressed={wrap} onClick={() => setWrap(!wrap)} />
          <IconButton icon="copy" label={m.common.copy} onClick={() => void copyText(text)} />
        </div>
      )}
      {fill || (folds && open) ? (
        <WindowedRows text={text} rows={rows} label={label} lineNumbers={lineNumbers} fill={fill} wrap={wrap} />
      ) : (
        <div
          className={classNames("code__rows", !wrap && "code__rows--scroll")}
          role="region"
          aria-label={label}
          tabIndex={0}
        >
          <Rows text={text} rows={rows} from={0} to={folds ? head : total} lineNumbers={lineNumbers} />
          {folds ? (
            <>
              <button type="button" className="code__fold" onClick={() => setOpen(true)}>
                {m.common.showAll(rows.lineCount)}
              </button>
              <Rows text={text} rows={rows} from={total - tail} to={total} lineNumbers={lineNumbers} />
            </>
          ) : null}
        </div>
      )}
    </div>
  );
}

interface RowsProps {
  text: string;
  rows: CodeRows;
  lineNumbers: boolean;
}

function Rows({ text, rows, from, to, lineNumbers }: RowsProps & { from: number; to: number }) {
  const list: ReactNode[] = [];
  for (let row = from; row < to; row += 1)
    list.push(<Row key={row} text={text} rows={rows} row={row} lineNumbers={lineNumbers} />);
  return <>{list}</>;
}

function Row({ text, rows, row, lineNumbers }: RowsProps & { row: number }) {
  const line = rows.lines[row];
  return (
    <div className="code__row">
      {lineNumbers ? <span className="code__number">{line === rows.lines[row - 1] ? "" : line}</span> : null}
      <span className="code__text">{rowText(text, rows, row)}</span>
    </div>
  );
}

function WindowedRows({
  text,
  rows,
  label,
  lineNumbers,
  fill,
  wrap,
}: RowsProps & { label: string; fill: boolean; wrap: boolean }) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = rows.starts.length - 1;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 20,
  });
  const width = wrap ? undefined : `${rows.widest + 12}ch`;
  return (
    <div
      ref={scroller}
      className={classNames("code__window", fill && "code__window--fill")}
      style={fill ? undefined : { height: `min(60vh, ${count * ROW_PX + 16}px)` }}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <div className="code__canvas" style={{ height: virtual.getTotalSize(), width }}>
        {virtual.getVirtualItems().map((item) => (
          <div key={item.key} className="code__slot" style={{ transform: `translateY(${item.start}px)` }}>
            <Row text={text} rows={rows} row={item.index} lineNumbers={lineNumbers} />
          </div>
        ))}
      </div>
    </div>
  );
}
