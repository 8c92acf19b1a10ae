// Field names that say a value is meant for the machine alone: sessions, cookies, secrets, user ids, traces, queries, internal flags.
import { isSecretName } from "../../capture/redact.ts";

export type InternalKind =
  | "session"
  | "cookie"
  | "secret"
  | "user_id"
  | "stack_trace"
  | "sql"
  | "internal_flag"
  | "html_page";

/** Names in lower case with `_` between words, and what they hold. */
const NAMED: readonly (readonly [InternalKind, RegExp])[] = [
  [
    "session",
    /^(?:user_|http_|web_)?sess(?:ion)?(?:_(?:id|key|token|cookie|data|state))?$|^(?:php|j)sess(?:ion)?id$|^sid$/,
  ],
  ["cookie", /^(?:set_|http_|raw_|session_)?cookies?(?:_(?:header|jar|value))?$/],
  [
    "user_id",
    /^(?:user|member|owner|creator|author|actor|created_by|updated_by|modified_by|internal_user)_(?:id|uuid|guid)$|^(?:uid|userid|user_ids)$/,
  ],
  ["stack_trace", /^(?:stack(?:_?trace)?|trace_?back|back_?trace|exception(?:_(?:stack|trace|detail))?)$/],
  ["sql", /^(?:(?:raw|executed|db|debug|last)_)?(?:sql|sql_query|sql_statement|db_query)$/],
  [
    "internal_flag",
    /^_{1,2}(?!id$)[a-z]|^(?:is_)?(?:internal|debug)(?:_|$)|_(?:internal|debug)$|^(?:feature_)?flags?$|^feature_flags?|^(?:is_)?(?:test|staging)_?(?:user|account|mode|data)$|^(?:trace|request|correlation|span)_id$|^(?:shard|partition|replica)(?:_(?:id|key|no))?$|^e_?tag$|^(?:row_version|schema_version|db_(?:host|id|name|table)|cache_(?:hit|key)|tenant_id|server_(?:host|ip|node))$/,
  ],
  ["html_page", /^(?:raw_|page_)?html(?:_(?:page|body|source|content))?$/],
];

/** What a field's name says of it; null for an ordinary one. */
export function internalKind(name: string): InternalKind | null {
  const plain = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
  for (const [kind, pattern] of NAMED) if (pattern.test(plain)) return kind;
  if (/^(?:内部|內部)/.test(plain)) return "internal_flag";
  if (/会话|會話/.test(plain)) return "session";
  return isSecretName(plain) &&
    plain !== "key" &&
    !/(?:page|next|cursor|sort|primary|foreign|answer|product)_?(?:key|token)$/.test(plain)
    ? "secret"
    : null;
}
