// The state and progress of one experiment, as the list and its page show them.
import type { ExperimentEntry } from "../../src-shared/rpc/experiments.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";

const t = m.experiments;

const tones = {
  running: "busy",
  paused: "ask",
  cancelled: "neutral",
  failed: "bad",
  interrupted: "neutral",
  done: "good",
} as const;

export function StateBadge({ state }: Pick<ExperimentEntry, "state">) {
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>;
}

export function ProgressBar({ done, of }: Pick<ExperimentEntry, "done" | "of">) {
  const text = t.progressOf(done, of);
  return (
    <span className="experiment-progress">
      <progress max={of} value={done} aria-label={t.progress}>
        {text}
      </progress>
      <span className="numeric secondary">{text}</span>
    </span>
  );
}
