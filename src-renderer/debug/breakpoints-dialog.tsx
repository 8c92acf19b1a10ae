// The list of breakpoints: presets, places, conditions. Saved as a whole; the core says which condition it cannot read.
import { useState } from "react";
import { Breakpoint } from "../../src-shared/rpc/debug.ts";
import { useMutationCall } from "../data/hooks.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox, TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { SelectField } from "../ui/select.tsx";
import { errorText, Notice } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import "./breakpoints-dialog.css";
import { PRESETS, type PresetName } from "./presets.ts";

const t = m.debug;

const PLACES = [
  { value: "", label: t.places.any },
  ...(["request", "call", "result", "stop"] as const).map((value) => ({ value, label: t.places[value] })),
];
const PRESET_OPTIONS = Object.entries(t.presets).map(([value, label]) => ({ value, label }));

function isPreset(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name);
}

export interface BreakpointsDialogProps {
  initial: readonly Breakpoint[];
  onClose(): void;
}

export function BreakpointsDialog({ initial, onClose }: BreakpointsDialogProps) {
  const [list, setList] = useState<readonly Breakpoint[]>(initial);
  const [preset, setPreset] = useState<PresetName>("stop");
  const save = useMutationCall("debug.breakpoints", {
    invalidates: ["debug.state"],
    onSuccess: () => {
      showToast("done", t.saved);
      onClose();
    },
  });
  const change = (index: number, changes: Partial<Breakpoint>) =>
    setList((before) => before.map((other, place) => (place === index ? { ...other, ...changes } : other)));
  const problem = save.error === null ? null : errorText(save.error);
  // The core names the condition; where it is one of these, it is said at its field.
  const named = problem === null ? -1 : list.findIndex((one) => problem.includes(JSON.stringify(one.when)));
  const submit = () => {
    if (!save.isPending) save.mutate({ breakpoints: [...list] });
  };
  return (
    <Dialog
      open
      width="wide"
      title={t.breakpoints}
      description={t.breakpointsText}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button kind="primary" icon="check" disabled={save.isPending} onClick={submit}>
            {m.common.save}
          </Button>
        </>
      }
    >
      <div className="breakpoints">
        {list.length === 0 ? <p className="secondary">{t.noBreakpoints}</p> : null}
        {list.map((breakpoint, index) => (
          <div
            key={breakpoint.id}
            className="breakpoints__row"
            role="group"
            aria-label={`${t.breakpoints} ${index + 1}`}
          >
            <Checkbox
              label={t.enabled}
              checked={breakpoint.enabled}
              onChange={(enabled) => change(index, { enabled })}
            />
            <SelectField
              label={t.at}
              value={breakpoint.at ?? ""}
              options={PLACES}
              onChange={(value) => {
                const at = Breakpoint.shape.at.safeParse(value === "" ? null : value);
                if (at.success) change(index, { at: at.data });
              }}
            />
            <TextField
              label={t.condition}
              mono
              spellCheck={false}
              autoComplete="off"
              placeholder={t.conditionPlaceholder}
              fieldClassName="breakpoints__when"
              problem={named === index ? problem : null}
              value={breakpoint.when}
              onChange={(when) => {
                save.reset();
                change(index, { when });
              }}
              onSubmit={submit}
            />
            <IconButton
              icon="trash"
              label={t.removeBreakpoint}
              onClick={() => setList((before) => before.filter((other) => other !== breakpoint))}
            />
          </div>
        ))}
        {problem !== null && named === -1 ? <Notice tone="bad">{problem}</Notice> : null}
        <div className="breakpoints__add">
          <SelectField
            label={t.preset}
            value={preset}
            options={PRESET_OPTIONS}
            onChange={(name) => {
              if (isPreset(name)) setPreset(name);
            }}
          />
          <Button
            icon="plus"
            disabled={list.length >= 100}
            onClick={() =>
              setList((before) => [...before, { id: crypto.randomUUID(), enabled: true, ...PRESETS[preset] }])
            }
          >
            {t.addBreakpoint}
          </Button>
        </div>
        <Syntax />
      </div>
    </Dialog>
  );
}

function Syntax() {
  return (
    <details className="breakpoints__syntax">
      <summary>{t.syntax}</summary>
      <p>{t.syntaxText}</p>
      <dl>
        {t.syntaxNames.map(([name, text]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
