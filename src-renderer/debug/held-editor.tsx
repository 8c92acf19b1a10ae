// The editor that fits what is pending.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { HeldAt } from "../../src-shared/rpc/debug.ts";
import { CallEditor } from "./call-editor.tsx";
import type { Edits } from "./editor-state.ts";
import { RequestEditor } from "./request-editor.tsx";
import { ResultEditor } from "./result-editor.tsx";
import { StopEditor } from "./stop-editor.tsx";

export interface HeldEditorProps {
  pending: HeldAt;
  toolNames: readonly string[];
  onEdits(edits: Edits): void;
}

export function HeldEditor({ pending, toolNames, onEdits }: HeldEditorProps) {
  switch (pending.at) {
    case "request":
      return <RequestEditor pending={pending} toolNames={toolNames} onEdits={onEdits} />;
    case "call":
      return <CallEditor pending={pending} onEdits={onEdits} />;
    case "result":
      return <ResultEditor pending={pending} onEdits={onEdits} />;
    case "stop":
      return <StopEditor pending={pending} onEdits={onEdits} />;
    default:
      return assertNever(pending);
  }
}
