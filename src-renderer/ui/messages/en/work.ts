// Texts of long work: experiments and evaluations alike.
import type { ExperimentStateName } from "../../../../src-shared/rpc/experiments.ts";

const states: Record<ExperimentStateName, string> = {
  running: "running",
  paused: "paused",
  cancelled: "cancelled",
  failed: "failed",
  interrupted: "interrupted",
  done: "done",
};

export const work = { states, progress: "Progress", pause: "Pause", resume: "Go on", cancel: "Cancel" };
