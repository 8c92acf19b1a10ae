// Takes an experiment's samples with the app's own runs and endpoints. Every sample is a fork (or a run of the task) in the store; a probe
// asks for one message and records no run.
import { createHash } from "node:crypto";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { isKind, parseEvent, type TraceEvent } from "../../src-shared/trace/event.ts";
import type { ResponseFinished } from "../../src-shared/trace/events/response-finished.ts";
import type { AbCompletion } from "../../src-shared/rpc/ab.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { normalisedArguments } from "../agent/operation-key.ts";
import { freezeTurn } from "../debug/experiment/frozen-turn.ts";
import { prepareFork } from "../debug/fork.ts";
import type {
  Arm,
  ExperimentPort,
  ExperimentRecord,
  ExperimentSpec,
  Mismatch,
  SampleOutcome,
} from "../debug/experiment/types.ts";
import { estimateRequestTokens } from "../model/message-tokens.ts";
import type { Pack } from "../tools/types.ts";
import { createRegistry } from "../tools/registry.ts";
import { renderSystemPrompt } from "../tools/system-prompt.ts";
import type { LoadedCatalogue } from "./catalogue.ts";
import { askArm } from "./ab-request.ts";
import { experimentApprover } from "./experiment-approver.ts";
import { experimentCatalogue } from "./live-tools.ts";
import type { RunManager, StartedRuns } from "./run-manager.ts";
import { traceReader } from "./trace-reader.ts";
import { createUnattendedRuns, type RunParts } from "./unattended-runs.ts";

export interface ExperimentPortOptions {
  host: "desktop" | "browser" | "cli";
  user: string;
  /** Tools of the user's own: called live where an experiment allows them. */
  packs?: readonly Pack[];
  onCrash(run: string, error: unknown): void;
}

export interface AppExperimentPort extends ExperimentPort {
  close(): Promise<void>;
}

/** A probe is one message: longer than any server takes, shorter than for ever. */
const PROBE_MS = 10 * 60_000;

export function createExperimentPort(parts: RunParts, options: ExperimentPortOptions): AppExperimentPort {
  const { store } = parts;
  const reader = traceReader(store);
  let catalogue: { at: number; value: LoadedCatalogue } | null = null;

  /** Files are read at most once a second: hundreds of samples want the same ones. */
  function recentCatalogue(): LoadedCatalogue {
    const now = performance.now();
    if (catalogue === null || now - catalogue.at > 1_000) catalogue = { at: now, value: parts.catalogue() };
    return catalogue.value;
  }
  /** One for each set of allowed tools, so that what one experiment allows is no other's. */
  const managers = new Map<string, RunManager>();
  const runOf = new Map<string, RunManager>();

  function catalogueFor(allow: readonly string[]): LoadedCatalogue {
    return experimentCatalogue(recentCatalogue(), options.packs ?? [], allow);
  }
  function runsFor({ allow }: ExperimentSpec): RunManager {
    const key = JSON.stringify(allow.toSorted());
    const known = managers.get(key);
    if (known) return known;
    const made = createUnattendedRuns(parts, {
      catalogue: () => catalogueFor(allow),
      approverFor(run) {
        const started = startOf(run);
        const recorded = started.parent ? startOf(started.parent.run) : null;
        return experimentApprover(started, recorded, allow, options.host);
      },
      host: options.host,
      user: options.user,
      interactive: false,
      onCrash: options.onCrash,
    });
    managers.set(key, made);
    return made;
  }

  function startOf(run: string): RunStarted {
    const known = store.getRun(RunId.parse(run));
    if (!known) throw new UserError("not_found", `There is no run ${run}.`);
    return known.started;
  }

  async function begin(runs: RunManager, { id, spec }: ExperimentRecord, arm: Arm, seed: number): Promise<StartedRuns> {
    // Every write is put to the approver above: a variant that lets writes run was not written for an experiment.
    const common = { approve: "ask" as const, samples: 1, seed, paused: false };
    const { base } = spec;
    if (base.kind === "turn") {
      const { run, turn } = base;
      return runs.fork({ run, turn, edits: arm.edits, variant: arm.variant, order: spec.order, ...common }, id);
    }
    if (arm.variant === null) throw new UserError("invalid_input", `Arm ${arm.name} names no variant.`);
    const { endpoint, model, ...what } = base;
    const input = { what, variant: arm.variant, endpoint, model, ...common };
    return runs.start(input, [], id);
  }

  function outcomeOf(spec: ExperimentSpec, run: string): SampleOutcome | null {
    const id = RunId.parse(run);
    const known = store.getRun(id);
    const { ending } = known?.summary ?? { ending: null };
    if (!known || ending === null || ending === "interrupted" || ending === "aborted") return null;
    const turn = spec.base.kind === "turn" ? spec.base.turn : null;
    const events = store.events(id).flatMap((stored) => parseEvent(stored) ?? []);
    const first = firstAnswer(events, turn);
    const { passed, terminal_state: state } = known.summary;
    return {
      run,
      succeeded: passed ?? (state === null ? null : state === "complete"),
      ending,
      ...read(first, turn !== null),
      seed_dropped: seedDropped(events),
      mismatches: mismatchesIn(events),
    };
  }

  return {
    async sample(record, arm, job, begun) {
      const { spec } = record;
      const runs = runsFor(spec);
      const started = await begin(runs, record, arm, job.seed);
      const run = started.started[0];
      if (run === undefined) throw new Error("A sample began without a run.");
      runOf.set(run, runs);
      begun(run);
      try {
        await started.finished;
      } finally {
        runOf.delete(run);
      }
      const outcome = outcomeOf(spec, run) ?? { ...nothing, run, ending: "aborted" };
      refuseUnreachable(outcome);
      return outcome;
    },
    async probe(spec, arm, seed, signal) {
      // An endpoint that is not there is one of the things that an A/B compares.
      if (spec.samples_are === "requests") return askAb(spec, arm, seed ?? spec.seed, signal);
      const outcome = await ask(spec, arm, seed, signal);
      refuseUnreachable(outcome);
      return outcome;
    },
    outcomeOf,
    messages: (run, turn) => freezeTurn(reader, run, turn).messages,
    stop: (run) => void runOf.get(run)?.stop(run),
    async close() {
      await Promise.all([...managers.values()].map((runs) => runs.close()));
    },
  };

  async function ask(spec: ExperimentSpec, arm: Arm, seed: number | null, signal: AbortSignal): Promise<SampleOutcome> {
    if (spec.base.kind !== "turn") throw new Error("Only a frozen turn can be probed.");
    const { run, turn } = spec.base;
    const at = catalogueFor(spec.allow);
    const packs = at.packsOf(startOf(run));
    const variant = typeof arm.variant === "string" ? at.variant(arm.variant) : arm.variant;
    const prepared = prepareFork(reader, { run, turn, edits: arm.edits, variant }, (chosen: Variant) =>
      renderSystemPrompt(chosen, createRegistry(packs, chosen.tools).definitions()),
    );
    const endpoint = await parts.endpoints.resolve(prepared.endpoint);
    const until = performance.now() + PROBE_MS;
    let dropped = false;
    const response = await endpoint.client().complete(
      {
        model: prepared.model,
        messages: prepared.messages,
        tools: createRegistry(packs, prepared.variant.tools).definitions(),
        sampling: { ...prepared.variant.sampling, seed },
        offeredBefore: prepared.offeredBefore,
        estimatedPromptTokens: estimateRequestTokens(prepared.messages, 0),
        earlierUsage: [],
        turn,
      },
      {
        signal,
        onWire(report) {
          if (report.kind === "request") dropped ||= !sendsSeed(report.body);
        },
        onDelta: () => undefined,
        remainingMs: () => Math.max(0, until - performance.now()),
      },
    );
    return { ...nothing, ...read(response.finished, true), seed_dropped: dropped };
  }

  async function askAb(spec: ExperimentSpec, arm: Arm, seed: number, signal: AbortSignal): Promise<SampleOutcome> {
    const answer = await askArm(parts, spec, arm, seed, signal);
    if (answer === null) return nothing;
    const { completion, seedDropped: dropped } = answer;
    return { ...nothing, ...read(completion, true), going_on: goesOn(completion), seed_dropped: dropped, completion };
  }

  function seedDropped(events: readonly TraceEvent[]): boolean {
    const sent = events.find((event) => isKind(event, "request.sent"));
    if (!sent || !isKind(sent, "request.sent") || sent.data.envelope === null) return false;
    return !sendsSeed(store.blobText(sent.data.envelope.hash).text);
  }
}

