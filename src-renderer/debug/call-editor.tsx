// The pending call: its arguments, or an answer given in the tool's place.
import { useState } from "react";
import type { HeldAt } from "../../src-shared/rpc/debug.ts";
import { Badge } from "../ui/badge.tsx";
import { Checkbox, TextArea } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { Notice } from "../ui/states.tsx";
import { readJson, type EditorProps } from "./editor-state.ts";

const t = m.debug;

export function CallEditor({ pending, onEdits }: EditorProps<Extract<HeldAt, { at: "call" }>>) {
  const before = pending.arguments === null ? "" : JSON.stringify(pending.arguments, null, 2);
  const [text, setText] = useState(before);
  const [instead, setInstead] = useState(false);
  const [answer, setAnswer] = useState("");
  const read = text === before ? null : readJson(text);
  const tell = (next: { text: string; instead: boolean; answer: string }) => {
    if (next.instead) return onEdits({ call: { answer: next.answer } });
    if (next.text === before) return onEdits({});
    const value = readJson(next.text);
    return onEdits("error" in value ? null : { call: { arguments: value.value } });
  };
  return (
    <div className="held-editor">
      <h3>
        {t.callOf(pending.tool)}{" "}
        {pending.effect === null ? null : (
          <Badge tone={pending.effect === "read" ? "neutral" : pending.effect === "write" ? "limit" : "bad"}>
            {m.vocabulary.effects[pending.effect]}
          </Badge>
        )}
      </h3>
      {pending.arguments === null ? <Notice tone="warning">{t.argumentsUnread}</Notice> : null}
      {instead ? null : (
        <TextArea
          label={t.arguments}
          hint={t.argumentsHint}
          problem={read && "error" in read ? t.argumentsBad(read.error) : null}
          mono
          spellCheck={false}
          rows={Math.min(14, Math.max(4, text.split("\n").length + 1))}
          value={text}
          onChange={(next) => {
            setText(next);
            tell({ text: next, instead, answer });
          }}
        />
      )}
      <Checkbox
        label={t.answerInstead}
        hint={t.answerHint}
        checked={instead}
        onChange={(on) => {
          setInstead(on);
          tell({ text, instead: on, answer });
        }}
      />
      {instead ? (
        <TextArea
          label={t.answer}
          mono
          autoFocus
          value={answer}
          onChange={(next) => {
            setAnswer(next);
            tell({ text, instead, answer: next });
          }}
        />
      ) : null}
    </div>
  );
}
