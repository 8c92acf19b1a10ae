// What the tools returned and what the model was shown of it: field by field at once, both texts whole, the text difference one key
// away.
import { useMemo, useState } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { useCall, usePush } from "../data/hooks.ts";
import { argumentsLine } from "../derive/read-data.ts";
import { Badge } from "../ui/badge.tsx";
import { CodeView } from "../ui/code-view.tsx";
import { classNames } from "../ui/class-names.ts";
import { JsonTree } from "../ui/json-tree.tsx";
import { formatCompact, formatDuration, formatNumber } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { MonacoDiff } from "../ui/monaco.tsx";
import { readJson } from "../derive/value-text.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { FieldTable } from "./field-table.tsx";
import { changeState } from "./inspector-state.ts";
import "./results-tab.css";

const t = m.inspector;

type Result = MethodOutput<"turn.results">["results"][number];
type View = "fields" | "raw" | "shown";

export function ResultsTab({ run, turn, diff }: { run: string; turn: TurnRecord; diff: boolean }) {
  const results = useCall("turn.results", { run, turn: turn.turn }, { staleTime: turn.ended ? Infinity : 0 });
  usePush("event.appended", (event) => {
    if (event.run === run && event.turn === turn.turn && event.kind === "tool.finished") void results.refetch();
  });
  if (results.error) return <ErrorState error={results.error} onRetry={() => void results.refetch()} />;
  if (!results.data) return <Spinner />;
  if (results.data.results.length === 0) {
    return (
      <EmptyState icon="tool" title={t.noResults}>
        {t.noResultsText}
      </EmptyState>
    );
  }
  return (
    <div className="results">
      {results.data.results.map((result, index) => (
        <ResultCard
          key={`${result.call_id} ${index}`}
          result={result}
          call={turn.calls.find((call) => call.id === result.call_id) ?? null}
          diff={diff}
        />
      ))}
    </div>
  );
}

function ResultCard({
  result,
  call,
  diff,
}: {
  result: Result;
  call: TurnRecord["calls"][number] | null;
  diff: boolean;
}) {
  const changed = result.raw !== result.shown;
  const [view, setView] = useState<View>(changed ? "fields" : "raw");
  const views: View[] = changed ? ["fields", "raw", "shown"] : ["fields", "raw"];
  const bad = result.outcome !== "ok" && result.outcome !== "empty";
  return (
    <section className={classNames("result", bad && "result--bad")} aria-label={result.tool}>
      <header className="result__head">
        <code className="result__tool">{result.tool}</code>
        <code className="result__args truncate secondary">
          {call ? argumentsLine(call.arguments ?? call.arguments_text) : ""}
        </code>
        <Badge tone={bad ? "bad" : "neutral"}>{outcomeText(result.outcome)}</Badge>
        <span className="result__sizes numeric">
          {changed ? (
            <>
              {`${formatCompact(result.raw_chars)} → `}
              <strong>{formatCompact(result.shown_chars)}</strong>
              {` ${t.compactedBy(result.compactor)}`}
            </>
          ) : (
            `${m.common.charsShort(result.raw_chars)}, ${t.shownWhole}`
          )}
        </span>
        {call === null || call.latency_ms === null ? null : (
          <span className="numeric muted">{formatDuration(call.latency_ms)}</span>
        )}
      </header>
      <div className="result__views" role="group" aria-label={t.viewsLabel}>
        {views.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={!diff && view === name}
            className="result__view"
            onClick={() => {
              setView(name);
              if (diff) changeState({ diff: false });
            }}
          >
            {t.views[name]}
          </button>
        ))}
        {changed ? (
          <button
            type="button"
            aria-pressed={diff}
            className="result__view"
            onClick={() => changeState({ diff: !diff })}
          >
            {t.views.diff} <kbd>d</kbd>
          </button>
        ) : null}
      </div>
      {diff && changed ? (
        <MonacoDiff
          original={result.raw}
          modified={result.shown}
          originalLabel={`${t.views.raw} (${formatNumber(result.raw_chars)})`}
          modifiedLabel={`${t.views.shown} (${formatNumber(result.shown_chars)})`}
          height="min(62vh, 640px)"
        />
      ) : (
        <ResultView result={result} view={view} />
      )}
    </section>
  );
}

function ResultView({ result, view }: { result: Result; view: View }) {
  if (view === "fields") return <FieldTable raw={result.raw} shown={result.shown} kept={result.kept} />;
  return <ResultText key={view} text={view === "raw" ? result.raw : result.shown} label={t.views[view]} />;
}

/** A result as a tree where it is JSON, and as the text it is. */
function ResultText({ text, label }: { text: string; label: string }) {
  const value = useMemo(() => readJson(text), [text]);
  const [asText, setAsText] = useState(false);
  const isTree = typeof value === "object" && value !== null;
  return (
    <>
      {isTree ? (
        <label className="result__as-text">
          <input type="checkbox" checked={asText} onChange={(event) => setAsText(event.target.checked)} /> {t.asText}
        </label>
      ) : null}
      {isTree && !asText ? (
        <JsonTree value={value} label={label} rows={24} />
      ) : (
        <CodeView text={text} label={label} rows={30} />
      )}
    </>
  );
}

function outcomeText(outcome: string): string {
  const names: Record<string, string> = m.vocabulary.outcomes;
  return names[outcome] ?? outcome;
}
