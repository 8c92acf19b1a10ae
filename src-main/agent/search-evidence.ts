// What searches bring: each further one is expected to bring something, and two in a row that bring nothing new are enough. New is an id, a date, a
// number or a name (an address, a file's name, and what stands in a field for a name or title are names) that did not stand in the context. The
// same search again is the loop guard's case: it is not counted here.
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { ExpectedEvidence } from "../../src-shared/trace/events/policy-decided.ts";
import type { BroughtEvidence } from "../../src-shared/trace/events/tool.ts";
import { isDue, type LedgerItem } from "../../src-shared/trace/ledger.ts";
import { messageText, type ChatMessage } from "../../src-shared/trace/message.ts";
import type { Outcome } from "../../src-shared/trace/vocabulary.ts";
import { isEmptyResult } from "../diagnose/empty-result.ts";
import { valuesIn, type FoundValue } from "../diagnose/values.ts";
import { namesIn } from "./found-names.ts";
import { nearlyEqualCalls, type ComparedCall } from "./near-equality.ts";

/** Searches in a row without anything new after which no further one is made. */
export const MOST_BARREN = 2;

/** Entries of one kind that an event names. */
const MOST_NAMED = 5;

export interface SearchWatch {
  /** The last searches brought nothing new: another one is not made. */
  isExhausted(): boolean;
  /** Takes up the count where an earlier process left it: a search that ran, with what it brought. */
  restore(tool: string, args: JsonObject, brought: BroughtEvidence | null): void;
  /** What a search is expected to bring; null for the run's first. Counts it. */
  expects(tool: string, args: JsonObject, context: EvidenceContext): ExpectedEvidence[] | null;
  /** Compares a search's answer with the context before it. Null for one that was not answered (failed, refused): it proves nothing. */
  brought(outcome: Outcome, result: string, messages: readonly ChatMessage[]): BroughtEvidence | null;
  /** Another kind of call changed something or brought something new: the count of barren searches starts anew. */
  otherCall(outcome: Outcome, changes: boolean, result: string, messages: readonly ChatMessage[]): void;
}

export interface EvidenceContext {
  /** Derived only where it is needed. */
  ledger: () => readonly LedgerItem[];
  messages: readonly ChatMessage[];
}

export function createSearchWatch(): SearchWatch {
  let searches = 0;
  let barren = 0;
  /** The call before, where that was a search; and whether the present one asks the same. */
  let last: ComparedCall | null = null;
  let isRepeat = false;
  /** Values of the first `read` messages of the context. */
  let known = new Set<string>();
  let readMessages: ChatMessage[] = [];
  /** Their texts, levelled: a name that stood in running text is known too. */
  let texts: string[] = [];
  const asked = new Set<string>();

  function note(tool: string, args: JsonObject): void {
    searches += 1;
    isRepeat = last !== null && nearlyEqualCalls(last, { tool, args });
    last = { tool, args };
    for (const text of textsOf(args)) asked.add(text.trim().toLowerCase());
  }

  function catchUp(messages: readonly ChatMessage[]): void {
    // Another context (a person edited it): what stood only in the old one is not known any more.
    if (readMessages.some((message, index) => message !== messages[index])) {
      readMessages = [];
      known = new Set();
      texts = [];
    }
    for (const message of messages.slice(readMessages.length)) {
      const calls = (message.tool_calls ?? []).map((call) => call.function.arguments);
      for (const text of [messageText(message), ...calls]) {
        for (const found of valuesIn(text)) known.add(keyOf(found));
        for (const found of namesIn(text)) known.add(keyOf(found));
        texts.push(text.normalize("NFKC").toLowerCase());
      }
      readMessages.push(message);
    }
  }

  function newValues(result: string, messages: readonly ChatMessage[]): FoundValue[] {
    catchUp(messages);
    const found = new Map<string, FoundValue>();
    for (const value of valuesIn(result)) {
      if (value.kind === "time" || known.has(keyOf(value)) || found.has(keyOf(value))) continue;
      found.set(keyOf(value), value);
    }
    for (const value of namesIn(result)) {
      if (known.has(keyOf(value)) || found.has(keyOf(value)) || texts.some((text) => text.includes(value.value)))
        continue;
      found.set(keyOf(value), value);
    }
    return [...found.values()];
  }

  return {
    isExhausted: () => barren >= MOST_BARREN,
    restore(tool, args, brought) {
      note(tool, args);
      if (brought) barren = brought.barren_in_a_row;
    },
    expects(tool, args, { ledger, messages }) {
      const fresh = Object.entries(args).filter(([, value]) =>
        textsOf(value).some((text) => !asked.has(text.trim().toLowerCase())),
      );
      note(tool, args);
      if (searches === 1) return null;
      return [
        ...ledger()
          .filter(isDue)
          .slice(0, MOST_NAMED)
          .map((item) => ({ kind: "outstanding_item" as const, what: item.action })),
        ...missingValues(messages)
          .slice(0, MOST_NAMED)
          .map((what) => ({ kind: "missing_value" as const, what })),
        ...fresh.slice(0, MOST_NAMED).map(([name, value]) => ({
          kind: "new_query" as const,
          what: `${tool} with ${name} ${clip(JSON.stringify(value))}`,
        })),
      ];
    },
    brought(outcome, result, messages) {
      if (outcome !== "ok" && outcome !== "empty") return null;
      const found = outcome === "empty" || isEmptyResult(result) ? [] : newValues(result, messages);
      if (found.length > 0) barren = 0;
      else if (!isRepeat) barren += 1;
      return {
        new_values: found.length,
        sample: found.slice(0, MOST_NAMED).map((value) => clip(value.text)),
        barren_in_a_row: barren,
      };
    },
    otherCall(outcome, changes, result, messages) {
      last = null;
      if (barren === 0 || outcome !== "ok") return;
      if (changes || newValues(result, messages).length > 0) barren = 0;
    },
  };
}

/** What the user named and no result holds. */
function missingValues(messages: readonly ChatMessage[]): string[] {
  const held = new Set(
    messages.flatMap((message) => (message.role === "tool" ? valuesIn(messageText(message)).map(keyOf) : [])),
  );
  const named = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== "user") continue;
    for (const value of valuesIn(messageText(message)))
      if (!held.has(keyOf(value))) named.set(keyOf(value), value.text);
  }
  return [...named.values()].map(clip);
}

/** Equal values compare equal whatever they were taken for: an id in one place is a number in another. */
function keyOf(value: FoundValue): string {
  return value.value;
}

function textsOf(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (isJsonObject(value)) return Object.values(value).flatMap(textsOf);
  return value === null || typeof value === "boolean" ? [] : [String(value)];
}

function clip(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
