// Picks the run to compare with: runs of the same task first, searched in the store.
import { useState } from "react";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import { useCall } from "../data/hooks.ts";
import { EndingBadge } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { formatDateTime } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, Spinner } from "../ui/states.tsx";
import "./compare-picker.css";

const t = m.inspector;

export interface ComparePickerProps {
  summary: RunSummary;
  onPick(run: string): void;
  onClose(): void;
}

export function ComparePicker({ summary, onPick, onClose }: ComparePickerProps) {
  const [search, setSearch] = useState("");
  const [cursor, setCursor] = useState(0);
  const task = search === "" ? summary.task : null;
  const found = useCall("runs.list", { search, task, limit: 50 }, { keepPrevious: true });
  const runs = (found.data?.runs ?? []).filter((run) => run.id !== summary.id);
  const pick = (run: RunSummary | undefined) => {
    if (run) onPick(run.id);
  };
  return (
    <Dialog open onClose={onClose} title={t.pickTitle} width="wide">
      <TextField
        label={t.pickSearch}
        value={search}
        autoComplete="off"
        autoFocus
        onChange={(value) => {
          setSearch(value);
          setCursor(0);
        }}
        onSubmit={() => pick(runs[cursor])}
        onKeyDown={(event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (step === 0) return;
          event.preventDefault();
          setCursor(Math.max(0, Math.min(runs.length - 1, cursor + step)));
        }}
      />
      {found.error ? <ErrorState error={found.error} /> : null}
      {found.isPending ? <Spinner /> : null}
      {found.data && runs.length === 0 ? <p className="muted">{t.pickNone}</p> : null}
      <ul className="picker" aria-label={t.pickTitle}>
        {runs.map((run, index) => (
          <li key={run.id}>
            <button
              type="button"
              className={classNames("picker__run", index === cursor && "picker__run--cursor")}
              onClick={() => pick(run)}
            >
              <span className="picker__title truncate">{run.title}</span>
              <span className="secondary truncate">{run.variant ?? ""}</span>
              <span className="muted">{formatDateTime(run.started_at)}</span>
              <EndingBadge ending={run.ending} early_stop={run.early_stop} passed={run.passed} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
