// What a person may do with a call that stands as text: run it once as the model's, or accept its syntax on the endpoint.
import { useState } from "react";
import type { TextCall } from "../../src-shared/trace/events/response-finished.ts";
import { isJsonObject, type JsonObject } from "../../src-shared/prelude/json.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextArea } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import "./verdict.css";

const t = m.ab;

export interface TextCallActionsProps {
  run: string;
  turn: number;
  call: TextCall;
  /** Position among the turn's text calls, from 0. */
  index: number;
  /** As the run records it; empty for what another tool recorded. */
  endpoint: string;
  model: string;
}

export function TextCallActions({ run, turn, call, index, endpoint, model }: TextCallActionsProps) {
  const [open, setOpen] = useState(false);
  if (!call.complete || call.arguments === null) return <p className="secondary">{t.cutCall}</p>;
  // What another tool recorded has no tools here that could run it.
  if (endpoint === "") return null;
  return (
    <div className="text-call">
      <Button small icon="play" title={t.runCallTip} onClick={() => setOpen(true)}>
        {t.runCall}
      </Button>
      <AcceptSyntax endpoint={endpoint} model={model} syntax={call.syntax} />
      {open ? <RunDialog run={run} turn={turn} call={call} index={index} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function AcceptSyntax({ endpoint, model, syntax }: { endpoint: string; model: string; syntax: string }) {
  const accepted = useCall("text_calls.accepted", {});
  const accept = useMutationCall("text_calls.accept", {
    invalidates: ["text_calls.accepted"],
    onSuccess: (_output, input) =>
      showToast("done", input.accepted ? t.acceptedToast(syntax, model) : t.takenBackToast(syntax, model)),
    onError: (error) => showToast("error", errorText(error)),
  });
  if (!accepted.data) return null;
  const is = accepted.data.accepted.some(
    (entry) => entry.endpoint === endpoint && entry.model === model && entry.syntax === syntax,
  );
  const set = (to: boolean) => accept.mutate({ endpoint, model, syntax, accepted: to });
  return is ? (
    <>
      <span className="secondary">{t.accepted(syntax)}</span>
      <Button small kind="quiet" disabled={accept.isPending} onClick={() => set(false)}>
        {t.takeBack}
      </Button>
    </>
  ) : (
    <Button small kind="quiet" title={t.acceptTip} disabled={accept.isPending} onClick={() => set(true)}>
      {t.accept(syntax)}
    </Button>
  );
}

function RunDialog({
  run,
  turn,
  call,
  index,
  onClose,
}: Pick<TextCallActionsProps, "run" | "turn" | "call" | "index"> & { onClose: () => void }) {
  const written = JSON.stringify(call.arguments, null, 2);
  const [text, setText] = useState(written);
  const given = parseObject(text);
  const fork = useMutationCall("runs.fork", {
    invalidates: ["runs.list"],
    onSuccess: ({ runs }) => {
      const [made] = runs;
      if (made !== undefined) go(links.run(made, { turn, tab: "said" }));
    },
  });
  const start = () => {
    if (given === null || fork.isPending) return;
    const changed = JSON.stringify(given) !== JSON.stringify(call.arguments);
    const edit = { kind: "run_text_call" as const, index, name: call.name, ...(changed ? { arguments: given } : {}) };
    fork.mutate({ run, turn, edits: [edit], variant: null, approve: null });
  };
  return (
    <Dialog
      open
      title={t.runTitle(call.name)}
      description={t.runText(turn)}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button kind="primary" icon="play" disabled={given === null || fork.isPending} onClick={start}>
            {t.run}
          </Button>
        </>
      }
    >
      <div className="ab-form">
        <TextArea
          autoFocus
          mono
          rows={Math.min(16, written.split("\n").length + 1)}
          label={t.runArguments}
          value={text}
          onChange={setText}
          problem={given === null ? t.runBad : null}
          spellCheck={false}
        />
        {fork.error ? <Notice tone="bad">{errorText(fork.error)}</Notice> : null}
      </div>
    </Dialog>
  );
}

/** Null where it is no JSON object. */
function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
