// A result field by field: what the model was shown of it, what it was not, with counts to filter by.
import { useMemo, useState } from "react";
import { fieldRows } from "../../src-shared/trace/field-diff.ts";
import type { FieldRow } from "../../src-shared/rpc/types.ts";
import { oneLine } from "../derive/read-data.ts";
import { readJson } from "../derive/value-text.ts";
import { classNames } from "../ui/class-names.ts";
import { CodeView } from "../ui/code-view.tsx";
import { formatNumber } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { VirtualRows } from "../ui/virtual-rows.tsx";
import "./field-table.css";

const t = m.inspector;
const ROW_PX = 24;
const STATUSES = ["lost", "changed", "added", "kept"] as const satisfies readonly FieldRow["status"][];

export interface FieldTableProps {
  raw: string;
  shown: string;
  kept: string[] | null;
}

export function FieldTable({ raw, shown, kept }: FieldTableProps) {
  const rows = useMemo(() => fieldRows(readJson(raw), shown, kept), [raw, shown, kept]);
  const [only, setOnly] = useState<FieldRow["status"] | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const counts = useMemo(() => count(rows), [rows]);
  const listed = only === null ? rows : rows.filter((row) => row.status === only);
  const opened = listed.find((row) => row.path === open) ?? null;
  return (
    <div className="fields">
      <div className="fields__counts">
        <button type="button" aria-pressed={only === null} className="fields__count" onClick={() => setOnly(null)}>
          {t.allFields} {formatNumber(rows.length)}
        </button>
        {STATUSES.filter((status) => counts[status].fields > 0).map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={only === status}
            className={`fields__count fields__count--${status}`}
            onClick={() => setOnly(only === status ? null : status)}
          >
            {t.fieldCount(t.fieldStatus[status], counts[status].fields, counts[status].chars)}
          </button>
        ))}
      </div>
      <div style={{ height: Math.min(listed.length, 22) * ROW_PX + 2 }}>
        <VirtualRows
          count={listed.length}
          rowHeight={ROW_PX}
          label={t.views.fields}
          keyOf={(index) => `${listed[index]?.status} ${listed[index]?.path ?? index}`}
          render={(index) => {
            const row = listed[index];
            return row ? (
              <FieldRowView
                row={row}
                open={row.path === open}
                onOpen={() => setOpen(row.path === open ? null : row.path)}
              />
            ) : null;
          }}
        />
      </div>
      {opened === null ? null : <OpenField row={opened} />}
    </div>
  );
}

function FieldRowView({ row, open, onOpen }: { row: FieldRow; open: boolean; onOpen(): void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classNames("field-row", `field-row--${row.status}`, open && "field-row--open")}
      aria-expanded={open}
      onClick={onOpen}
    >
      <span className="field-row__status">{t.fieldStatus[row.status]}</span>
      <code className="field-row__path truncate">{row.path === "" ? t.wholeValue : row.path}</code>
      <code className="field-row__value truncate">{oneLine(row.raw ?? row.shown, 160)}</code>
      {row.status === "changed" ? (
        <code className="field-row__value truncate">{row.shown === null ? "" : oneLine(row.shown, 160)}</code>
      ) : null}
      <span className="field-row__size numeric">{formatNumber(row.chars)}</span>
    </button>
  );
}

function OpenField({ row }: { row: FieldRow }) {
  const text = (value: FieldRow["raw"]) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
  return (
    <div className="fields__open">
      <h3>
        <code>{row.path === "" ? t.wholeValue : row.path}</code>
      </h3>
      {row.status === "added" ? null : <CodeView text={text(row.raw)} label={t.fieldRaw} rows={14} />}
      {row.status === "lost" ? <p className="muted">{t.notShown}</p> : null}
      {(row.status === "changed" && row.shown !== null) || row.status === "added" ? (
        <>
          <h3>{t.fieldShown}</h3>
          <CodeView text={text(row.shown)} label={t.fieldShown} rows={14} />
        </>
      ) : null}
    </div>
  );
}

type Counts = Record<FieldRow["status"], { fields: number; chars: number }>;

function count(rows: readonly FieldRow[]): Counts {
  const counts: Counts = {
    kept: { fields: 0, chars: 0 },
    lost: { fields: 0, chars: 0 },
    changed: { fields: 0, chars: 0 },
    added: { fields: 0, chars: 0 },
  };
  for (const row of rows) {
    counts[row.status].fields += 1;
    counts[row.status].chars += row.chars;
  }
  return counts;
}
