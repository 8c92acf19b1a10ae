// The one contract between renderer and core: method → input and output schema. Carried by Electron IPC or a WebSocket;
// every input is parsed where it enters (src-main/rpc). Renderers call it through src-renderer/data only.
import { z } from "zod";
import {
  ContextDocument,
  Diagnosis,
  DiffManyDocument,
  EnvironmentDocument,
  ResultDocument,
  VerifyDocument,
  WireDocument,
} from "../cli/documents.ts";
import { AuditDocument } from "../cli/audit-document.ts";
import { GroundingDocument } from "../cli/grounding-document.ts";
import { StoredEvent } from "../trace/event.ts";
import { RunStarted } from "../trace/events/run-started.ts";
import { RunEnded } from "../trace/events/run-ended.ts";
import { LedgerRefinement } from "../trace/ledger-refinement.ts";
import { RunSummary } from "../trace/run-summary.ts";
import { TurnRecord } from "../trace/turn-record.ts";
import { AcceptedSyntax, AcceptSyntaxInput } from "./text-calls.ts";
import { AbCompletion, AbDocument, AbPlanDocument, AbRequestInput, AbSampleRef } from "./ab.ts";
import { RefineInput } from "./refine.ts";
import { UploadPieces, UploadRef, UploadStatus } from "./import.ts";
import { RunChecks, RunChecksInput } from "./checks.ts";
import { AuditDetail, AuditFacets, AuditPage, AuditQuery, JudgeFinding } from "./audit.ts";
import { Breakpoint, GoOn, HeldRun } from "./debug.ts";
import { endpointProfileMethods } from "./endpoint-profile.ts";
import { evaluationMethods, fileMethods } from "./evaluations.ts";
import {
  BisectPlanDocument,
  BisectRequestInput,
  ExperimentDocument,
  ExperimentEntry,
  TurnVerdict,
  VariantsExperimentInput,
  VariantsPlanDocument,
  VariantName,
} from "./experiments.ts";
import {
  AppInfo,
  ApprovalAnswer,
  Catalogue,
  Endpoint,
  EndpointStatus,
  HandOverEntry,
  PendingApproval,
  RunQuery,
  StartFork,
  StartRun,
} from "./types.ts";

const RunRef = z.object({ run: z.string() });
const TurnRef = z.object({ run: z.string(), turn: z.number().int().positive() });
const ExperimentRef = z.object({ id: z.string() });
const Nothing = z.object({});

