// The environment that the tools act on, before and after the turn, and what the turn changed in it.
import { useCall } from "../data/hooks.ts";
import { oneLine } from "../derive/read-data.ts";
import { valueText } from "../derive/value-text.ts";
import { Button } from "../ui/button.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { m } from "../ui/messages/messages.ts";
import { MonacoDiff } from "../ui/monaco.tsx";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { changeState } from "./inspector-state.ts";
import "./environment-tab.css";

const t = m.inspector;

export function EnvironmentTab({
  run,
  turn,
  ended,
  diff,
}: {
  run: string;
  turn: number;
  ended: boolean;
  diff: boolean;
}) {
  const environment = useCall("turn.environment", { run, turn }, { staleTime: ended ? Infinity : 0 });
  if (environment.error) return <ErrorState error={environment.error} onRetry={() => void environment.refetch()} />;
  if (!environment.data) return <Spinner />;
  const { before, after, changes } = environment.data;
  if (before === null && after === null) {
    return (
      <EmptyState icon="list" title={t.noEnvironment}>
        {t.noEnvironmentText}
      </EmptyState>
    );
  }
  if (diff) {
    return (
      <MonacoDiff
        original={valueText(before)}
        modified={valueText(after)}
        originalLabel={m.common.before}
        modifiedLabel={m.common.after}
        hideUnchanged
      />
    );
  }
  return (
    <div className="environment">
      <div className="environment__head">
        <h3>{changes.length === 0 ? t.unchanged : t.changes(changes.length)}</h3>
        <Button small kind="quiet" icon="compare" shortcut="d" onClick={() => changeState({ diff: true })}>
          {t.showDiff}
        </Button>
      </div>
      {changes.map((change, index) => (
        <details key={index} className={`environment__change environment__change--${change.op}`}>
          <summary>
            <span className="environment__op">{t.ops[change.op]}</span> <code>{change.path}</code>{" "}
            <code className="secondary">{oneLine(change.op === "remove" ? change.from : change.to, 120)}</code>
          </summary>
          <div className="environment__sides">
            {change.op === "add" ? null : <JsonTree value={change.from} label={m.common.before} rows={12} />}
            {change.op === "remove" ? null : <JsonTree value={change.to} label={m.common.after} rows={12} />}
          </div>
        </details>
      ))}
      <h3>{t.environmentAfter}</h3>
      <JsonTree value={after ?? before} label={t.environmentAfter} rows={26} openRows={60} />
    </div>
  );
}
