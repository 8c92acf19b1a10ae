// The one place that takes secrets out of what is recorded, logged or shown. What passes through here carries no
// authorisation: header values, credentials in URLs, and known secret values wherever a server echoes them.

/** What stands where a secret stood. */
export const REDACTED = "[redacted]";

/** Header names whose values are secrets (RFC 9110 authorisation and cookies, and the vendors' own key headers). */
const SECRET_HEADERS = new Set([
  "authorization",
  "proxy-authorization",
  "authentication-info",
  "proxy-authentication-info",
  "www-authenticate",
  "proxy-authenticate",
  "cookie",
  "cookie2",
  "set-cookie",
  "set-cookie2",
  "api-key",
  "apikey",
  "x-api-key",
  "x-goog-api-key",
  "ocp-apim-subscription-key",
  "x-auth-token",
  "x-access-token",
  "x-csrf-token",
  "x-amz-security-token",
  "cf-access-client-secret",
]);

/** A name that says its value is a secret, whatever its prefix: `my-api-key`, `session_token`, `clientSecret`. */
const SECRET_NAME =
  /(^|[-_.])(api[-_]?key|access[-_]?key|private[-_]?key|key|token|secret|passwd|password|signature|sig|credential|auth)$|apikey$|token$|secret$|password$/i;

/** Parts of a body's keys that look like secret names but count or bound tokens. */
const NOT_SECRET = /^(max|min|prompt|completion|total|stop|eos|bos|pad|num|cached)[-_]?/i;

/** True when the value under this header, query or field name is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase()) || (SECRET_NAME.test(name) && !NOT_SECRET.test(name));
}

/** Headers as a plain record with lower-case names; secret values are replaced, and known secret values wherever they stand. */
export function redactHeaders(
  headers: Iterable<readonly [string, string]>,
  secrets: readonly string[] = [],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    result[key] = isSecretName(key) ? REDACTED : redactText(value, secrets);
  }
  return result;
}

/** A URL without user info, and with the values of query parameters that are secrets replaced; text that is no URL is only searched for secrets. */
export function redactUrl(url: string, secrets: readonly string[] = []): string {
  if (!URL.canParse(url)) return redactText(url.replace(/\/\/[^/@\s]*@/, "//"), secrets);
  const parsed = new URL(url);
  const bare = parsed.username === "" && parsed.password === "" && parsed.search === "";
  if (bare) return redactText(url, secrets);
  parsed.username = "";
  parsed.password = "";
  for (const name of new Set(parsed.searchParams.keys())) {
    if (isSecretName(name)) parsed.searchParams.set(name, REDACTED);
  }
  return redactText(parsed.href, secrets);
}

/** Shortest value that is looked for in texts: shorter ones would blank out ordinary words. */
const SHORTEST_SECRET = 6;

/**
 * Text with each known secret value replaced, also in the forms a JSON body, a URL or Basic authorisation gives it.
 * The same string when none stands in it.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const form of secretForms(secrets)) {
    if (result.includes(form)) result = result.replaceAll(form, REDACTED);
  }
  return result;
}

const formsOf = new Map<string, readonly string[]>();

/** The spellings of the secrets, longest first, so that none is left half replaced. */
function secretForms(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 0) return [];
  if (secrets.length === 1 && secrets[0] !== undefined) return formsOfOne(secrets[0]);
  return secrets.flatMap((secret) => formsOfOne(secret)).toSorted((a, b) => b.length - a.length);
}

function formsOfOne(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const known = formsOf.get(secret);
  if (known) return known;
  const forms = [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
      Buffer.from(secret).toString("base64"),
    ]),
  ].toSorted((a, b) => b.length - a.length);
  if (formsOf.size > 64) formsOf.clear();
  formsOf.set(secret, forms);
  return forms;
}
