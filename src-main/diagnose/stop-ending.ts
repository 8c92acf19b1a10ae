// What a model's stop without a call comes to: from its last words, the ledger and the calls before. Shared by the loop, which asks as
// the model stops, and by the diagnosis, which asks of finished traces.
import type { LedgerItem } from "../../src-shared/trace/ledger.ts";
import { hasOutstandingWrite, isDue } from "../../src-shared/trace/ledger.ts";
import type { Ending } from "../../src-shared/trace/vocabulary.ts";
import { guessEffect } from "../ledger/lexicon/families.ts";
import type { LedgerStep } from "../ledger/types.ts";
import { isEmptyResult } from "./empty-result.ts";
import { answersNothing, asksUser, claimsAction, givesUp } from "./lexicon.ts";

/** What is known of the last turn. */
export interface StopFacts {
  text: string;
  reasoning: string | null;
  /** The effective finish reason; null where it is not known. */
  finishReason: string | null;
  /** A call stands as text in it. */
  textCall: boolean;
  /** The prompt was cut to fit the context. */
  contextTruncated: boolean;
}

export interface StopEnding {
  ending: Ending;
  /** 0 to 1. */
  confidence: number;
  reason: string;
}

/** Judges a stop. Fails toward `answered` when nothing is outstanding and text was given. */
export function endingOfStop(
  facts: StopFacts,
  ledger: readonly LedgerItem[],
  steps: readonly LedgerStep[],
): StopEnding {
  const outstanding = ledger.filter(isDue);
  const writes = hasOutstandingWrite(ledger);
  const text = facts.text.trim();
  if (facts.contextTruncated && (outstanding.length > 0 || text === ""))
    return verdict("context_overflow", 0.8, "context_truncated");
  if (facts.finishReason === "length") return verdict("truncated", 0.95, "cut_by_max_tokens");
  if (facts.textCall && (writes || text === "" || outstanding.length > 0 || isMostlyCall(text)))
    return verdict("dropped_call", 0.9, "call_stands_as_text");
  if (text === "") {
    const thought = facts.reasoning !== null && facts.reasoning.trim() !== "";
    return thought ? verdict("think_only", 0.95, "only_reasoning") : verdict("blank", 0.95, "nothing_visible");
  }
  if (writes) return unfinished(text, steps);
  const promised = outstanding.filter((item) => item.source === "promise");
  const answerless = gaveUpReading(text, steps);
  if (answerless) return answerless;
  if (promised.length > 0 && !claimsAction(text) && endsWithPromise(text, promised))
    return verdict("early_stop", 0.75, "announced_but_not_called");
  if (asksInsteadOfAnswering(text, steps)) return verdict("asked_user", 0.7, "asked_instead_of_acting");
  return verdict("answered", outstanding.some((item) => item.source === "request") ? 0.6 : 0.9, "answered");
}

function verdict(ending: Ending, confidence: number, reason: string): StopEnding {
  return { ending, confidence, reason };
}

/** A write asked for is outstanding: which of the finer forms. */
function unfinished(text: string, steps: readonly LedgerStep[]): StopEnding {
  const claimed = claimsAction(text) && !succeededWrites(steps);
  const asks = asksUser(text);
  const gives = givesUp(text);
  if (claimed && !gives) return verdict("claimed_without_call", 0.85, "claimed_but_never_called");
  if (gives)
    return searchedEverything(steps) && !asks
      ? verdict("abstained", 0.6, "searched_everything_allowed")
      : verdict(
          asks ? "asked_user" : "gave_up",
          0.8,
          asks ? "asked_instead_of_acting" : "gave_up_with_items_outstanding",
        );
  if (asks) return verdict("asked_user", 0.85, "asked_instead_of_acting");
  return verdict("early_stop", 0.9, "stopped_with_items_outstanding");
}

function gaveUpReading(text: string, steps: readonly LedgerStep[]): StopEnding | null {
  const calls = steps.filter((step) => step.kind === "call");
  const found = calls.some((step) => step.succeeded === true && !isEmptyResult(step.result));
  if (found) return answersNothing(text) ? verdict("gave_up", 0.6, "gave_up_without_finding") : null;
  if (!givesUp(text)) return null;
  if (asksUser(text) && calls.length === 0) return verdict("asked_user", 0.7, "asked_instead_of_acting");
  return searchedEverything(steps)
    ? verdict("abstained", 0.7, "searched_everything_allowed")
    : verdict("gave_up", 0.7, "gave_up_without_finding");
}

/** At least two different searches, all of them empty or refused: nothing more was to be had. */
function searchedEverything(steps: readonly LedgerStep[]): boolean {
  const looked = steps.filter(
    (step) => step.kind === "call" && (step.effect ?? guessEffect(step.tool) ?? "read") === "read",
  );
  const different = new Set(
    looked.map((step) => (step.kind === "call" ? `${step.tool} ${JSON.stringify(step.arguments)}` : "")),
  );
  return (
    different.size >= 2 &&
    looked.every(
      (step) => step.kind === "call" && step.succeeded !== null && (!step.succeeded || isEmptyResult(step.result)),
    )
  );
}

function asksInsteadOfAnswering(text: string, steps: readonly LedgerStep[]): boolean {
  const called = steps.some((step) => step.kind === "call");
  return !called && asksUser(text) && text.length < 400 && /[?？]|please provide|请提供|請提供/i.test(text);
}

function succeededWrites(steps: readonly LedgerStep[]): boolean {
  return steps.some(
    (step) => step.kind === "call" && step.succeeded === true && (step.effect ?? guessEffect(step.tool)) !== "read",
  );
}

function isMostlyCall(text: string): boolean {
  return /^[\s`]*(?:<|\{|\[)/.test(text);
}

/** The promise stands in the last sentence: nothing came of it. */
function endsWithPromise(text: string, promised: readonly LedgerItem[]): boolean {
  const last = text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .at(-1)
    ?.toLowerCase();
  return last !== undefined && promised.some((item) => last.includes(item.action.toLowerCase().slice(0, 40)));
}
