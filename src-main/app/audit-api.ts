// The contract's methods about audit, grounding and findings: the store's decisions and the pure judgements, in the words of the contract.
import { RunId } from "../../src-shared/prelude/ids.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { GroundingDocument } from "../../src-shared/cli/grounding-document.ts";
import type { AuditDetail, AuditEntry, AuditProvenance } from "../../src-shared/rpc/audit.ts";
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import { parseEvent, toStored, type TraceEvent } from "../../src-shared/trace/event.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { traceFromEvents } from "../diagnose/diagnose.ts";
import { groundAnswer } from "../diagnose/grounding.ts";
import type { Store } from "../store/store.ts";
import { auditStoredRun } from "./audit.ts";
import { judgeFinding } from "./finding-judgements.ts";
import { traceReader } from "./trace-reader.ts";

type AuditApi = Pick<
  CoreApi,
  "audit.list" | "audit.facets" | "audit.get" | "runs.audit" | "runs.grounding" | "findings.judge"
>;

export function auditApi(store: Store, isLive: (run: string) => boolean): AuditApi {
  return {
    "audit.list": (query) => {
      const run = query.run === null ? null : store.resolveRunId(query.run);
      const { places, total } = store.decisions({ ...query, run });
      const hosts = new Map<string, string>();
      return {
        total,
        entries: places.flatMap(({ run: of, title, seq }) => entryOf(store, of, title, seq, hosts) ?? []),
      };
    },
    "audit.facets": () => store.decisionFacets(),
    "audit.get": ({ run, seq }) => detailOf(store, store.resolveRunId(run), seq),
    "runs.audit": ({ run }) => auditStoredRun(store, store.resolveRunId(run)),
    "runs.grounding": ({ run }) => groundRun(store, store.resolveRunId(run)),
    "findings.judge": ({ run, ...request }, caller) => {
      const who = { by: caller.user, host: caller.host };
      judgeFinding(store, { run: store.resolveRunId(run), ...request }, who, isLive);
      return {};
    },
  };
}

/** Grounds the final answer of a stored run. @throws UserError `not_found` */
function groundRun(store: Store, run: RunId): GroundingDocument {
  const known = store.getRun(run);
  if (!known) throw new UserError("not_found", `There is no run ${run}.`);
  const reader = traceReader(store);
  const events = lineageEvents(lineage(reader, run)).map(toStored);
  return groundAnswer(traceFromEvents(known.summary, events, reader.blobText, reader.messages));
}

type Decision = Extract<TraceEvent, { kind: AuditEntry["kind"] }>;

function decisionAt(store: Store, run: RunId, seq: number): Decision | null {
  const stored = store.event(run, seq);
  const event = stored ? parseEvent(stored) : null;
  return event?.kind === "policy.decided" || event?.kind === "approval.decided" || event?.kind === "handover.settled"
    ? event
    : null;
}

function entryOf(store: Store, run: RunId, title: string, seq: number, hosts: Map<string, string>): AuditEntry | null {
  const event = decisionAt(store, run, seq);
  if (!event) return null;
  const about = {
    run,
    run_title: title,
    seq,
    at: new Date(event.at).toISOString(),
    turn: event.turn,
    reason: event.data.reason,
  };
  switch (event.kind) {
    case "policy.decided": {
      const { tool, decision, effect, operation_key } = event.data;
      const host = hosts.get(run) ?? store.getRun(run)?.started.host ?? "";
      hosts.set(run, host);
      return { ...about, kind: event.kind, tool, decision, by: "policy", host, effect, operation_key };
    }
    case "approval.decided": {
      const { tool, decision, by, host } = event.data;
      const asked = questionOf(store, run, event);
      return {
        ...about,
        kind: event.kind,
        tool,
        decision,
        by,
        host,
        effect: asked?.data.effect ?? null,
        operation_key: asked?.data.operation_key ?? null,
      };
    }
    case "handover.settled": {
      const { action, by, host, operation_key } = event.data;
      return { ...about, kind: event.kind, tool: null, decision: action, by, host, effect: null, operation_key };
    }
  }
}

/** The question that an answer belongs to: the one of its id before it. */
function questionOf(store: Store, run: RunId, answer: Extract<TraceEvent, { kind: "approval.decided" }>) {
  const kinds = ["approval.requested"];
  const asked = store.events(run, answer.turn === null ? { kinds } : { kinds, turn: answer.turn });
  return asked
    .flatMap((stored) => {
      const event = parseEvent(stored);
      return event?.kind === "approval.requested" && event.seq < answer.seq ? [event] : [];
    })
    .findLast(({ data }) => data.approval_id === answer.data.approval_id);
}

function detailOf(store: Store, run: RunId, seq: number): AuditDetail {
  const title = store.getRun(run)?.summary.title ?? "";
  const event = decisionAt(store, run, seq);
  const entry = entryOf(store, run, title, seq, new Map());
  if (!event || !entry) throw new UserError("not_found", `Event ${seq} of run ${run} is no decision.`);
  const none = { arguments: null, call_id: null, question: null, again: false, provenance: [] };
  if (event.kind === "handover.settled") return { ...entry, ...none };
  if (event.kind === "policy.decided") {
    const provenance = event.data.provenance.map((of) => provenanceOf(store, run, of));
    return { ...entry, ...none, arguments: event.data.arguments, call_id: event.data.call_id, provenance };
  }
  const asked = questionOf(store, run, event);
  return {
    ...entry,
    arguments: asked?.data.arguments ?? null,
    call_id: event.data.call_id,
    question: event.data.question,
    again: event.data.again,
    provenance: (asked?.data.provenance ?? []).map((of) =>
      provenanceOf(store, of.run === undefined ? run : RunId.parse(of.run), of.seq, of.tool),
    ),
  };
}

function provenanceOf(store: Store, run: RunId, seq: number, tool: string | null = null): AuditProvenance {
  const stored = store.event(run, seq);
  const event = stored ? parseEvent(stored) : null;
  const named = event?.kind === "tool.finished" ? event.data.tool : "";
  return { run, seq, turn: stored?.turn ?? null, tool: tool ?? named };
}
