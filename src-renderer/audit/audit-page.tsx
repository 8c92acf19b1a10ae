// The audit: who let what happen, over all runs, newest first; filtered by tool, decision and run in the database.
import { useMemo, useState } from "react";
import type { AuditEntry } from "../../src-shared/rpc/audit.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go, setParams, useParamsState } from "../data/location.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { Select } from "../ui/select.tsx";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";
import { VirtualTable } from "../ui/virtual-table.tsx";
import { auditColumns } from "./audit-columns.tsx";
import { AuditDetailPane } from "./audit-detail.tsx";
import { isFiltered, NO_FILTER, readFilter, type AuditFilter } from "./audit-query.ts";
import "./audit.css";
import { useAuditPages } from "./use-audit-pages.ts";

const t = m.audit;

export function AuditPage() {
  useTitle(t.title);
  const [params] = useParamsState();
  const address = params.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(address)), [address]);
  const pages = useAuditPages(filter);
  const key = JSON.stringify(filter);
  const [place, setPlace] = useState({ key, index: -1 });
  const cursor = place.key === key ? place.index : -1;
  const clear = () => setParams(NO_FILTER, { replace: false });
  useCommands([
    {
      id: "audit.clear",
      title: t.clear,
      group: m.app.groupPage,
      keys: ["Escape"],
      run: clear,
      enabled: isFiltered(filter),
    },
  ]);
  const open = (entry: AuditEntry) => {
    go(
      links.run(
        entry.run,
        entry.turn === null ? { tab: "events", seq: entry.seq } : { turn: entry.turn, tab: "results" },
      ),
    );
  };
  if (pages.error && pages.total === 0)
    return <ErrorState error={pages.error} onRetry={isFiltered(filter) ? clear : pages.retry} />;
  if (!pages.loading && pages.total === 0 && !isFiltered(filter)) {
    return (
      <EmptyState icon="check" title={t.empty} actions={<LinkButton href={links.newRun()}>{t.startRun}</LinkButton>}>
        {t.emptyText}
      </EmptyState>
    );
  }
  return (
    <section className="audit" aria-label={t.title}>
      <h1 className="visually-hidden">{t.title}</h1>
      <Filters filter={filter} total={pages.loading ? null : pages.total} onClear={clear} />
      <div className="audit__body">
        <div className="audit__table">
          {pages.loading ? (
            <Spinner />
          ) : pages.total === 0 ? (
            <EmptyState icon="search" title={t.noMatch} actions={<Button onClick={clear}>{t.clear}</Button>}>
              {t.noMatchText}
            </EmptyState>
          ) : (
            <VirtualTable
              label={t.table}
              columns={auditColumns}
              count={pages.total}
              rowAt={pages.rowAt}
              rowKey={(entry) => `${entry.run} ${entry.seq}`}
              sort={{ column: "at", descending: filter.descending }}
              onSort={({ descending }) => setParams({ order: descending ? null : "oldest" }, { replace: false })}
              cursor={cursor}
              onCursor={(index) => setPlace({ key, index })}
              onOpen={(entry, index) => {
                // A click chooses; opening what is chosen goes to the turn.
                if (index === cursor) open(entry);
                else setPlace({ key, index });
              }}
              onRange={pages.setRange}
              resetKey={key}
            />
          )}
        </div>
        <AuditDetailPane entry={cursor < 0 ? undefined : pages.rowAt(cursor)} />
      </div>
    </section>
  );
}

function Filters({ filter, total, onClear }: { filter: AuditFilter; total: number | null; onClear: () => void }) {
  const facets = useCall("audit.facets", {});
  const choose = (
    name: "tool" | "decision",
    label: string,
    any: string,
    value: string | null,
    values: readonly string[],
  ) => {
    const listed = value !== null && !values.includes(value) ? [value, ...values] : values;
    return (
      <Select
        compact
        label={label}
        className="audit__filter"
        value={value ?? ""}
        placeholder={label}
        options={[
          { value: "", label: any },
          ...listed.map((word) => ({ value: word, label: name === "decision" ? t.decision(word) : word })),
        ]}
        onChange={(chosen) => setParams({ [name]: chosen === "" ? null : chosen }, { replace: false })}
      />
    );
  };
  return (
    <div className="audit__bar" role="search">
      {choose("tool", t.filterTool, t.anyTool, filter.tool, facets.data?.tools ?? [])}
      {choose("decision", t.filterDecision, t.anyDecision, filter.decision, facets.data?.decisions ?? [])}
      <RunFilter key={filter.run ?? ""} run={filter.run} />
      {isFiltered(filter) ? (
        <Button small kind="quiet" onClick={onClear}>
          {t.clear}
        </Button>
      ) : null}
      <span className="audit__count numeric" role="status">
        {total === null ? "" : t.count(total)}
      </span>
    </div>
  );
}

function RunFilter({ run }: { run: string | null }) {
  const [text, setText] = useState(run ?? "");
  const take = () => setParams({ run: text.trim() === "" ? null : text.trim() }, { replace: false });
  return (
    <input
      className="input audit__run"
      type="search"
      aria-label={t.filterRun}
      placeholder={t.runHint}
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        if (text.trim() !== (run ?? "")) take();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) take();
      }}
    />
  );
}
