// What a result says of the state it leaves behind: whether it worked, whether the interface followed, which version the state has now.
// Read by name from the result's own object and from `data` and `guidance` inside it, nowhere else.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";

export type ClaimName = "ok" | "uiUpdated" | "stateVersion";

export interface Claim {
  name: ClaimName;
  /** JSON Pointer of the field. */
  path: string;
  value: boolean | string | number;
}

/** Spellings, in lower case without separators. */
const NAMES: Readonly<Record<string, ClaimName>> = {
  ok: "ok",
  success: "ok",
  succeeded: "ok",
  uiupdated: "uiUpdated",
  stateversion: "stateVersion",
};

const INSIDE = ["data", "guidance", "result"];

/** The claims of a result, the outer ones first. Each name once: what an outer object says goes before what an inner one says. */
export function readClaims(value: JsonValue): Claim[] {
  if (!isJsonObject(value)) return [];
  const found = new Map<ClaimName, Claim>();
  const put = (claim: Claim): void => {
    if (!found.has(claim.name)) found.set(claim.name, claim);
  };
  const level = (object: { [key: string]: JsonValue }, path: string): void => {
    for (const [key, field] of Object.entries(object)) {
      const name = NAMES[key.toLowerCase().replace(/[^a-z]/g, "")];
      if (name === undefined) continue;
      if (name === "stateVersion" ? isVersion(field) : typeof field === "boolean")
        put({ name, path: `${path}/${key}`, value: field as boolean | string | number });
    }
  };
  level(value, "");
  for (const key of INSIDE) {
    const inner = value[key];
    if (inner !== undefined && isJsonObject(inner)) level(inner, `/${key}`);
  }
  return [...found.values()];
}

/** The version a result claims; null where it claims none. */
export function claimedVersion(value: JsonValue): string | number | null {
  const claim = readClaims(value).find(({ name }) => name === "stateVersion");
  return claim === undefined || typeof claim.value === "boolean" ? null : claim.value;
}

/** `5` and `"5"` name the same version. */
export function sameVersion(one: string | number, other: string | number): boolean {
  return String(one) === String(other);
}

function isVersion(value: JsonValue): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}
