// Messages that the fork inserts before one of the request's (or at its end), and the button that adds one.
import type { ForkDraft } from "../derive/fork-draft.ts";
import { withEdit, withoutEdit } from "../derive/fork-draft.ts";
import { Role } from "../../src-shared/trace/message.ts";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { MessageEditor } from "./message-editor.tsx";
import type { SetDraft } from "./use-draft.ts";

const t = m.replay;

export interface InsertedMessagesProps {
  at: number;
  draft: ForkDraft;
  setDraft: SetDraft;
  atEnd?: boolean;
}

export function InsertedMessages({ at, draft, setDraft, atEnd = false }: InsertedMessagesProps) {
  return (
    <>
      {draft.edits.map((edit, place) =>
        edit.kind === "insert_message" && edit.index === at ? (
          <MessageEditor
            key={place}
            message={edit.message}
            inserted
            onText={(text) =>
              setDraft((before) => ({
                ...before,
                edits: before.edits.with(place, { ...edit, message: { ...edit.message, content: text } }),
              }))
            }
            onRole={(name) => {
              const role = Role.safeParse(name);
              if (!role.success) return;
              setDraft((before) => ({
                ...before,
                edits: before.edits.with(place, { ...edit, message: { ...edit.message, role: role.data } }),
              }));
            }}
            onUndo={() => setDraft((before) => ({ ...before, edits: withoutEdit(before.edits, place) }))}
          />
        ) : null,
      )}
      {atEnd ? (
        <Button
          small
          icon="plus"
          className="fork-messages__append"
          onClick={() =>
            setDraft((before) => ({
              ...before,
              edits: withEdit(before.edits, {
                kind: "insert_message",
                index: at,
                message: { role: "user", content: "" },
              }),
            }))
          }
        >
          {t.insertAtEnd}
        </Button>
      ) : null}
    </>
  );
}
