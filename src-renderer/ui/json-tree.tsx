// A JSON value as a tree that opens in place, windowed; strings are shown whole on demand, as text, never as HTML.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { copyText } from "./copy.ts";
import { Icon } from "./icon.tsx";
import { allPaths, flattenJson, openAtFirst, type JsonRow } from "./json-rows.ts";
import "./json-tree.css";
import { m } from "./messages/messages.ts";

const ROW_PX = 22;
/** Characters of a string shown in its row. */
const INLINE_CHARS = 240;

export interface JsonTreeProps {
  value: JsonValue;
  label?: string;
  /** Takes the height of its container; else as high as its rows, at most `rows`. */
  fill?: boolean;
  rows?: number;
  /** Rows opened at first. */
  openRows?: number;
}

export function JsonTree({
  value,
  label = m.common.tree,
  fill = false,
  rows: most = 24,
  openRows = 40,
}: JsonTreeProps) {
  const [opened, setOpened] = useState<{ of: JsonValue; paths: ReadonlySet<string> } | null>(null);
  const initial = useMemo(() => openAtFirst(value, openRows), [value, openRows]);
  const open = opened && opened.of === value ? opened.paths : initial;
  const rows = useMemo(() => flattenJson(value, open), [value, open]);
  const [cursor, setCursor] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const setPaths = (paths: ReadonlySet<string>) => setOpened({ of: value, paths });
  const toggle = (row: JsonRow) => {
    const next = new Set(open);
    if (!next.delete(row.path)) next.add(row.path);
    setPaths(next);
  };
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setCursor(next);
    virtual.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[cursor];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const parent = rows.findLastIndex((other, index) => index < cursor && other.depth < row.depth);
    switch (event.key) {
      case "ArrowDown":
        goTo(cursor + 1);
        break;
      case "ArrowUp":
        goTo(cursor - 1);
        break;
      case "ArrowRight":
        if (row.children !== null && !row.open) toggle(row);
        else if (row.open) goTo(cursor + 1);
        break;
      case "ArrowLeft":
        if (row.open) toggle(row);
        else if (parent >= 0) goTo(parent);
        break;
      case "Enter":
      case " ":
        if (row.children === null) return;
        toggle(row);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classNames("json", fill && "json--fill")}>
      <div className="json__bar">
        <IconButton icon="chevronDown" label={m.common.expandAll} onClick={() => setPaths(allPaths(value))} />
        <IconButton icon="chevronUp" label={m.common.collapseAll} onClick={() => setPaths(new Set([""]))} />
        <IconButton icon="copy" label={m.common.copy} onClick={() => void copyText(JSON.stringify(value, null, 2))} />
      </div>
      <div
        ref={scroller}
        className="json__window"
        style={fill ? undefined : { height: Math.min(most, rows.length) * ROW_PX + 4 }}
        role="tree"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="json__canvas" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={row.path}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-expanded={row.children === null ? undefined : row.open}
                aria-selected={item.index === cursor}
                className={classNames("json__row", item.index === cursor && "json__row--cursor")}
                style={{ transform: `translateY(${item.start}px)`, paddingLeft: row.depth * 16 + 4 }}
                onClick={() => {
                  setCursor(item.index);
                  if (row.children !== null) toggle(row);
                }}
              >
                <span className="json__arrow">
                  {row.children ? <Icon name={row.open ? "chevronDown" : "chevronRight"} size={12} /> : null}
                </span>
                {row.name === null ? null : (
                  <>
                    <span className="json__key">{row.name}</span>
                    <span className="json__colon">{": "}</span>
                  </>
                )}
                <JsonLeaf row={row} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function JsonLeaf({ row }: { row: JsonRow }) {
  const { value } = row;
  if (Array.isArray(value))
    return <span className="json__sum">{row.open ? "[" : `[ ${m.common.items(value.length)} ]`}</span>;
  if (typeof value === "object" && value !== null)
    return <span className="json__sum">{row.open ? "{" : `{ ${m.common.keysCount(row.children ?? 0)} }`}</span>;
  if (typeof value === "string") {
    const shown = value.length > INLINE_CHARS ? value.slice(0, INLINE_CHARS) : value;
    return (
      <>
        <span className="json__string">{JSON.stringify(shown)}</span>
        {shown.length < value.length ? <span className="json__sum">{`… ${m.common.chars(value.length)}`}</span> : null}
      </>
    );
  }
  return <span className={typeof value === "number" ? "json__number" : "json__word"}>{String(value)}</span>;
}
