// What changed between two requests: messages side by side by place, tools and parameters by name, changed texts line by line.
import { useMemo, useState } from "react";
import { contextDiff, type Context, type MessageChange } from "../../derive/context-diff.ts";
import { contentText, valueText } from "../../derive/value-text.ts";
import { classNames } from "../class-names.ts";
import { layoutJson } from "../json-layout.ts";
import { m } from "../messages/messages.ts";
import { LineDiffView } from "./line-diff-view.tsx";
import { MessageCard, roleName } from "./message-card.tsx";
import "./context-diff-view.css";

const t = m.compare;

export interface ContextDiffViewProps {
  left: Context;
  right: Context;
  leftName: string;
  rightName: string;
}

export function ContextDiffView({ left, right, leftName, rightName }: ContextDiffViewProps) {
  const diff = useMemo(() => contextDiff(left, right), [left, right]);
  const groups = useMemo(() => grouped(diff.messages), [diff]);
  return (
    <div className="context-diff">
      <p className="context-diff__title">
        {diff.same ? t.sameRequest(leftName, rightName) : t.requestChanges(leftName, rightName)}
      </p>
      {diff.toolsRemoved.length + diff.toolsAdded.length === 0 ? null : (
        <p>
          {t.tools}{" "}
          {diff.toolsRemoved.map((tool) => (
            <code key={tool} className="context-diff__removed">
              −{tool}{" "}
            </code>
          ))}
          {diff.toolsAdded.map((tool) => (
            <code key={tool} className="context-diff__added">
              +{tool}{" "}
            </code>
          ))}
        </p>
      )}
      {diff.parameters.map((parameter) => (
        <p key={parameter.name}>
          <code>{parameter.name}</code>{" "}
          <code className="context-diff__removed">{valueText(parameter.left) || "–"}</code> →{" "}
          <code className="context-diff__added">{valueText(parameter.right) || "–"}</code>
        </p>
      ))}
      {groups.map((group, index) =>
        group.kind === "same" ? (
          <p key={index} className="context-diff__same muted">
            {t.sameMessages(group.count)}
          </p>
        ) : (
          <Change key={index} change={group.change} left={left} right={right} />
        ),
      )}
    </div>
  );
}

type Group = { kind: "same"; count: number } | { kind: "change"; change: Exclude<MessageChange, { kind: "same" }> };

function grouped(changes: readonly MessageChange[]): Group[] {
  const groups: Group[] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (change.kind !== "same") groups.push({ kind: "change", change });
    else if (last?.kind === "same") last.count += 1;
    else groups.push({ kind: "same", count: 1 });
  }
  return groups;
}

function Change(props: { change: Exclude<MessageChange, { kind: "same" }>; left: Context; right: Context }) {
  const { change, left, right } = props;
  const [open, setOpen] = useState(true);
  if (change.kind === "changed") {
    const before = left.messages[change.left];
    const after = right.messages[change.right];
    if (!before || !after) return null;
    return (
      <section className="context-diff__change">
        <h3>
          {roleName(after.role)} {change.right + 1} <span className="secondary">{t.changed}</span>
        </h3>
        <LineDiffView left={messageBody(before)} right={messageBody(after)} label={t.textDiff} />
      </section>
    );
  }
  const index = change.kind === "removed" ? change.left : change.right;
  const message = (change.kind === "removed" ? left : right).messages[index];
  if (!message) return null;
  return (
    <div className={classNames("context-diff__whole", `context-diff__whole--${change.kind}`)}>
      <span className="context-diff__sign">{change.kind === "removed" ? `− ${t.removed}` : `+ ${t.added}`}</span>
      <MessageCard message={message} index={index} open={open} onToggle={() => setOpen(!open)} />
    </div>
  );
}

function messageBody(message: Context["messages"][number]): string {
  const calls = message.tool_calls === null ? "" : JSON.stringify(message.tool_calls, null, 2);
  return [layoutJson(contentText(message.content)).text, calls].filter((part) => part !== "").join("\n");
}
