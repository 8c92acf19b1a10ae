// A table of any length of which only the visible rows exist: rows come by index (undefined: not loaded yet), sorting is the
// caller's (the database's), the cursor is a row index. TanStack Table holds columns, widths and the sort state; Virtual the window;
// rows never enter a client-side row model, which would cost time for each of them.
import {
  columnResizingFeature,
  columnSizingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useEffectEvent, useMemo, useRef, type MouseEvent, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useCommands } from "./commands.ts";
import { Icon } from "./icon.tsx";
import { m } from "./messages/messages.ts";
import "./virtual-table.css";

export interface TableColumn<Row, Id extends string = string> {
  id: Id;
  header: string;
  /** Explains the header. */
  hint?: string;
  /** Pixels, at least; what is left is shared out by `grow`. */
  width: number;
  minWidth?: number;
  grow?: number;
  align?: "left" | "right";
  sortable?: boolean;
  /** The first click sorts descending (numbers, times). */
  descendingFirst?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface TableSort<Id extends string = string> {
  column: Id;
  descending: boolean;
}

export interface VirtualTableProps<Row, Id extends string = string> {
  /** Read out. */
  label: string;
  /** Must keep its identity between renders. */
  columns: readonly TableColumn<Row, Id>[];
  count: number;
  rowAt: (index: number) => Row | undefined;
  rowKey: (row: Row) => string;
  sort: TableSort<Id> | null;
  onSort: (sort: TableSort<Id>) => void;
  /** Index of the row the keyboard is on; −1 for none. */
  cursor: number;
  onCursor: (index: number) => void;
  onOpen: (row: Row, index: number) => void;
  /** Absent: rows cannot be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (row: Row, index: number, how: "toggle" | "range") => void;
  /** The rows on screen (and a few beside), whenever they change. */
  onRange?: (first: number, last: number) => void;
  rowHeight?: number;
  /** When it changes, the list shows another set of rows and starts at its top. */
  resetKey?: string;
}

const features = tableFeatures({ columnSizingFeature, columnResizingFeature, rowSortingFeature });
const SELECT_WIDTH = 36;
const NO_ROWS: never[] = [];

/** The table's column widths as a grid template; a growing column is at least its width. */
function gridTemplate(columns: readonly { id: string; size: number; grow: number }[], selectable: boolean): string {
  const tracks = columns.map((column) =>
    column.grow > 0 ? `minmax(${column.size}px, ${column.grow}fr)` : `${column.size}px`,
  );
  return [...(selectable ? [`${SELECT_WIDTH}px`] : []), ...tracks].join(" ");
}

export function VirtualTable<Row extends object, Id extends string = string>(props: VirtualTableProps<Row, Id>) {
  const { label, columns, count, rowAt, rowKey, sort, onSort, cursor, selected, rowHeight = 36 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const sorting = useMemo<SortingState>(() => (sort ? [{ id: sort.column, desc: sort.descending }] : []), [sort]);
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.header,
        size: column.width,
        minSize: column.minWidth ?? 48,
        enableSorting: column.sortable === true,
        accessorFn: (row: Row) => row,
        cell: (context) => column.cell(context.row.original),
      })),
    [columns],
  );
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const onRange = useEffectEvent((from: number, to: number) => props.onRange?.(from, to));
  useEffect(() => onRange(first, last), [first, last, count]);

  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    manualSorting: true,
    enableSortingRemoval: false,
    columnResizeMode: "onChange",
    state: { sorting },
    onSortingChange: () => undefined,
  });
  const sizes = columns.map((column) => ({
    id: column.id,
    size: table.getColumn(column.id)?.getSize() ?? column.width,
    grow: column.grow ?? 0,
  }));
  const selectable = selected !== undefined;
  const template = gridTemplate(sizes, selectable);
  const least = sizes.reduce((sum, column) => sum + column.size, selectable ? SELECT_WIDTH : 0);

  const follow = useEffectEvent((index: number) => {
    if (index >= 0 && index < count) virtual.scrollToIndex(index, { align: "auto" });
  });
  useEffect(() => follow(cursor), [cursor]);
  const toTop = useEffectEvent(() => {
    if (cursor < 0) virtual.scrollToOffset(0);
  });
  useEffect(() => toTop(), [props.resetKey]);
  const pageRows = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2);
  useListKeys(props, pageRows);

  /** One listener for all rows: which row and what in it was meant is read from where the click fell. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
    const index = Number(element?.dataset["index"] ?? -1);
    const source = index < 0 ? undefined : rowAt(index);
    if (!source || !(event.target instanceof Element)) return;
    props.onCursor(index);
    const onBox = event.target.closest("input") !== null;
    if (props.onSelect && (onBox || event.shiftKey || event.metaKey || event.ctrlKey)) {
      if (!onBox) event.preventDefault();
      props.onSelect(source, index, event.shiftKey ? "range" : "toggle");
    } else if (!event.target.closest("a, button, input")) props.onOpen(source, index);
  };

  return (
    <div
      ref={scroller}
      className="vtable"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={selectable}
      aria-activedescendant={cursor >= 0 && cursor < count ? `${label}-row-${cursor}` : undefined}
      tabIndex={0}
    >
      <div className="vtable__canvas" style={{ height: virtual.getTotalSize(), minWidth: least }} onClick={onClick}>
        <div
          className="vtable__head"
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns: template, height: rowHeight }}
        >
          {selectable ? (
            <span role="columnheader" className="vtable__th">
              <span className="visually-hidden">{m.runs.selectColumn}</span>
            </span>
          ) : null}
          {table.getFlatHeaders().map((header, index) => {
            const column = columns[index];
            if (!column) return null;
            const sorted = sort?.column === column.id ? (sort.descending ? "descending" : "ascending") : undefined;
            return (
              <div
                key={header.id}
                role="columnheader"
                aria-sort={sorted ?? (column.sortable ? "none" : undefined)}
                title={column.hint}
                className={classNames("vtable__th", column.align === "right" && "vtable__th--right")}
              >
                {column.sortable ? (
                  <button
                    type="button"
                    className={classNames("vtable__sort", sorted && "vtable__sort--on")}
                    onClick={() =>
                      onSort({
                        column: column.id,
                        descending: sorted ? sorted === "ascending" : column.descendingFirst === true,
                      })
                    }
                  >
                    <span className="truncate">{column.header}</span>
                    <span className="vtable__arrow">
                      {sorted ? <Icon name={sorted === "descending" ? "arrowDown" : "arrowUp"} size={12} /> : null}
                    </span>
                  </button>
                ) : (
                  <span className="truncate">{column.header}</span>
                )}
                <span
                  className="vtable__grip"
                  aria-hidden="true"
                  onMouseDown={header.getResizeHandler()}
                  onTouchStart={header.getResizeHandler()}
                  onDoubleClick={() => header.column.resetSize()}
                />
              </div>
            );
          })}
        </div>
        {items.map((item) => {
          const source = rowAt(item.index);
          return (
            <RowView
              key={item.key}
              id={`${label}-row-${item.index}`}
              index={item.index}
              start={item.start}
              height={rowHeight}
              template={template}
              columns={columns}
              source={source}
              selected={selectable ? source !== undefined && selected.has(rowKey(source)) : null}
              isCursor={item.index === cursor}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowViewProps<Row, Id extends string> {
  id: string;
  index: number;
  start: number;
  height: number;
  template: string;
  columns: readonly TableColumn<Row, Id>[];
  source: Row | undefined;
  /** Null where rows cannot be selected. */
  selected: boolean | null;
  isCursor: boolean;
}

