// One chat message as the model saw it: a thin rule and a pale tint in its role's colour, one line when closed, whole when open.
import type { ReactNode } from "react";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { ContextMessage } from "../../../src-shared/cli/documents.ts";
import { argumentsLine, objectOf, oneLine, textAt } from "../../derive/read-data.ts";
import { contentText, readJson } from "../../derive/value-text.ts";
import { classNames } from "../class-names.ts";
import { CodeView } from "../code-view.tsx";
import { Icon } from "../icon.tsx";
import { m } from "../messages/messages.ts";
import "./message-card.css";

export interface MessageCardProps {
  message: ContextMessage;
  /** Place in the request, from 0. */
  index: number;
  open: boolean;
  onToggle(): void;
  /** Marks a message that no earlier turn has sent. */
  markNew?: boolean;
  actions?: ReactNode;
}

export function MessageCard({ message, index, open, onToggle, markNew = false, actions }: MessageCardProps) {
  const text = contentText(message.content);
  const calls = (message.tool_calls ?? []).map(callParts);
  return (
    <article className={classNames("message", `message--${message.role}`, open && "message--open")}>
      <header className="message__head">
        <button type="button" className="message__toggle" aria-expanded={open} onClick={onToggle}>
          <Icon name={open ? "chevronDown" : "chevronRight"} size={14} />
          <span className="message__number numeric">{index + 1}</span>
          <span className="message__role">{roleName(message.role)}</span>
          {markNew && message.new ? <span className="message__new">{m.inspector.newMark}</span> : null}
          {message.tool_call_id === null ? null : (
            <code className="message__id truncate">
              {m.inspector.answersCall} {message.tool_call_id}
            </code>
          )}
          <span className="message__line truncate">
            {open ? "" : oneLine(text || calls.map((call) => `${call.name}(${call.line})`).join(" "), 200)}
          </span>
        </button>
        {actions}
        <span className="message__tokens numeric">{m.inspector.tokensOf(message.tokens)}</span>
      </header>
      {open ? (
        <div className="message__body">
          {text === "" && calls.length > 0 ? null : <CodeView text={text} label={roleName(message.role)} />}
          {calls.map((call) => (
            <CallLine key={call.id} name={call.name} line={call.line} id={call.id} />
          ))}
        </div>
      ) : null}
    </article>
  );
}

/** A tool call on one line: name, arguments, id. */
function CallLine({ name, line, id }: { name: string; line: string; id: string | null }) {
  return (
    <div className="call-line">
      <Icon name="tool" size={14} />
      <code className="call-line__name">{name}</code>
      <code className="call-line__args">{line}</code>
      {id === null ? null : <code className="call-line__id">{id}</code>}
    </div>
  );
}

function callParts(call: JsonValue): { id: string; name: string; line: string } {
  const data = objectOf(call);
  const fn = objectOf(data["function"]);
  const args = textAt(fn, "arguments") ?? "";
  return { id: textAt(data, "id") ?? "", name: textAt(fn, "name") ?? "?", line: argumentsLine(readJson(args), 2000) };
}

export function roleName(role: string): string {
  const names: Record<string, string> = m.vocabulary.roles;
  return names[role] ?? role;
}
