// Long work (an experiment, an evaluation) as every list and page shows it: its state, how far it is, and what can be done with it.
import type { ExperimentStateName } from "../../src-shared/rpc/experiments.ts";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";
import { m } from "./messages/messages.ts";
import "./work.css";

const t = m.work;

const tones = {
  running: "busy",
  paused: "ask",
  cancelled: "neutral",
  failed: "bad",
  interrupted: "neutral",
  done: "good",
} as const;

export function WorkState({ state }: { state: ExperimentStateName }) {
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>;
}

/** `text` says it in words: so many of so many. */
export function WorkProgress({ done, of, text }: { done: number; of: number; text: string }) {
  return (
    <span className="work-progress">
      <progress max={of} value={done} aria-label={t.progress} />
      <span className="numeric secondary">{text}</span>
    </span>
  );
}

/** One thing to do with the work: a mutation bound to it. */
export interface WorkAction {
  run: () => void;
  isPending: boolean;
}

/** Pause or go on, and cancel, as the state allows; nothing for work that is done. */
export function WorkButtons({
  state,
  pause,
  resume,
  cancel,
}: {
  state: ExperimentStateName;
  pause: WorkAction;
  resume: WorkAction;
  cancel: WorkAction;
}) {
  if (state === "done") return null;
  return (
    <>
      {state === "running" ? (
        <Button small disabled={pause.isPending} onClick={pause.run}>
          {t.pause}
        </Button>
      ) : (
        <Button small kind="primary" icon="play" disabled={resume.isPending} onClick={resume.run}>
          {t.resume}
        </Button>
      )}
      {state === "cancelled" ? null : (
        <Button small kind="danger" icon="stop" disabled={cancel.isPending} onClick={cancel.run}>
          {t.cancel}
        </Button>
      )}
    </>
  );
}
