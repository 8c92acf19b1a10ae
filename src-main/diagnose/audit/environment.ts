// The environment rebuilt from the trace alone: the snapshot at the start, and each recorded change applied in order.
import { isJsonObject, type JsonValue } from "../../../src-shared/prelude/json.ts";
import type { EnvironmentChange } from "../../../src-shared/trace/tool-contract.ts";
import { sameJson } from "../../tools/environment.ts";
import { examination, type Check, type ReadBlob } from "./check.ts";
import type { Trail } from "./trail.ts";

export interface Rebuilt {
  environment: JsonValue;
  /** Changes applied. */
  changes: number;
  /** Hash of the last environment that the trace names. */
  recorded: string;
  same: boolean;
}

/** Null where the run has no environment. Changes that do not fit what they are applied to leave `same` false. */
export function rebuildEnvironment({ events, started }: Trail, readBlob: ReadBlob): Rebuilt | null {
  if (started.environment === null) return null;
  let environment = read(readBlob, started.environment.hash);
  let recorded: string = started.environment.hash;
  let changes = 0;
  let fits = true;
  for (const event of events) {
    if (event.kind !== "environment.changed") continue;
    const applied = applyChanges(environment, event.data.changes);
    fits = fits && applied !== null && event.data.before.hash === recorded;
    if (applied !== null) environment = applied.value;
    changes += event.data.changes.length;
    recorded = event.data.after.hash;
  }
  return { environment, changes, recorded, same: fits && sameJson(environment, read(readBlob, recorded)) };
}

export const environmentRebuilt: Check = {
  name: "environment_rebuilt",
  rule: "Each change begins where the one before it ended, and applying them in order gives the environment on record.",
  examine({ events, started }, readBlob) {
    const found = examination();
    if (started.environment === null) return found;
    let environment = read(readBlob, started.environment.hash);
    let before: string = started.environment.hash;
    for (const event of events) {
      if (event.kind !== "environment.changed") continue;
      found.fact();
      const { data } = event;
      if (data.before.hash !== before)
        found.broken("A change begins from another environment than the one before it left.", event.seq);
      const applied = applyChanges(environment, data.changes);
      const after = read(readBlob, data.after.hash);
      if (applied === null || !sameJson(applied.value, after))
        found.broken("The changes on record do not lead to the environment on record.", event.seq);
      environment = after;
      before = data.after.hash;
    }
    return found;
  },
};

export const changesComeFromWrites: Check = {
  name: "changes_come_from_writes",
  rule: "The environment changes only by an attempt of a tool that is declared to write, and that succeeded or whose outcome is open.",
  examine({ events, calls }) {
    const found = examination();
    for (const event of events) {
      if (event.kind !== "environment.changed" || event.data.changes.length === 0) continue;
      found.fact();
      const call = calls.find((other) => other.turn === event.turn && other.callId === event.data.call_id);
      const started = call?.attempts.some((attempt) => attempt.started !== null && attempt.started.seq < event.seq);
      if (!call || !started) found.broken("The environment changed and no attempt was under way.", event.seq);
      else if (call.contract?.effect === "read")
        found.broken(`${call.tool} is declared to read only, and the environment changed.`, event.seq);
    }
    return found;
  },
};

function read(readBlob: ReadBlob, hash: string): JsonValue {
  return JSON.parse(readBlob(hash)) as JsonValue;
}

/**
 * Applies changes to a copy, as `diffEnvironment` writes them: in lists `remove` and `replace` count positions before the change, `add` positions after
 * it. Null where one does not fit: what it replaces or removes is not there, or what it adds is.
 */
export function applyChanges(value: JsonValue, changes: readonly EnvironmentChange[]): { value: JsonValue } | null {
  const holder: { root: JsonValue } = { root: structuredClone(value) };
  // The deepest first: the positions that lead to it are still those from before.
  const inOrder = changes
    .map((change) => ({ change, parts: partsOf(change.path) }))
    .toSorted((a, b) => b.parts.length - a.parts.length || ORDER[a.change.op] - ORDER[b.change.op] || byPosition(a, b));
  return inOrder.every(({ change, parts }) => apply(holder, change, parts)) ? { value: holder.root } : null;
}

const ORDER = { replace: 0, remove: 1, add: 2 } as const;

interface Placed {
  change: EnvironmentChange;
  parts: string[];
}

/** Entries of a list are removed from its end and added from its start, so that no position shifts another. */
function byPosition(a: Placed, b: Placed): number {
  const [one, other] = [Number(a.parts.at(-1)), Number(b.parts.at(-1))];
  if (Number.isNaN(one) || Number.isNaN(other)) return 0;
  return a.change.op === "remove" ? other - one : one - other;
}

function partsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function apply(holder: { root: JsonValue }, change: EnvironmentChange, parts: readonly string[]): boolean {
  const last = parts.at(-1);
  if (last === undefined) {
    if (!sameJson(holder.root, change.from ?? null)) return false;
    holder.root = change.to;
    return true;
  }
  let at: JsonValue | undefined = holder.root;
  for (const part of parts.slice(0, -1)) at = child(at, part);
  if (Array.isArray(at)) return applyToList(at, Number(last), change);
  if (!isJsonObject(at)) return false;
  if (change.op === "add" ? Object.hasOwn(at, last) : !holds(at, last, change.from)) return false;
  if (change.op === "remove") delete at[last];
  else at[last] = change.to;
  return true;
}

function applyToList(list: JsonValue[], index: number, change: EnvironmentChange): boolean {
  if (!Number.isInteger(index) || index < 0) return false;
  if (change.op === "add") {
    if (index > list.length) return false;
    list.splice(index, 0, change.to);
    return true;
  }
  if (!holds(list, String(index), change.from)) return false;
  if (change.op === "remove") list.splice(index, 1);
  else list[index] = change.to;
  return true;
}

/** What a change says was there, is there. */
function holds(parent: JsonValue, part: string, value: JsonValue): boolean {
  const there = child(parent, part);
  return there !== undefined && sameJson(there, value);
}

function child(value: JsonValue | undefined, part: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(part)];
  return isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}
