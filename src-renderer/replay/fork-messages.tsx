// The messages of the request, each with its edit: text or whole message, removed, something inserted before it, another tool result.
import { Fragment, useState } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { findEdit, withEdit, withoutTarget, type ForkDraft } from "../derive/fork-draft.ts";
import { IconButton } from "../ui/button.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { m } from "../ui/messages/messages.ts";
import { MessageCard } from "../ui/trace/message-card.tsx";
import { InsertedMessages } from "./inserted-messages.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { ResultEditor } from "./result-editor.tsx";
import type { SetDraft } from "./use-draft.ts";

const t = m.replay;

export interface ForkMessagesProps {
  run: MethodOutput<"runs.get">;
  context: MethodOutput<"turn.context">;
  messages: readonly ChatMessage[];
  draft: ForkDraft;
  setDraft: SetDraft;
  /** Reports a field that holds something invalid, or no longer does. */
  onInvalid(field: string, bad: boolean): void;
}

export function ForkMessages(props: ForkMessagesProps) {
  const { context, messages, draft, setDraft } = props;
  const [open, setOpen] = useState<ReadonlySet<number>>(() => openAtFirst(context.messages.length));
  const toggle = (index: number) => {
    const next = new Set(open);
    if (!next.delete(index)) next.add(index);
    setOpen(next);
  };
  const show = (index: number) => setOpen(new Set(open).add(index));
  const hasSystem = context.messages[0]?.role === "system";
  const addedSystem = hasSystem ? null : findEdit(draft.edits, "system");
  return (
    <section className="fork-messages" aria-label={t.request}>
      <h2>{t.request}</h2>
      <p className="secondary">{t.requestHint}</p>
      {hasSystem ? null : addedSystem ? (
        <MessageEditor
          message={{ role: "system", content: addedSystem.text }}
          textOnly
          onText={(text) =>
            setDraft((before) => ({ ...before, edits: withEdit(before.edits, { kind: "system", text }) }))
          }
          onUndo={() => setDraft((before) => ({ ...before, edits: withoutTarget(before.edits, "system") }))}
        />
      ) : (
        <Button
          small
          icon="plus"
          onClick={() =>
            setDraft((before) => ({ ...before, edits: withEdit(before.edits, { kind: "system", text: "" }) }))
          }
        >
          {t.addSystem}
        </Button>
      )}
      {messages.map((message, index) => (
        <Fragment key={index}>
          <InsertedMessages at={index} draft={draft} setDraft={setDraft} />
          <ForkMessage
            {...props}
            message={message}
            index={index}
            open={open.has(index)}
            onToggle={() => toggle(index)}
            onShow={() => show(index)}
          />
        </Fragment>
      ))}
      <InsertedMessages at={messages.length} draft={draft} setDraft={setDraft} atEnd />
    </section>
  );
}

/** The first and the last few: what is most often edited. */
function openAtFirst(count: number): Set<number> {
  return new Set([0, count - 1].filter((index) => index >= 0));
}

interface ForkMessageProps extends ForkMessagesProps {
  message: ChatMessage;
  index: number;
  open: boolean;
  onToggle(): void;
  onShow(): void;
}

function ForkMessage(props: ForkMessageProps) {
  const { message, index, draft, setDraft, context, open, onToggle, onShow } = props;
  const isSystem = index === 0 && message.role === "system";
  const edited = isSystem ? null : findEdit(draft.edits, "edit_message", (edit) => edit.index === index);
  const system = isSystem ? findEdit(draft.edits, "system") : null;
  const removed = findEdit(draft.edits, "remove_message", (edit) => edit.index === index);
  const listed = context.messages[index];
  if (!listed) return null;
  const drop = (target: string) => setDraft((before) => ({ ...before, edits: withoutTarget(before.edits, target) }));
  const put = (edit: ForkDraft["edits"][number]) =>
    setDraft((before) => ({ ...before, edits: withEdit(before.edits, edit) }));
  if (edited || system) {
    return (
      <MessageEditor
        message={edited?.message ?? { ...message, content: system?.text ?? "" }}
        index={index}
        textOnly={isSystem}
        onText={(text) =>
          put(
            isSystem
              ? { kind: "system", text }
              : { kind: "edit_message", index, message: { ...(edited?.message ?? message), content: text } },
          )
        }
        onMessage={(next) => put({ kind: "edit_message", index, message: next })}
        onInvalid={(bad) => props.onInvalid(`message ${index}`, bad)}
        onUndo={() => drop(isSystem ? "system" : `message ${index}`)}
      />
    );
  }
  const edit = () => {
    if (isSystem) put({ kind: "system", text: typeof message.content === "string" ? message.content : "" });
    else put({ kind: "edit_message", index, message });
    onShow();
  };
  return (
    <div className={classNames("fork-message", removed && "fork-message--removed")}>
      <MessageCard
        message={listed}
        index={index}
        open={open && !removed}
        onToggle={onToggle}
        actions={
          <span className="fork-message__actions">
            {removed ? (
              <Button small kind="quiet" onClick={() => drop(`message ${index}`)}>
                {t.keep}
              </Button>
            ) : (
              <>
                <IconButton icon="plus" label={t.insertHere} onClick={() => put(emptyInsert(index))} />
                <IconButton icon="pencil" label={t.edit} onClick={message.role === "tool" ? onShow : edit} />
                <IconButton icon="trash" label={t.remove} onClick={() => put({ kind: "remove_message", index })} />
              </>
            )}
          </span>
        }
      />
      {message.role === "tool" && !removed && open ? (
        <ResultEditor {...props} callId={message.tool_call_id ?? ""} />
      ) : null}
    </div>
  );
}

function emptyInsert(index: number): ForkDraft["edits"][number] {
  return { kind: "insert_message", index, message: { role: "user", content: "" } };
}
