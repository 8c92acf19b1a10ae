// What the fork changes of the run's configuration; a field that says what it was makes no edit.
import { Gate } from "../../src-shared/trace/vocabulary.ts";
import { useCall } from "../data/hooks.ts";
import { findEdit } from "../derive/fork-draft.ts";
import { Checkbox, ChoiceRow } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { Combobox, SelectField } from "../ui/select.tsx";
import { NumberField } from "./number-field.tsx";
import { SamplingFields } from "./sampling-fields.tsx";
import { putEdit, type ForkSettingsProps } from "./settings-edit.ts";

const t = m.replay;

export function ForkSettings(props: ForkSettingsProps) {
  const { run, draft, setDraft, onInvalid } = props;
  const catalogue = useCall("catalogue.get", {}, { staleTime: Infinity });
  const endpoints = useCall("endpoints.list", {}, { staleTime: 60_000 });
  const { started } = run;
  const gate = findEdit(draft.edits, "gate")?.gate ?? started.variant.gate;
  const model = findEdit(draft.edits, "model")?.model ?? started.model;
  const endpoint = findEdit(draft.edits, "endpoint")?.endpoint ?? started.endpoint.url;
  return (
    <section className="fork-settings" aria-label={t.settings}>
      <h2>{t.settings}</h2>
      <div className="fork-settings__grid">
        <SelectField
          label={t.variant}
          value={draft.variant ?? ""}
          options={[
            { value: "", label: t.keepVariant(started.variant.name) },
            ...(catalogue.data?.variants ?? []).map((variant) => ({
              value: variant.name,
              label: variant.name,
              hint: variant.description,
            })),
          ]}
          onChange={(name) => setDraft((before) => ({ ...before, variant: name === "" ? null : name }))}
        />
        <SelectField
          label={t.gate}
          value={gate}
          options={Gate.options.map((value) => ({ value, label: t.gates[value] }))}
          onChange={(value) => {
            const chosen = Gate.safeParse(value);
            if (!chosen.success) return;
            putEdit(
              setDraft,
              "gate",
              chosen.data === started.variant.gate ? null : { kind: "gate", gate: chosen.data },
            );
          }}
        />
        <Combobox
          label={t.model}
          mono
          value={model}
          options={[{ value: started.model, label: started.model }]}
          onChange={(value) =>
            putEdit(setDraft, "model", value === started.model ? null : { kind: "model", model: value })
          }
        />
        <Combobox
          label={t.endpoint}
          mono
          value={endpoint}
          options={(endpoints.data?.endpoints ?? []).map((known) => ({
            value: known.url,
            label: known.label,
            hint: known.url,
          }))}
          onChange={(value) =>
            putEdit(setDraft, "endpoint", value === started.endpoint.url ? null : { kind: "endpoint", endpoint: value })
          }
        />
        <NumberField
          label={t.samples}
          hint={t.samplesHint}
          problem={t.badSamples}
          whole
          value={draft.samples}
          required
          most={200}
          onChange={(samples) => setDraft((before) => ({ ...before, samples: samples ?? 1 }))}
          onInvalid={(bad) => onInvalid("samples", bad)}
        />
      </div>
      <ChoiceRow
        label={t.approve}
        value={draft.approve ?? "default"}
        options={(["default", "ask", "all", "deny"] as const).map((value) => ({ value, label: t.approvals[value] }))}
        onChange={(value) => setDraft((before) => ({ ...before, approve: value === "default" ? null : value }))}
      />
      <Checkbox
        label={m.debug.startHeld}
        hint={m.debug.startHeldHint}
        checked={draft.held}
        onChange={(held) => setDraft((before) => ({ ...before, held }))}
      />
      <SamplingFields {...props} />
      <ToolFields {...props} compactors={catalogue.data?.compactors ?? []} />
    </section>
  );
}

function ToolFields({ run, draft, setDraft, compactors }: ForkSettingsProps & { compactors: { name: string }[] }) {
  const { started } = run;
  const names = started.tools.map((tool) => tool.name);
  const offered = findEdit(draft.edits, "tools")?.tools ?? names;
  const chosen = findEdit(draft.edits, "compactors")?.compactors ?? started.variant.compactors;
  const setTool = (name: string, on: boolean) => {
    const tools = names.filter((candidate) => (candidate === name ? on : offered.includes(candidate)));
    putEdit(setDraft, "tools", tools.length === names.length ? null : { kind: "tools", tools });
  };
  const setCompactor = (name: string, compactor: string) => {
    const next = { ...chosen, [name]: compactor };
    const same = names.every((tool) => compactorOf(next, tool) === compactorOf(started.variant.compactors, tool));
    putEdit(setDraft, "compactors", same ? null : { kind: "compactors", compactors: next });
  };
  if (names.length === 0) return null;
  return (
    <fieldset className="fork-tools">
      <legend>{t.tools}</legend>
      {names.map((name) => (
        <div key={name} className="fork-tools__row">
          <Checkbox label={<code>{name}</code>} checked={offered.includes(name)} onChange={(on) => setTool(name, on)} />
          <SelectField
            compact
            label={`${t.compactor}: ${name}`}
            value={compactorOf(chosen, name)}
            options={(compactors.length === 0 ? [{ name: compactorOf(chosen, name) }] : compactors).map(
              (compactor) => ({
                value: compactor.name,
                label: compactor.name,
              }),
            )}
            onChange={(compactor) => setCompactor(name, compactor)}
          />
        </div>
      ))}
    </fieldset>
  );
}

function compactorOf(compactors: Readonly<Record<string, string>>, tool: string): string {
  return compactors[tool] ?? compactors["*"] ?? "none";
}
