// Edits one message: its text, or all its fields as JSON, which must be a chat message before it counts.
import { useState } from "react";
import { ChatMessage, messageText } from "../../src-shared/trace/message.ts";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";
import { roleName } from "../ui/trace/message-card.tsx";

const t = m.replay;
const INSERTABLE = ["user", "assistant", "system"] as const;

export interface MessageEditorProps {
  message: ChatMessage;
  /** Place in the request, from 0; left out for a message that does not stand there. */
  index?: number;
  inserted?: boolean;
  /** Only the text can be edited (the system prompt). */
  textOnly?: boolean;
  onText(text: string): void;
  onRole?(role: string): void;
  onMessage?(message: ChatMessage): void;
  onInvalid?(bad: boolean): void;
  onUndo(): void;
}

export function MessageEditor(props: MessageEditorProps) {
  const { message, index, inserted = false, textOnly = false, onText, onRole, onMessage, onInvalid, onUndo } = props;
  const [json, setJson] = useState<string | null>(null);
  const bad = json !== null && parseMessage(json) === null;
  const editJson = (text: string) => {
    setJson(text);
    const parsed = parseMessage(text);
    onInvalid?.(parsed === null);
    if (parsed) onMessage?.(parsed);
  };
  const undo = () => {
    onInvalid?.(false);
    onUndo();
  };
  const label = index === undefined ? roleName(message.role) : `${t.message(index)}, ${roleName(message.role)}`;
  return (
    <section className={`fork-editor fork-editor--${message.role}`} aria-label={label}>
      <header className="fork-editor__head">
        <strong>{label}</strong>
        <span className="fork-editor__mark">{inserted ? t.insertedMark : t.editedMark}</span>
        {onMessage && !textOnly ? (
          <Button
            small
            kind="quiet"
            disabled={bad}
            onClick={() => setJson(json === null ? JSON.stringify(message, null, 2) : null)}
          >
            {json === null ? t.editJson : t.editText}
          </Button>
        ) : null}
        <Button small kind="quiet" onClick={undo}>
          {t.undo}
        </Button>
      </header>
      {onRole ? (
        <SelectField
          compact
          label={t.role}
          value={message.role}
          options={INSERTABLE.map((role) => ({ value: role, label: roleName(role) }))}
          onChange={onRole}
        />
      ) : null}
      {json === null ? (
        <TextArea
          label={t.text}
          mono
          autoFocus
          rows={Math.min(20, Math.max(4, messageText(message).split("\n").length + 1))}
          value={messageText(message)}
          onChange={onText}
        />
      ) : (
        <TextArea label={t.json} mono rows={16} value={json} problem={bad ? t.badJson : null} onChange={editJson} />
      )}
    </section>
  );
}

function parseMessage(text: string): ChatMessage | null {
  try {
    const parsed = ChatMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON while it is being typed: reported under the field.
    return null;
  }
}