export const contract = {
  "app.info": { input: Nothing, output: AppInfo },
  "catalogue.get": { input: Nothing, output: Catalogue },

  "runs.list": { input: RunQuery, output: z.object({ runs: z.array(RunSummary), total: z.number().int() }) },
  /** Distinct values for the run table's filters. */
  "runs.facets": {
    input: Nothing,
    output: z.object({
      tasks: z.array(z.string()),
      variants: z.array(z.string()),
      models: z.array(z.string()),
      endings: z.array(z.string()),
      sources: z.array(z.string()),
    }),
  },
  "runs.get": {
    input: RunRef,
    output: z.object({
      summary: RunSummary,
      started: RunStarted,
      ended: RunEnded.nullable(),
      turns: z.array(TurnRecord),
      /** The run goes on in this process. */
      live: z.boolean(),
      event_count: z.number().int(),
    }),
  },
  "runs.start": { input: StartRun, output: z.object({ runs: z.array(z.string()) }) },
  "runs.fork": { input: StartFork, output: z.object({ runs: z.array(z.string()) }) },
  "runs.stop": { input: RunRef, output: Nothing },
  /** From now on the client gets `event.appended` and `live.delta` of these runs; replaces what it watched before. */
  "runs.watch": { input: z.object({ runs: z.array(z.string()).max(16) }), output: Nothing },
  "runs.compare": { input: z.object({ runs: z.array(z.string()).min(2).max(4) }), output: DiffManyDocument },
  "runs.diagnose": { input: RunRef, output: Diagnosis },
  /** Policy compliance and the final environment, from the trace alone. */
  "runs.audit": { input: RunRef, output: AuditDocument },
  /** Where each value of the final answer came from. */
  "runs.grounding": { input: RunRef, output: GroundingDocument },
  /** A person confirms a finding, rejects it, or takes back what they said. */
  "findings.judge": { input: JudgeFinding, output: Nothing },
  /** Decisions and approvals over all runs. */
  "audit.list": { input: AuditQuery, output: AuditPage },
  "audit.facets": { input: Nothing, output: AuditFacets },
  "audit.get": { input: z.object({ run: z.string(), seq: z.number().int().positive() }), output: AuditDetail },
  /** A model looks over the derived ledger; what it says is shown beside it and put nowhere on record. */
  "runs.refine_ledger": { input: RefineInput, output: LedgerRefinement },
  /** Contracts and results checked: what was read off the contracts and what was seen are graded and counted apart. */
  "runs.checks": { input: RunChecksInput, output: RunChecks },

  /** A run that has ended goes on; `message` is what the person says (null: the outstanding items are named). */
  "runs.continue": {
    input: z.object({ run: z.string(), message: z.string().min(1).nullable(), reason: z.string() }),
    output: Nothing,
  },
  /** Runs that wait for a person: ended `escalate` or `unknown` and not settled yet, newest first. */
  "handover.list": { input: Nothing, output: z.object({ entries: z.array(HandOverEntry) }) },
  /** `reconcile` looks the open writes up by their operation keys; `resolve` settles the run with a reason. */
  "handover.settle": {
    input: z.object({ run: z.string(), action: z.enum(["reconcile", "resolve"]), reason: z.string() }),
    output: z.object({ settled: z.boolean(), detail: z.string() }),
  },

  "debug.state": { input: Nothing, output: z.object({ breakpoints: z.array(Breakpoint), held: z.array(HeldRun) }) },
  "debug.breakpoints": { input: z.object({ breakpoints: z.array(Breakpoint).max(100) }), output: Nothing },
  /** Holds a live run at its next place. */
  "debug.pause": { input: RunRef, output: Nothing },
  "debug.go_on": { input: GoOn, output: Nothing },

  "events.list": {
    input: z.object({
      run: z.string(),
      after: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(5000).default(1000),
      /** Leaves out the bulky bodies: strings of the data longer than this are cut and end in `…`. Null keeps all. */
      preview_chars: z.number().int().positive().nullable().default(200),
    }),
    output: z.object({ events: z.array(StoredEvent), total: z.number().int() }),
  },
  "events.get": { input: z.object({ run: z.string(), seq: z.number().int().positive() }), output: StoredEvent },
  /** Sequence numbers of the events whose data holds the text (any case), in order, over the whole run. */
  "events.find": {
    input: z.object({ run: z.string(), text: z.string().min(1) }),
    output: z.object({
      hits: z.array(z.object({ seq: z.number().int(), turn: z.number().int().nullable() })),
      cut: z.boolean(),
    }),
  },

  "turn.context": { input: TurnRef, output: ContextDocument },
  "turn.results": { input: TurnRef, output: ResultDocument },
  /** `attempt` null: the last one. */
  "turn.wire": {
    input: TurnRef.extend({ attempt: z.number().int().positive().nullable().default(null) }),
    output: WireDocument,
  },
  "turn.environment": { input: TurnRef, output: EnvironmentDocument },
  /** Why a turn ended without a call; null where it made one. */
  "turn.verdict": { input: TurnRef, output: z.object({ verdict: TurnVerdict.nullable() }) },

  "approvals.pending": { input: Nothing, output: z.object({ approvals: z.array(PendingApproval) }) },
  "approvals.answer": { input: ApprovalAnswer, output: Nothing },

  "endpoints.list": { input: Nothing, output: z.object({ endpoints: z.array(Endpoint) }) },
  "endpoints.save": { input: Endpoint, output: Nothing },
  "endpoints.remove": { input: z.object({ url: z.string() }), output: Nothing },
  /** Looks at the usual loopback ports. */
  "endpoints.discover": { input: Nothing, output: z.object({ found: z.array(EndpointStatus) }) },
  /** Reaches one endpoint and lists its models; `deep` also probes its capabilities with tiny requests. */
  "endpoints.check": { input: z.object({ url: z.string(), deep: z.boolean().default(false) }), output: EndpointStatus },

  ...endpointProfileMethods,

  /** Newest first. */
  "experiments.list": { input: Nothing, output: z.object({ experiments: z.array(ExperimentEntry) }) },
  "experiments.get": { input: ExperimentRef, output: ExperimentDocument },
  /** Sends nothing: the changes, prepared as forks, and how many samples tell anything. */
  "experiments.plan_bisect": { input: BisectRequestInput, output: BisectPlanDocument },
  "experiments.start_bisect": { input: BisectRequestInput, output: ExperimentRef },
  /** The same for a task, a prompt or a frozen turn in several variants. */
  "experiments.plan": { input: VariantsExperimentInput, output: VariantsPlanDocument },
  "experiments.start": { input: VariantsExperimentInput, output: ExperimentRef },
  "experiments.pause": { input: ExperimentRef, output: Nothing },
  /** Goes on with one that is paused, cancelled, interrupted or failed. */
  "experiments.resume": { input: ExperimentRef, output: Nothing },
  "experiments.cancel": { input: ExperimentRef, output: Nothing },
  /** "Apply to variant": the recorded variant with an arm's change in it, saved among the user's own under this name. */
  "experiments.apply": {
    input: ExperimentRef.extend({ arm: z.string(), name: VariantName }),
    output: z.object({ name: z.string(), file: z.string() }),
  },
  /** The report of a bisect that is done, as a file to keep. */
  "experiments.report": {
    input: ExperimentRef.extend({ format: z.enum(["html", "markdown"]) }),
    output: z.object({ name: z.string(), text: z.string() }),
  },

  /** What a recorded request was, and which arms its verdict suggests. Sends nothing. */
  "ab.plan": { input: TurnRef, output: AbPlanDocument },
  /** Sends the frozen request to every arm; nothing is executed. It is an experiment: paused, cancelled and gone on with as those are. */
  "ab.start": { input: AbRequestInput, output: ExperimentRef },
  "ab.get": { input: ExperimentRef, output: AbDocument },
  /** One answer as it came. */
  "ab.sample": { input: AbSampleRef, output: AbCompletion },

  "text_calls.accepted": { input: Nothing, output: z.object({ accepted: z.array(AcceptedSyntax) }) },
  /** Later runs on that endpoint and model take text calls in this syntax as calls; each is marked `from_text`. */
  "text_calls.accept": { input: AcceptSyntaxInput, output: Nothing },

  /** What a page hands over by content is received piece by piece, then imported; the same record again adds nothing. */
  "import.begin": { input: Nothing, output: UploadRef },
  "import.add": { input: UploadPieces, output: Nothing },
  "import.carry_out": { input: UploadRef, output: Nothing },
  "import.status": { input: UploadRef, output: UploadStatus },
  "import.cancel": { input: UploadRef, output: Nothing },

  ...evaluationMethods,
  ...fileMethods,

  "store.verify": { input: Nothing, output: VerifyDocument },
} as const;

export type Contract = typeof contract;
export type Method = keyof Contract;
/** What a caller passes (defaults may be left out). */
export type MethodInput<M extends Method> = z.input<Contract[M]["input"]>;
/** What the core gets, parsed. */
export type ParsedInput<M extends Method> = z.output<Contract[M]["input"]>;
export type MethodOutput<M extends Method> = z.output<Contract[M]["output"]>;

/** Every method, as the core implements it. */
export type CoreApi = {
  [M in Method]: (input: ParsedInput<M>, caller: Caller) => Promise<MethodOutput<M>> | MethodOutput<M>;
};

/** Who is calling: one renderer window or one browser tab. */
export interface Caller {
  id: string;
  host: "desktop" | "browser";
  user: string;
}

/** A failed call as it crosses the bridge. `message` is for a person; `code` for the renderer's own wording. */
export const RpcError = z.object({ code: z.string(), message: z.string() });
export type RpcError = z.infer<typeof RpcError>;
