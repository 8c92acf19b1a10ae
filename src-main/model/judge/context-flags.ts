// Was the prompt cut to fit the context window? Judged from the server's count against our own estimate, calibrated by
// what earlier turns of the run reported. Servers cut in silence, and take the system prompt and the tools first.
import { calibrationRatio, USUAL_WINDOWS } from "../tokens.ts";

export interface ContextFacts {
  /** Our estimate of this request's prompt in the server's tokens (calibrated); 0 for not known. */
  estimated: number;
  reported: number | null;
  completion: number | null;
  /** Earlier turns: our estimate before calibration, and what the server reported. */
  earlier: readonly { estimated: number; reported: number | null }[];
}

export interface ContextJudgement {
  truncated: boolean;
  shrank: boolean;
  /** One line each. */
  evidence: string[];
  /** The window the count is pinned at, when it is pinned at a usual one. */
  window: number | null;
}

/**
 * Prompt tokens that a cut leaves at the least: no server runs a tool loop in a window below 512. A smaller count, with
 * nothing to calibrate it by, is a server that counts something else (only what its cache did not hold, say).
 */
const SMALLEST_CUT = 500;

export function judgeContext(facts: ContextFacts): ContextJudgement {
  const none: ContextJudgement = { truncated: false, shrank: false, evidence: [], window: null };
  const { estimated, reported } = facts;
  if (reported === null || reported <= 0 || estimated <= 0) return none;
  const sound = facts.earlier.filter((turn) => turn.reported !== null && turn.reported > 0 && turn.estimated > 0);
  const ratio = calibrationRatio(sound);
  const expected = estimated;
  const window = pinnedWindow(reported, facts.completion);
  const evidence: string[] = [];
  const missing = expected - reported;
  // An estimate without calibration may be off by half; with calibration, or beside a usual window, less is enough.
  const factor = window !== null ? 1.15 : sound.length > 0 ? 1.4 : 1.8;
  const plausible = sound.length > 0 || reported >= SMALLEST_CUT;
  const short = plausible && expected >= reported * factor && missing >= (window === null ? 400 : 150);
  if (short) {
    evidence.push(`the server counted ${reported} prompt tokens where about ${expected} were sent`);
    if (window !== null) evidence.push(`the count stands at a context window of ${window}`);
  }
  const before = sound.at(-1);
  let shrank = false;
  let flat = false;
  const grown = before ? estimated - before.estimated * ratio : 0;
  if (before && before.reported !== null && grown >= Math.max(20, before.estimated * ratio * 0.02)) {
    shrank = reported < before.reported - Math.max(4, before.reported * 0.005);
    flat = Math.abs(reported - before.reported) <= Math.max(2, before.reported * 0.005) && grown >= 100;
    if (shrank) {
      evidence.push(
        `the count fell from ${before.reported} to ${reported} while the history grew by about ${Math.round(grown)} tokens`,
      );
    }
    if (flat)
      evidence.push(`the count stayed at ${reported} while the history grew by about ${Math.round(grown)} tokens`);
  }
  return { truncated: short || shrank || flat, shrank, evidence, window };
}

/** A usual window at which the count, alone or with the output, is pinned. */
function pinnedWindow(prompt: number, completion: number | null): number | null {
  for (const window of USUAL_WINDOWS) {
    const near = prompt >= window * 0.97 && prompt <= window + 16;
    const filled = completion !== null && Math.abs(prompt + completion - window) <= 1;
    if (near || filled) return window;
  }
  return null;
}
