// State and progress of one evaluation, as the list and its page show them.
import type { EvaluationEntry } from "../../src-shared/rpc/evaluations.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";

const tones = {
  running: "busy",
  paused: "ask",
  cancelled: "neutral",
  failed: "bad",
  interrupted: "neutral",
  done: "good",
} as const;

export function StateBadge({ state }: Pick<EvaluationEntry, "state">) {
  return <Badge tone={tones[state]}>{m.experiments.states[state]}</Badge>;
}

export function ProgressBar({ done, of }: Pick<EvaluationEntry, "done" | "of">) {
  const text = m.evaluate.runs(done, of);
  return (
    <span className="evaluation-progress">
      <progress max={of} value={done} aria-label={m.evaluate.progress} />
      <span className="numeric secondary">{text}</span>
    </span>
  );
}
