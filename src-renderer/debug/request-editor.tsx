// The pending request: its messages (the system prompt is one of them), the tools offered, and the sampling.
import { useState } from "react";
import type { HeldAt } from "../../src-shared/rpc/debug.ts";
import { messageText, Role, type ChatMessage } from "../../src-shared/trace/message.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Checkbox, TextArea } from "../ui/field.tsx";
import { formatList } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { Select } from "../ui/select.tsx";
import { Notice } from "../ui/states.tsx";
import { readSampling, type EditorProps } from "./editor-state.ts";

const t = m.debug;

interface Row {
  key: number;
  message: ChatMessage;
}

export interface RequestEditorProps extends EditorProps<Extract<HeldAt, { at: "request" }>> {
  /** All tools that the run could offer. */
  toolNames: readonly string[];
}

export function RequestEditor({ pending, toolNames, onEdits }: RequestEditorProps) {
  const [rows, setRows] = useState<readonly Row[]>(() => pending.messages.map((message, key) => ({ key, message })));
  const [tools, setTools] = useState<readonly string[]>(pending.tools);
  const before = JSON.stringify(pending.sampling, null, 2);
  const [sampling, setSampling] = useState(before);
  const names = [...new Set([...pending.tools, ...toolNames])];
  const tell = (next: { rows: readonly Row[]; tools: readonly string[]; sampling: string }) => {
    const messages = next.rows.map((row) => row.message);
    const read = next.sampling === before ? pending.sampling : readSampling(next.sampling);
    if (read === null || messages.length === 0) return onEdits(null);
    const request = {
      ...(sameItems(messages, pending.messages) ? {} : { messages }),
      ...(sameItems(next.tools, pending.tools) ? {} : { tools: [...next.tools] }),
      ...(next.sampling === before ? {} : { sampling: read }),
    };
    return onEdits(Object.keys(request).length === 0 ? {} : { request });
  };
  const changeRows = (next: readonly Row[]) => {
    setRows(next);
    tell({ rows: next, tools, sampling });
  };
  const add = (role: Role, at: number) => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    changeRows(rows.toSpliced(at, 0, { key, message: { role, content: "" } }));
  };
  return (
    <div className="held-request">
      <section className="held-request__messages" aria-label={t.messages(rows.length, pending.estimated_tokens)}>
        <h3>{t.messages(rows.length, pending.estimated_tokens)}</h3>
        {rows.some((row) => row.message.role === "system") ? null : (
          <Button small kind="quiet" icon="plus" onClick={() => add("system", 0)}>
            {t.addSystem}
          </Button>
        )}
        {rows.map((row, index) => (
          <MessageRow
            key={row.key}
            index={index}
            message={row.message}
            startsOpen={row.key >= pending.messages.length}
            onChange={(message) => changeRows(rows.with(index, { ...row, message }))}
            onRemove={() => changeRows(rows.toSpliced(index, 1))}
          />
        ))}
        {rows.length === 0 ? <Notice tone="bad">{t.needsMessage}</Notice> : null}
        <Button small icon="plus" onClick={() => add("user", rows.length)}>
          {t.add}
        </Button>
      </section>
      <section className="held-request__side">
        <fieldset>
          <legend className="field__label">{t.tools}</legend>
          {names.map((name) => (
            <Checkbox
              key={name}
              label={<code>{name}</code>}
              checked={tools.includes(name)}
              onChange={(on) => {
                const next = names.filter((other) => (other === name ? on : tools.includes(other)));
                setTools(next);
                tell({ rows, tools: next, sampling });
              }}
            />
          ))}
        </fieldset>
        <TextArea
          label={t.sampling}
          mono
          rows={11}
          spellCheck={false}
          value={sampling}
          problem={sampling !== before && readSampling(sampling) === null ? t.samplingBad : null}
          onChange={(text) => {
            setSampling(text);
            tell({ rows, tools, sampling: text });
          }}
        />
      </section>
    </div>
  );
}

interface MessageRowProps {
  index: number;
  message: ChatMessage;
  startsOpen: boolean;
  onChange(message: ChatMessage): void;
  onRemove(): void;
}

/** One line until it is opened for editing. Fields other than role and text stay as they are. */
function MessageRow({ index, message, startsOpen, onChange, onRemove }: MessageRowProps) {
  const [open, setOpen] = useState(startsOpen);
  const text = messageText(message);
  const calls = (message.tool_calls ?? []).map((call) => call.function.name);
  const label = t.message(index, m.vocabulary.roles[message.role]);
  return (
    <div className={`held-message held-message--${message.role}`} role="group" aria-label={label}>
      <div className="held-message__head">
        <strong>{label}</strong>
        <span className="truncate secondary" title={open ? undefined : text.slice(0, 2000)}>
          {open ? "" : text.slice(0, 300)} {calls.length === 0 ? "" : t.calls(formatList(calls))}
        </span>
        <IconButton
          icon="pencil"
          label={`${t.edit}: ${label}`}
          pressed={open}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <IconButton icon="trash" label={t.remove(index)} onClick={onRemove} />
      </div>
      {open ? (
        <div className="held-message__edit">
          <Select
            compact
            label={`${t.role}: ${label}`}
            value={message.role}
            options={Role.options.map((role) => ({ value: role, label: m.vocabulary.roles[role] }))}
            onChange={(name) => {
              const role = Role.safeParse(name);
              if (role.success) onChange({ ...message, role: role.data });
            }}
          />
          <TextArea
            label={t.text}
            mono
            rows={Math.min(12, Math.max(3, text.split("\n").length + 1))}
            value={text}
            onChange={(content) => onChange({ ...message, content })}
          />
        </div>
      ) : null}
    </div>
  );
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
