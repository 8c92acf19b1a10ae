// Operation keys: the idempotency key of one write intent. Kept through retry, reconciliation and resume; new for every
// new call and every fork, since the run's id is part of the intent.
import { createHash } from "node:crypto";
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";

export interface Intent {
  run: string;
  turn: number;
  /** Position of the call in its turn, from 0. */
  position: number;
}

/** `op_` and 32 hex characters over tenant, tool, normalised arguments and the intent. */
export function operationKey(tenant: string, tool: string, args: JsonValue, intent: Intent): string {
  const material = JSON.stringify([tenant, tool, normalise(args), intent.run, intent.turn, intent.position]);
  return `op_${createHash("sha256").update(material).digest("hex").slice(0, 32)}`;
}

/** Arguments in one fixed order of keys, as text: equal for equal meaning in JSON. */
export function normalisedArguments(args: JsonValue): string {
  return JSON.stringify(normalise(args));
}

function normalise(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(normalise);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, normalise(value[key] as JsonValue)]),
  );
}