const nothing: SampleOutcome = {
  run: null,
  going_on: null,
  succeeded: null,
  ending: null,
  calls: [],
  answer: null,
  error: null,
  seed_dropped: false,
  mismatches: [],
};

/** Live calls that the recording had no answer for, and whether the user's leave let them run. */
function mismatchesIn(events: readonly TraceEvent[]): Mismatch[] {
  const decisions = new Map<string, boolean>();
  for (const event of events) {
    if (event.kind !== "approval.decided") continue;
    const key = `${event.turn} ${event.data.call_id}`;
    decisions.set(key, (decisions.get(key) ?? true) && event.data.decision === "approve");
  }
  return events.flatMap((event) => {
    if (event.kind !== "policy.decided" || event.data.reason !== "live_in_replay_asks") return [];
    const { tool, call_id: call } = event.data;
    return [{ tool, arguments: event.data.arguments ?? null, ran: decisions.get(`${event.turn} ${call}`) ?? false }];
  });
}

/** A call that was cut never runs, and a call as text is none. */
function goesOn({ outcome }: AbCompletion): boolean | null {
  return outcome === "error" ? null : outcome === "call";
}

type Answer = Pick<ResponseFinished, "content" | "calls"> & { error: { category: string; message: string } | null };

function firstAnswer(events: readonly TraceEvent[], turn: number | null): Answer | null {
  const answer = events.find((event) => isKind(event, "response.finished") && (turn === null || event.turn === turn));
  return answer && isKind(answer, "response.finished") ? answer.data : null;
}

function read(answer: Answer | null, isTurn: boolean): Pick<SampleOutcome, "going_on" | "calls" | "answer" | "error"> {
  if (answer === null)
    return { going_on: null, calls: [], answer: null, error: { category: "none", message: "no answer came" } };
  const calls = answer.calls.map((call) => ({ tool: call.name, arguments: call.arguments }));
  if (answer.error)
    return {
      going_on: null,
      calls,
      answer: null,
      error: { category: answer.error.category, message: answer.error.message },
    };
  const said = JSON.stringify([
    answer.content ?? "",
    calls.map((call) => [call.tool, normalisedArguments(call.arguments)]),
  ]);
  return {
    going_on: isTurn ? calls.length > 0 : null,
    calls,
    answer: createHash("sha256").update(said).digest("hex").slice(0, 16),
    error: null,
  };
}

function sendsSeed(body: string): boolean {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === "object" && parsed !== null && "seed" in parsed;
}

/** Nothing can be found out from a server that is not there. */
function refuseUnreachable({ error }: SampleOutcome): void {
  if (error?.category === "unreachable") throw new UserError("endpoint_unreachable", error.message);
}
