// Stored events → the form that is diagnosed.
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { StoredEvent, TraceEvent } from "../../src-shared/trace/event.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import type { EffectClass } from "../../src-shared/trace/vocabulary.ts";
import type { ReadMessages, ReadText } from "../ledger/steps.ts";
import { stepsFromKnown } from "../ledger/steps.ts";
import { followEnvironment } from "./trace-environment.ts";
import type { DiagnosableTrace, TracedCall, TracedTurn } from "./types.ts";

type Draft = Omit<TracedTurn, "calls"> & { calls: TracedCall[] };

/**
 * Reads one run. For a fork, hand in the events of its lineage (the ancestors' up to the forked turn, then its own): evidence then names events of
 * several runs, so ancestors' `seq` are best set aside by the caller. `readMessages` gives the user messages of later turns (imports, chats).
 */
export function traceFromEvents(
  summary: Pick<RunSummary, "id" | "source" | "source_file">,
  events: readonly StoredEvent[],
  readBlob: ReadText,
  readMessages?: ReadMessages,
): DiagnosableTrace {
  const known = events.flatMap((stored) => parseEvent(stored) ?? []);
  const trace: DiagnosableTrace & { turns: Draft[]; end: DiagnosableTrace["end"] } = {
    id: summary.id,
    source: summary.source,
    sourceFile: summary.source_file,
    prompt: "",
    systemPrompt: "",
    contracts: [],
    turns: [],
    steps: stepsFromKnown(known, readBlob, readMessages),
    end: null,
    turnBudget: null,
  };
  const effects = new Map<string, EffectClass>();
  const environments = followEnvironment(readBlob);
  for (const event of known) {
    if (event.kind === "run.started") {
      trace.prompt = event.data.prompt;
      trace.systemPrompt = event.data.variant.system_prompt;
      trace.contracts = event.data.tools;
      trace.turnBudget = event.data.source.startsWith("import:") ? null : event.data.variant.budgets.turns;
      for (const tool of event.data.tools) effects.set(tool.name, tool.effect);
      environments.begin(event.data.environment?.hash ?? null);
    } else if (event.kind === "run.ended") {
      trace.end = event.data;
    } else {
      foldTurn(trace.turns, event, effects, readBlob);
      environments.see(trace.turns.at(-1), event);
    }
  }
  return trace;
}

function foldTurn(
  turns: Draft[],
  event: TraceEvent,
  effects: ReadonlyMap<string, EffectClass>,
  readBlob: ReadText,
): void {
  const last = turns.at(-1);
  switch (event.kind) {
    case "turn.started":
      turns.push(emptyTurn(event.turn ?? turns.length + 1, event.data.estimated_prompt_tokens, event.data.tool_names));
      return;
    case "response.finished": {
      if (!last) return;
      const { data } = event;
      last.answered = true;
      last.seq = event.seq;
      last.text = data.content ?? "";
      last.reasoning = data.reasoning;
      last.finishReason = data.effective_finish_reason ?? data.finish_reason;
      last.flags = data.flags;
      last.textCalls = data.text_calls;
      last.error = data.error;
      last.promptTokens = data.usage?.prompt_tokens ?? null;
      last.calls = data.calls.map((call): TracedCall => ({
        id: call.id,
        turn: last.turn,
        tool: call.name,
        arguments: call.arguments,
        effect: effects.get(call.name) ?? null,
        outcome: null,
        raw: null,
        shown: null,
        compactor: null,
        askedSeq: event.seq,
        resultSeq: null,
      }));
      return;
    }
    case "tool.finished": {
      const call = last?.calls.find(({ id }) => id === event.data.call_id);
      if (!call) return;
      call.outcome = event.data.outcome;
      call.raw = readBlob(event.data.raw.hash);
      call.shown = event.data.shown.hash === event.data.raw.hash ? call.raw : readBlob(event.data.shown.hash);
      call.compactor = event.data.compactor;
      call.kept = event.data.kept;
      call.resultSeq = event.seq;
      return;
    }
    default:
      return;
  }
}

function emptyTurn(turn: number, estimated: number, offered: readonly string[]): Draft {
  return {
    turn,
    text: "",
    reasoning: null,
    finishReason: null,
    flags: [],
    textCalls: [],
    calls: [],
    error: null,
    promptTokens: null,
    estimatedPromptTokens: estimated,
    offered: offered.length > 0 ? offered : null,
    seq: null,
    answered: false,
  };
}
