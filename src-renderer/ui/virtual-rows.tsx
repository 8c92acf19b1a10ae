// A long list of which only the visible rows exist. Closed rows have a known height; rows that `isMeasured` names are measured, so
// that the scrollbar tells the truth at any length.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from "react";
import { classNames } from "./class-names.ts";
import "./virtual-rows.css";

export interface VirtualRowsHandle {
  /** Scrolls just so far that the row is visible. */
  reveal: (index: number, align?: "auto" | "center" | "start" | "end") => void;
  /** How many closed rows fit. */
  pageRows: () => number;
  scrollBy: (pixels: number) => void;
  element: () => HTMLElement | null;
}

export interface VirtualRowsProps {
  count: number;
  rowHeight: number;
  render: (index: number) => ReactNode;
  label: string;
  keyOf?: (index: number) => string | number;
  /** Rows whose height is not `rowHeight`. */
  isMeasured?: (index: number) => boolean;
  /** A better guess than `rowHeight` for a row that is measured later. */
  estimate?: (index: number) => number;
  role?: "listbox" | "list";
  /** Id of the chosen row's element, for screen readers. */
  activeId?: string;
  className?: string;
  onScroll?: (element: HTMLElement) => void;
  /** Stays at the end as rows are added. */
  stickToEnd?: boolean;
  ref?: Ref<VirtualRowsHandle>;
}

export function VirtualRows(props: VirtualRowsProps) {
  const {
    count,
    rowHeight,
    render,
    label,
    keyOf,
    isMeasured,
    estimate,
    role = "list",
    activeId,
    className,
    onScroll,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isMeasured?.(index) ? (estimate?.(index) ?? rowHeight) : rowHeight),
    getItemKey: keyOf ?? ((index) => index),
    overscan: 10,
  });
  useImperativeHandle(
    props.ref,
    () => ({
      reveal: (index, align = "auto") => rows.scrollToIndex(index, { align }),
      pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1),
      scrollBy: (pixels) => scroller.current?.scrollBy({ top: pixels }),
      element: () => scroller.current,
    }),
    [rows, rowHeight],
  );
  useEffect(() => {
    if (props.stickToEnd && count > 0) rows.scrollToIndex(count - 1, { align: "end" });
  }, [props.stickToEnd, count, rows]);
  return (
    <div
      ref={scroller}
      className={classNames("virtual-rows", className)}
      role={role}
      aria-label={label}
      tabIndex={0}
      {...(activeId === undefined ? {} : { "aria-activedescendant": activeId })}
      {...(onScroll ? { onScroll: (event) => onScroll(event.currentTarget) } : {})}
    >
      <div className="virtual-rows__space" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => (
          <div
            key={item.key}
            data-index={item.index}
            {...(role === "list" ? { role: "listitem", "aria-setsize": count, "aria-posinset": item.index + 1 } : {})}
            ref={isMeasured?.(item.index) ? rows.measureElement : undefined}
            className="virtual-rows__row"
            style={{
              transform: `translateY(${item.start}px)`,
              ...(isMeasured?.(item.index) ? {} : { height: rowHeight }),
            }}
          >
            {render(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
