// Builds traces for tests: say what was asked, called and answered; the rest is filled in.
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { ModelError, TextCall } from "../../../src-shared/trace/events/response-finished.ts";
import type { RunEnded } from "../../../src-shared/trace/events/run-ended.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import type { EffectClass, Outcome, TurnFlag } from "../../../src-shared/trace/vocabulary.ts";
import { succeeded } from "../../ledger/steps.ts";
import type { LedgerStep } from "../../ledger/types.ts";
import type { DiagnosableTrace, TracedCall, TracedTurn } from "../types.ts";

export interface CallDraft {
  tool: string;
  args?: JsonValue;
  /** Null: no result in the trace. */
  result?: string | null;
  /** What the model was shown, where it differs. */
  shown?: string;
  compactor?: string;
  outcome?: Outcome;
  effect?: EffectClass;
}

export interface TurnDraft {
  text?: string;
  reasoning?: string;
  calls?: CallDraft[];
  finish?: string;
  flags?: TurnFlag[];
  textCalls?: TextCall[];
  error?: ModelError;
  promptTokens?: number;
}

export interface TraceDraft {
  prompt: string;
  turns: TurnDraft[];
  source?: string;
  system?: string;
  contracts?: ToolContract[];
  end?: RunEnded | null;
  turnBudget?: number;
}

/** A trace whose user message has seq 1; each response and each result takes the next. */
export function buildTrace(draft: TraceDraft): DiagnosableTrace {
  let seq = 1;
  const steps: LedgerStep[] = [{ kind: "user", text: draft.prompt, seq }];
  const turns = draft.turns.map((given, index): TracedTurn => {
    const turn = index + 1;
    const asked = ++seq;
    steps.push({
      kind: "assistant",
      text: given.text ?? "",
      reasoning: given.reasoning ?? null,
      seq: asked,
      finish_reason: given.finish ?? null,
      text_call: (given.textCalls ?? []).length > 0,
    });
    const calls = (given.calls ?? []).map((call, position): TracedCall => {
      const raw = call.result === undefined ? "ok" : call.result;
      const outcome = raw === null ? null : (call.outcome ?? "ok");
      const resultSeq = raw === null ? null : ++seq;
      const shown = call.shown ?? raw;
      steps.push({
        kind: "call",
        tool: call.tool,
        arguments: call.args ?? {},
        effect: call.effect ?? null,
        succeeded: outcome === null ? null : succeeded(outcome),
        result: shown,
        seq: resultSeq,
      });
      return {
        id: `call_${turn}_${position}`,
        turn,
        tool: call.tool,
        arguments: call.args ?? {},
        effect: call.effect ?? null,
        outcome,
        raw,
        shown,
        compactor: call.compactor ?? (call.shown === undefined ? "none" : "test"),
        askedSeq: asked,
        resultSeq,
      };
    });
    return {
      turn,
      text: given.text ?? "",
      reasoning: given.reasoning ?? null,
      finishReason: given.finish ?? null,
      flags: given.flags ?? [],
      textCalls: given.textCalls ?? [],
      calls,
      error: given.error ?? null,
      promptTokens: given.promptTokens ?? null,
      estimatedPromptTokens: null,
      offered: null,
      seq: asked,
      answered: true,
    };
  });
  return {
    id: "r_0000000000000001",
    source: draft.source ?? "import:agentdojo",
    sourceFile: null,
    prompt: draft.prompt,
    systemPrompt: draft.system ?? "",
    contracts: draft.contracts ?? [],
    turns,
    steps,
    end: draft.end ?? null,
    turnBudget: draft.turnBudget ?? null,
  };
}
