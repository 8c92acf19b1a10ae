// Another result for a call of the prefix: as the tool returned it, as it was shown, through another compactor, or edited text.
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import { useCall } from "../data/hooks.ts";
import { findEdit, withEdit, withoutTarget } from "../derive/fork-draft.ts";
import { contentText } from "../derive/value-text.ts";
import { CodeView } from "../ui/code-view.tsx";
import { ChoiceRow, TextArea } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";
import { errorText, Spinner } from "../ui/states.tsx";
import type { ForkMessagesProps } from "./fork-messages.tsx";

const t = m.replay;

type Use = Extract<ForkEdit, { kind: "result" }>["use"];
type Choice = "keep" | "raw" | "compactor" | "text";

export interface ResultEditorProps extends ForkMessagesProps {
  index: number;
  callId: string;
}

export function ResultEditor({ run, context, index, callId, draft, setDraft }: ResultEditorProps) {
  const catalogue = useCall("catalogue.get", {}, { staleTime: Infinity });
  const edit = findEdit(draft.edits, "result", (candidate) => candidate.index === index);
  const made = run.turns.findLast((turn) => turn.calls.some((call) => call.id === callId) && turn.turn < context.turn);
  const wantsRaw = edit?.use.as === "raw";
  const result = useResult(run, wantsRaw && made ? made.turn : null, callId);
  const shown = contentText(context.messages[index]?.content ?? null);
  const call = made?.calls.find((candidate) => candidate.id === callId);
  const put = (use: Use) =>
    setDraft((before) => ({
      ...before,
      edits: withEdit(before.edits, { kind: "result", call_id: callId, index, use }),
    }));
  const compactors = catalogue.data?.compactors ?? [];
  const choice: Choice = edit === null || edit.use.as === "shown" ? "keep" : edit.use.as;
  const choose = (next: Choice) => {
    switch (next) {
      case "keep":
        return setDraft((before) => ({ ...before, edits: withoutTarget(before.edits, `result ${index}`) }));
      case "raw":
        return put({ as: "raw" });
      case "compactor":
        return put({ as: "compactor", compactor: call?.compactor ?? compactors[0]?.name ?? "none" });
      case "text":
        return put({ as: "text", text: shown });
    }
  };
  return (
    <div className="fork-result">
      <ChoiceRow<Choice>
        label={t.resultAs}
        value={choice}
        options={(["keep", "raw", "compactor", "text"] as const).map((value) => ({
          value,
          label: t.resultUses[value],
        }))}
        onChange={choose}
      />
      {edit?.use.as === "compactor" ? (
        <SelectField
          compact
          label={t.compactor}
          value={edit.use.compactor}
          options={compactors.map((compactor) => ({
            value: compactor.name,
            label: compactor.name,
            hint: compactor.description,
          }))}
          onChange={(compactor) => put({ as: "compactor", compactor })}
        />
      ) : null}
      {edit?.use.as === "text" ? (
        <TextArea label={t.text} mono rows={12} value={edit.use.text} onChange={(text) => put({ as: "text", text })} />
      ) : null}
      {wantsRaw ? <RawResult {...result} /> : null}
    </div>
  );
}

function useResult(run: MethodOutput<"runs.get">, turn: number | null, callId: string) {
  const results = useCall("turn.results", turn === null ? null : { run: run.summary.id, turn }, {
    staleTime: Infinity,
  });
  return {
    error: results.error,
    raw: results.data?.results.findLast((candidate) => candidate.call_id === callId)?.raw ?? null,
  };
}

function RawResult({ error, raw }: { error: Error | null; raw: string | null }) {
  if (error) return <p className="muted">{errorText(error)}</p>;
  return raw === null ? (
    <Spinner inline label={t.resultLoading} />
  ) : (
    <CodeView text={raw} label={t.resultUses.raw} rows={12} />
  );
}
