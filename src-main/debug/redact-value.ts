// Takes secrets out of a JSON value that leaves the machine: values under names that say they are secret, known secret values, and what
// looks like a key or a token in any text.
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import { isSecretName, REDACTED, redactText } from "../capture/redact.ts";

/** Keys and tokens by their well-known forms. */
const TOKENS: readonly RegExp[] = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
];
const AUTHORISATION = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{12,}/g;
const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^/@\s"']+@/gi;

/** A copy; texts that hold nothing secret are the same strings. JSON inside of texts is searched as the text it is. */
export function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redactString(value, secrets);
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, secrets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      typeof entry === "string" && isSecretName(name) ? REDACTED : redactValue(entry, secrets),
    ]),
  );
}

function redactString(text: string, secrets: readonly string[]): string {
  let result = redactText(text, secrets);
  for (const token of TOKENS) result = result.replace(token, REDACTED);
  return result.replace(AUTHORISATION, `$1 ${REDACTED}`).replace(USER_INFO, `$1${REDACTED}@`);
}