function RowViewInner<Row, Id extends string>(props: RowViewProps<Row, Id>) {
  const { id, index, start, height, template, columns, source, selected, isCursor } = props;
  return (
    <div
      id={id}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected ?? undefined}
      className={classNames(
        "vtable__row",
        isCursor && "vtable__row--cursor",
        selected === true && "vtable__row--selected",
      )}
      style={{ gridTemplateColumns: template, height, transform: `translateY(${start}px)` }}
    >
      {selected === null ? null : (
        <span role="gridcell" className="vtable__td vtable__td--select">
          {source === undefined ? null : (
            <input type="checkbox" tabIndex={-1} aria-label={m.runs.selectRow} checked={selected} readOnly />
          )}
        </span>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={classNames("vtable__td", column.align === "right" && "vtable__td--right")}
        >
          {source === undefined ? <span className="vtable__waiting" /> : column.cell(source)}
        </div>
      ))}
    </div>
  );
}

/** A row renders again only when something of its own changed, so that scrolling costs the rows that come in. `memo` forgets the type parameters. */
const RowView = memo(RowViewInner) as typeof RowViewInner;

/** The list's keys work wherever the focus is on the page: nobody has to click into the list first. */
function useListKeys<Row, Id extends string>(props: VirtualTableProps<Row, Id>, pageRows: () => number): void {
  const { count, cursor, onCursor, onOpen, onSelect, rowAt } = props;
  const move = (index: number) => {
    if (count > 0) onCursor(Math.max(0, Math.min(count - 1, index)));
  };
  const to = (index: number) => () => move(index);
  const onRow = (act: (row: Row) => void) => () => {
    const row = cursor < 0 ? undefined : rowAt(cursor);
    if (row !== undefined) act(row);
  };
  const group = m.app.groupList;
  useCommands([
    {
      id: "list.next",
      title: m.runs.keyNext,
      group,
      keys: ["j", "ArrowDown"],
      run: to(cursor + 1),
      paletteHidden: true,
    },
    {
      id: "list.previous",
      title: m.runs.keyPrevious,
      group,
      keys: ["k", "ArrowUp"],
      run: to(cursor < 0 ? 0 : cursor - 1),
      paletteHidden: true,
    },
    {
      id: "list.pageDown",
      title: m.runs.keyPageDown,
      group,
      keys: ["PageDown"],
      run: () => move(Math.max(0, cursor) + pageRows()),
      paletteHidden: true,
    },
    {
      id: "list.pageUp",
      title: m.runs.keyPageUp,
      group,
      keys: ["PageUp"],
      run: () => move(cursor - pageRows()),
      paletteHidden: true,
    },
    { id: "list.first", title: m.runs.keyFirst, group, keys: ["g g", "Home"], run: to(0), paletteHidden: true },
    { id: "list.last", title: m.runs.keyLast, group, keys: ["G", "End"], run: to(count - 1), paletteHidden: true },
    {
      id: "list.open",
      title: m.runs.keyOpen,
      group,
      keys: ["Enter"],
      run: onRow((row) => onOpen(row, cursor)),
      paletteHidden: true,
    },
    {
      id: "list.select",
      title: m.runs.keySelect,
      group,
      keys: ["x", "Space"],
      run: onRow((row) => onSelect?.(row, cursor, "toggle")),
      enabled: onSelect !== undefined,
      paletteHidden: true,
    },
    {
      id: "list.selectRange",
      title: m.runs.keySelectRange,
      group,
      keys: ["X"],
      run: onRow((row) => onSelect?.(row, cursor, "range")),
      enabled: onSelect !== undefined,
      paletteHidden: true,
    },
  ]);
}
