// The debugger of one live run: hold it, see why it is held, edit what is pending, and let it go on. Nothing for an ended run.
import { useState } from "react";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { StepTo, type HeldRun } from "../../src-shared/rpc/debug.ts";
import { useDebugState, useHeld } from "../data/debug-state.ts";
import { useMutationCall } from "../data/hooks.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { Select } from "../ui/select.tsx";
import { errorText } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import { openBreakpoints } from "./breakpoints-store.ts";
import "./debug-bar.css";
import type { Edits } from "./editor-state.ts";
import { HeldEditor } from "./held-editor.tsx";

const t = m.debug;

const sayError = (error: Error) => showToast("error", errorText(error));

export function DebugBar({ run }: { run: MethodOutput<"runs.get"> }) {
  const { summary, started } = run;
  const held = useHeld(summary.id);
  if (!run.live || summary.ending !== null) return null;
  if (held === null) return <GoingOn key={summary.id} run={summary.id} />;
  return <HeldHere key={`${held.run} ${held.since}`} held={held} toolNames={started.tools.map((tool) => tool.name)} />;
}

function GoingOn({ run }: { run: string }) {
  const [asked, setAsked] = useState(false);
  const pause = useMutationCall("debug.pause", { onSuccess: () => setAsked(true), onError: sayError });
  const stop = useMutationCall("runs.stop", { onError: sayError });
  const pauseNow = () => {
    if (!pause.isPending) pause.mutate({ run });
  };
  useCommands([
    { id: "debug.pause", title: t.pause, group: t.group, keys: ["Shift+F8"], inFields: true, run: pauseNow },
  ]);
  return (
    <section className="debug-bar" aria-label={t.bar}>
      <span className="debug-bar__text secondary" role="status">
        {asked ? t.pausing : t.running}
      </span>
      <Button small icon="pause" shortcut="Shift+F8" title={t.pauseTip} disabled={asked} onClick={pauseNow}>
        {t.pause}
      </Button>
      <BreakpointsButton />
      <Button
        small
        kind="danger"
        icon="stop"
        disabled={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate({ run })}
      >
        {stop.isPending || stop.isSuccess ? t.stopping : t.stop}
      </Button>
    </section>
  );
}

function HeldHere({ held, toolNames }: { held: HeldRun; toolNames: readonly string[] }) {
  const [edits, setEdits] = useState<Edits>({});
  const [to, setTo] = useState<StepTo>("any");
  const [open, setOpen] = useState(true);
  const goOn = useMutationCall("debug.go_on", { onError: sayError });
  const busy = goOn.isPending || goOn.isSuccess;
  const letGo = (how: "continue" | "step" | "stop") => {
    if (busy) return;
    if (how === "stop") return goOn.mutate({ run: held.run, how, edits: {} });
    if (edits === null) return showToast("error", t.mend);
    return goOn.mutate({ run: held.run, how, to, edits });
  };
  const { pending } = held;
  useCommands([
    { id: "debug.go_on", title: t.goOn, group: t.group, keys: ["F8"], inFields: true, run: () => letGo("continue") },
    { id: "debug.step", title: t.step, group: t.group, keys: ["F10"], inFields: true, run: () => letGo("step") },
  ]);
  const edited = edits !== null && Object.keys(edits).length > 0;
  const why = held.why === "step" ? t.whyStep : t.why(held.why);
  return (
    <section className="debug-bar-held" aria-label={t.bar}>
      <div className="debug-bar debug-bar--held">
        <span className="debug-bar__text truncate" role="status" title={`${t.held(pending.at, pending.turn)}, ${why}`}>
          <strong>{t.held(pending.at, pending.turn)}</strong>
          <span>{`, ${why}`}</span>
        </span>
        {edits === null ? <span className="debug-bar__bad">{t.mend}</span> : null}
        {edited ? <span className="debug-bar__edited">{t.notOnRecordYet}</span> : null}
        <Button
          small
          kind="primary"
          icon="play"
          shortcut="F8"
          disabled={busy || edits === null}
          onClick={() => letGo("continue")}
        >
          {t.goOn}
        </Button>
        <Button small icon="step" shortcut="F10" disabled={busy || edits === null} onClick={() => letGo("step")}>
          {t.step}
        </Button>
        <Select
          compact
          className="debug-bar__to"
          label={t.stepTo}
          value={to}
          options={StepTo.options.map((value) => ({ value, label: t.steps[value] }))}
          onChange={(value) => {
            const chosen = StepTo.safeParse(value);
            if (chosen.success) setTo(chosen.data);
          }}
        />
        <BreakpointsButton />
        <Button small kind="danger" icon="stop" disabled={busy} onClick={() => letGo("stop")}>
          {t.stop}
        </Button>
        <IconButton
          icon={open ? "chevronUp" : "chevronDown"}
          label={open ? t.hide : t.show}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </div>
      <div className="debug-bar__pending" hidden={!open} role="group" aria-label={t.pending}>
        <HeldEditor pending={pending} toolNames={toolNames} onEdits={setEdits} />
      </div>
    </section>
  );
}

function BreakpointsButton() {
  const count = useDebugState().data?.breakpoints.filter((breakpoint) => breakpoint.enabled).length ?? 0;
  return (
    <Button small icon="half" onClick={openBreakpoints}>
      {t.breakpointsCount(count)}
    </Button>
  );
}
