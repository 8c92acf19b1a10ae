// Every text the user interface shows. One catalogue per language with the same keys; a missing key does not compile.
import { common } from "./en/common.ts";
import { app } from "./en/app.ts";
import { audit } from "./en/audit.ts";
import { runs } from "./en/runs.ts";
import { newRun } from "./en/new-run.ts";
import { approvals } from "./en/approvals.ts";
import { settings } from "./en/settings.ts";
import { endpointProfile } from "./en/endpoint-profile.ts";
import { vocabulary } from "./en/vocabulary.ts";
import { inspector } from "./en/inspector.ts";
import { compare } from "./en/compare.ts";
import { replay } from "./en/replay.ts";
import { importing } from "./en/import.ts";
import { decided } from "./en/decided.ts";
import { evaluate } from "./en/evaluate.ts";
import { experiments } from "./en/experiments.ts";
import { diagnosis } from "./en/diagnosis.ts";
import { refinement } from "./en/refinement.ts";
import { debug } from "./en/debug.ts";
import { handover } from "./en/handover.ts";
import { contractText as contract } from "./en/contract.ts";
import { ab } from "./en/ab.ts";
import { work } from "./en/work.ts";

const en = {
  common,
  app,
  runs,
  newRun,
  approvals,
  settings,
  endpointProfile,
  vocabulary,
  inspector,
  compare,
  replay,
  experiments,
  evaluate,
  importing,
  diagnosis,
  audit,
  refinement,
  debug,
  decided,
  handover,
  ab,
  contract,
  work,
};

/** What another language must give. */
export type Messages = typeof en;

/** The catalogue in use: `m.runs.title`, or `m.common.lines(3)` where there are parameters. */
export const m: Messages = en;
