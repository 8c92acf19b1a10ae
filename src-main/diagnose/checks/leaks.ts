// What a result holds that is not for the model: sessions, cookies, secrets, user ids, addresses, stack traces, SQL, internal flags, whole
// HTML pages. What the contract makes public is data, and so is what an offered tool takes; a field's name alone is not enough where words stand in it.
import type { Leak, LeakKind } from "../../../src-shared/rpc/checks.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import { internalKind } from "../../tools/lint/internal-names.ts";
import { isPublicPath } from "../../tools/lint/public-paths.ts";
import { toolNouns, toolWords } from "../../tools/lint/tool-words.ts";
import type { Leaf } from "./leaves.ts";
import { maskedExcerpt } from "./mask.ts";

export interface LeakContext {
  tool: string;
  /** Null: no contract is known. */
  publicFields: readonly string[] | null;
  /** All contracts of the run: what they take is data. */
  contracts: readonly ToolContract[];
  isShown(leaf: Leaf): boolean;
}

/** Longest stretch of one text that is searched. */
const SEARCHED_CHARS = 100_000;

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/;
/** Found in a value whatever its field is called. Each is bounded, so that no text makes it slow. */
const IN_VALUES: readonly (readonly [LeakKind, RegExp])[] = [
  ["session", /\b(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|session_id)=[\w%.:-]{4,200}/i],
  [
    "cookie",
    /\bset-cookie:\s?\S{3,200}|\b[\w.-]{1,60}=[^;\s]{1,300}; {0,2}(?:path|domain|expires|max-age|httponly|secure|samesite)\b/i,
  ],
  [
    "secret",
    /\beyJ[\w-]{10,300}\.eyJ[\w-]{10,2000}\.|\bBearer [\w.~+/-]{12,300}|\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9]{16,200}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,100}|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/,
  ],
  [
    "stack_trace",
    /Traceback \(most recent call last\)|^\s{0,12}at (?:[\w$.<>[\] ]{1,200} )?\(?(?:[\w./\\:@-]{1,300}):\d{1,6}(?::\d{1,6})?\)?$|^\s{0,12}at [\w$.]{1,200}\([\w.]{1,100}(?::\d{1,6})?\)|^\s{0,8}File "[^"\n]{1,300}", line \d{1,6}|\bgoroutine \d{1,6} \[\w|thread '[^'\n]{1,60}' panicked at|Exception in thread "/m,
  ],
  [
    "sql",
    /\bSELECT\s[^;]{1,400}?\sFROM\s+[\w"`[.]|\bINSERT\s+INTO\s+[\w"`[.]{1,80}|\bUPDATE\s+[\w"`[\].]{1,80}\s+SET\s|\bDELETE\s+FROM\s+[\w"`[.]|\b(?:CREATE|DROP|ALTER)\s+TABLE\s|\bselect (?:\*|[\w.]{1,60}(?:, ?[\w.]{1,60}){0,20}) from [\w.]{1,60}(?: where\b| limit\b| order by\b|;|$)|\bSQLSTATE\b|\bORA-\d{5}\b|\bPG::\w{1,40}Error/,
  ],
  ["html_page", /<!doctype html\b|<html[\s>]|<body[\s>][^]{0,2000}<\/?(?:div|script|p|table)\b/i],
];

/** The leaks of one result, one entry a kind and field, in the order of the result. Public ones are listed as such and warn of nothing. */
export function leaksIn(leaves: readonly Leaf[], context: LeakContext): Leak[] {
  const taken = new Set(context.contracts.flatMap(({ input_schema: schema }) => propertyNames(schema["properties"])));
  const about = new Set(toolNouns(context.tool));
  const found = new Map<string, Leak>();
  for (const leaf of leaves) {
    const inValue = kindsInValue(leaf);
    // What the value itself gives away is told before what its field is called.
    const byName = inValue.some(([kind]) => kind !== "email") ? null : kindByName(leaf, taken, about);
    const kinds = new Map([...inValue, ...(byName === null ? [] : [[byName, String(leaf.value)] as const])]);
    for (const [kind, text] of kinds) {
      const shown = context.isShown(leaf);
      const key = `${kind} ${leaf.pattern}`;
      const known = found.get(key);
      if (known) {
        known.count += 1;
        known.shown ||= shown;
        continue;
      }
      found.set(key, {
        kind,
        path: leaf.path,
        pattern: leaf.pattern,
        count: 1,
        excerpt: maskedExcerpt(kind, text),
        shown,
        standing: standingOf(kind, leaf, context),
      });
    }
  }
  return [...found.values()];
}

/**
 * `public`: the contract means it for the model. `leak`: the contract does not, or it is never meant for a model. `unclear`: an address or a user's id, and no contract says whether it is meant.
 */
function standingOf(kind: LeakKind, leaf: Leaf, { publicFields }: LeakContext): Leak["standing"] {
  if (isPublicPath(leaf.path, publicFields)) return "public";
  return publicFields === null && (kind === "email" || kind === "user_id") ? "unclear" : "leak";
}

function kindsInValue({ value, dataKey }: Leaf): [LeakKind, string][] {
  const texts = [
    ...(typeof value === "string" ? [value.slice(0, SEARCHED_CHARS)] : []),
    ...(dataKey === null ? [] : [dataKey]),
  ];
  const out: [LeakKind, string][] = [];
  for (const text of texts) {
    const email = text.includes("@") ? EMAIL.exec(text) : null;
    if (email) out.push(["email", email[0]]);
    for (const [kind, pattern] of IN_VALUES) {
      const match = pattern.exec(text);
      if (match) out.push([kind, text.slice(match.index, match.index + 400)]);
    }
  }
  return out;
}

function kindByName(leaf: Leaf, taken: ReadonlySet<string>, about: ReadonlySet<string>): LeakKind | null {
  const { value } = leaf;
  // The name of any object around it counts: {"session": {"user": …}}.
  const names = leaf.pattern.split("/").filter((part) => part !== "" && part !== "*");
  const named = names.map((name) => [name, internalKind(name)] as const).find(([, kind]) => kind !== null);
  if (!named || value === null || value === "") return null;
  const [name, kind] = named;
  if (kind === null) return null;
  if (kind === "cookie" || kind === "secret") return typeof value === "string" && !isWords(value) ? kind : null;
  if (taken.has(name) || toolWords(name).some((word) => about.has(word))) return null;
  const own = name === names.at(-1);
  if (own && typeof value === "boolean") return kind === "internal_flag" ? kind : null;
  // A talk is a session too: words are no key. A small number is a count or a position.
  if (kind === "session" && own && (isWords(value) || (typeof value === "number" && !/id|token|key/i.test(name))))
    return null;
  if (
    (kind === "stack_trace" || kind === "sql" || kind === "html_page") &&
    (typeof value !== "string" || value.length < 12)
  )
    return null;
  return kind;
}

/** Letters alone, or several words: language, no key. */
function isWords(value: Leaf["value"]): boolean {
  return (
    typeof value === "string" &&
    (/^[\p{L}-]{1,20}$/u.test(value) || /\p{L}{2,} [\p{L}\d]/u.test(value) || /\p{Script=Han}/u.test(value))
  );
}

function propertyNames(properties: unknown): string[] {
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}
