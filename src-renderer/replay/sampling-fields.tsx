// Sampling of the fork: a field left as it was makes no edit.
import type { Sampling } from "../../src-shared/trace/variant.ts";
import { findEdit } from "../derive/fork-draft.ts";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";
import { putEdit, type ForkSettingsProps } from "./settings-edit.ts";
import { NumberField } from "./number-field.tsx";

const t = m.replay;

export function SamplingFields({ run, draft, setDraft, onInvalid }: ForkSettingsProps) {
  const before = run.started.variant.sampling;
  const changed = findEdit(draft.edits, "sampling")?.sampling ?? {};
  const now = { ...before, ...changed };
  const set = <K extends keyof Sampling>(name: K, value: Sampling[K]) => {
    const next: Partial<Sampling> = { ...changed, [name]: value };
    if (value === before[name]) delete next[name];
    putEdit(setDraft, "sampling", Object.keys(next).length === 0 ? null : { kind: "sampling", sampling: next });
  };
  return (
    <fieldset className="fork-settings__grid">
      <legend>{t.sampling}</legend>
      <NumberField
        label={t.temperature}
        problem={t.badNumber}
        most={5}
        value={now.temperature}
        onChange={(value) => set("temperature", value)}
        onInvalid={(bad) => onInvalid("temperature", bad)}
      />
      <NumberField
        label={t.topP}
        problem={t.badNumber}
        most={1}
        value={now.top_p}
        onChange={(value) => set("top_p", value)}
        onInvalid={(bad) => onInvalid("top_p", bad)}
      />
      <NumberField
        label={t.maxTokens}
        problem={t.badWhole}
        whole
        value={now.max_tokens}
        onChange={(value) => set("max_tokens", value)}
        onInvalid={(bad) => onInvalid("max_tokens", bad)}
      />
      <NumberField
        label={t.seed}
        problem={t.badWhole}
        whole
        least={0}
        value={now.seed}
        onChange={(value) => set("seed", value)}
        onInvalid={(bad) => onInvalid("seed", bad)}
      />
      <SelectField
        label={t.toolChoice}
        value={now.tool_choice ?? ""}
        options={[
          { value: "", label: t.notSent },
          { value: "auto", label: "auto" },
          { value: "required", label: "required" },
          { value: "none", label: "none" },
        ]}
        onChange={(value) =>
          set("tool_choice", value === "auto" || value === "required" || value === "none" ? value : null)
        }
      />
    </fieldset>
  );
}
