// A fork being composed: the list of edits, kept without doubles and without edits that change nothing, and read back as a patch.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { messageText } from "../../src-shared/trace/message.ts";
import { z } from "zod";

export const ForkDraft = z.object({
  edits: z.array(ForkEdit),
  /** Name of a variant that takes the place of the run's; null keeps it. */
  variant: z.string().nullable(),
  approve: z.enum(["ask", "all", "deny"]).nullable(),
  samples: z.number().int().min(1).max(200),
  seed: z.number().int().nullable(),
  /** Held before its first request. */
  held: z.boolean().default(false),
});
export type ForkDraft = z.infer<typeof ForkDraft>;

export const EMPTY_DRAFT: ForkDraft = { edits: [], variant: null, approve: null, samples: 1, seed: null, held: false };

/** What one edit is about; two edits with the same target cannot stand beside each other. Inserted messages always can. */
function editTarget(edit: ForkEdit): string | null {
  switch (edit.kind) {
    case "edit_message":
    case "remove_message":
      return `message ${edit.index}`;
    case "insert_message":
      return null;
    case "run_text_call":
      return `text call ${edit.index}`;
    case "result":
      return `result ${edit.index ?? edit.call_id}`;
    default:
      return edit.kind;
  }
}

/** Puts an edit in: in the place of the one with the same target, else at the end. */
export function withEdit(edits: readonly ForkEdit[], edit: ForkEdit): ForkEdit[] {
  const target = editTarget(edit);
  const at = target === null ? -1 : edits.findIndex((other) => editTarget(other) === target);
  return at === -1 ? [...edits, edit] : edits.with(at, edit);
}

export function withoutTarget(edits: readonly ForkEdit[], target: string): ForkEdit[] {
  return edits.filter((edit) => editTarget(edit) !== target);
}

export function withoutEdit(edits: readonly ForkEdit[], at: number): ForkEdit[] {
  return edits.toSpliced(at, 1);
}

/** The edit of one kind and target, when the draft holds it. */
export function findEdit<K extends ForkEdit["kind"]>(
  edits: readonly ForkEdit[],
  kind: K,
  test: (edit: Extract<ForkEdit, { kind: K }>) => boolean = () => true,
): Extract<ForkEdit, { kind: K }> | null {
  for (const edit of edits) {
    if (isEditKind(edit, kind) && test(edit)) return edit;
  }
  return null;
}

function isEditKind<K extends ForkEdit["kind"]>(edit: ForkEdit, kind: K): edit is Extract<ForkEdit, { kind: K }> {
  return edit.kind === kind;
}

/** One edit as a patch: what stood there and what stands there now; null for nothing. */
export interface PatchEntry {
  edit: ForkEdit;
  /** Number of the message in the request, from 0; null where the edit is not about one. */
  index: number | null;
  before: string | null;
  after: string | null;
}

export interface PatchBase {
  messages: readonly ChatMessage[];
  tools: readonly string[];
  compactors: Readonly<Record<string, string>>;
  sampling: Readonly<Record<string, JsonValue>>;
  model: string;
  endpoint: string;
  gate: string;
  /** Raw and shown text by call id, of the results that are at hand. */
  results: ReadonlyMap<string, { raw: string; shown: string; compactor: string }>;
}

export function patchEntry(edit: ForkEdit, base: PatchBase): PatchEntry {
  const of = (before: string | null, after: string | null, index: number | null = null): PatchEntry => ({
    edit,
    index,
    before,
    after,
  });
  switch (edit.kind) {
    case "system": {
      const system = base.messages[0]?.role === "system" ? base.messages[0] : null;
      return of(system && messageText(system), edit.text, 0);
    }
    case "edit_message":
      return of(textOf(base.messages[edit.index]), textOf(edit.message), edit.index);
    case "insert_message":
      return of(null, textOf(edit.message), edit.index);
    case "remove_message":
      return of(textOf(base.messages[edit.index]), null, edit.index);
    case "result": {
      const result = base.results.get(edit.call_id);
      const index = edit.index ?? base.messages.findLastIndex((message) => message.tool_call_id === edit.call_id);
      const before = index === -1 ? (result?.shown ?? null) : textOf(base.messages[index]);
      const text = resultText(edit.use, result);
      return of(before, text, index === -1 ? null : index);
    }
    case "tools":
      return of(base.tools.join("\n"), edit.tools.join("\n"));
    case "compactors":
      return of(pairs(base.compactors), pairs(edit.compactors));
    case "result_shapes":
      return of(null, pairs(edit.result_shapes));
    case "sampling": {
      const changed = Object.keys(edit.sampling);
      const before = Object.fromEntries(changed.map((name) => [name, base.sampling[name] ?? null]));
      return of(pairs(before), pairs(edit.sampling));
    }
    case "model":
      return of(base.model, edit.model);
    case "endpoint":
      return of(base.endpoint, edit.endpoint);
    case "gate":
      return of(base.gate, edit.gate);
    case "run_text_call":
      return of(null, `${edit.name}${edit.arguments === undefined ? "" : ` ${JSON.stringify(edit.arguments)}`}`);
  }
}

/** The text a result edit puts in; for another compactor its name, since only the core can run it. */
function resultText(
  use: Extract<ForkEdit, { kind: "result" }>["use"],
  result: { raw: string; shown: string } | undefined,
): string | null {
  switch (use.as) {
    case "raw":
      return result?.raw ?? null;
    case "shown":
      return result?.shown ?? null;
    case "compactor":
      return use.compactor;
    case "text":
      return use.text;
  }
}

function textOf(message: ChatMessage | undefined): string | null {
  if (!message) return null;
  const calls = (message.tool_calls ?? []).map((call) => `${call.function.name}(${call.function.arguments})`);
  return [messageText(message), ...calls].filter((part) => part !== "").join("\n");
}

function pairs(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}
