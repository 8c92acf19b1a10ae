import { describe, expect, it, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import type { ToolContract } from "../../../src-shared/trace/tool-contract.ts";
import { leaksIn } from "./leaks.ts";
import { leavesOf } from "./leaves.ts";

function leaks(value: JsonValue, options: { public?: string[]; tool?: string; takes?: string[] } = {}) {
  const properties: JsonObject = Object.fromEntries((options.takes ?? []).map((name) => [name, {}]));
  const contracts = [{ name: "other", input_schema: { properties } } as unknown as ToolContract];
  return leaksIn(leavesOf(value), {
    tool: options.tool ?? "get_thing",
    publicFields: options.public ?? null,
    contracts,
    isShown: () => true,
  });
}

const brief = (...given: Parameters<typeof leaks>) =>
  leaks(...given).map(({ kind, pattern, standing }) => `${standing} ${kind} ${pattern}`);

describe("leaks", () => {
  it.each<[string, JsonValue, string[]]>([
    ["a session's key", { session: "sess_91827364aa" }, ["leak session /session"]],
    [
      "a session as an object",
      { session: { user: 7, csrf: "aa11bb22" } },
      ["leak session /session/user", "leak session /session/csrf"],
    ],
    ["a session cookie in text", { note: "PHPSESSID=9f8e7d6c5b4a" }, ["leak session /note"]],
    ["cookies", { headers: { "set-cookie": "sid=abc123; Path=/; HttpOnly" } }, ["leak cookie /headers/set-cookie"]],
    ["a secret by name", { access_token: "a1b2c3d4e5f6" }, ["leak secret /access_token"]],
    ["a secret by form", ["Authorization: Bearer abcdefghijklmnop"], ["leak secret /*"]],
    ["a key pair's private half", "-----BEGIN RSA PRIVATE KEY-----\nMII", ["leak secret "]],
    ["user ids", [{ userId: 4 }, { userId: 5 }], ["unclear user_id /*/userId"]],
    ["an address", { contact: "Write to sarah.c@bluesparrowtech.com." }, ["unclear email /contact"]],
    ["an address as a key", { shared_with: { "kim@example.org": "r" } }, ["unclear email /shared_with/*"]],
    [
      "a Python trace",
      { error: 'Traceback (most recent call last):\n  File "/app/x.py", line 3, in f\nKeyError' },
      ["leak stack_trace /error"],
    ],
    ["a JavaScript trace", "TypeError: x\n    at Object.<anonymous> (/srv/app.js:10:5)", ["leak stack_trace "]],
    ["a Java trace", "java.lang.X\n\tat com.acme.Db.query(Db.java:44)", ["leak stack_trace "]],
    ["SQL", { note: "SELECT id, mail FROM users WHERE name = 'Kim'" }, ["leak sql /note"]],
    ["SQL by the field", { sql_query: "select 1 as one_thing" }, ["leak sql /sql_query"]],
    [
      "internal flags",
      { _shard: 3, is_internal: true, __typename: "Event" },
      ["leak internal_flag /_shard", "leak internal_flag /is_internal", "leak internal_flag /__typename"],
    ],
    ["a whole page", { body: "<!DOCTYPE html><html><body><p>Hi</p></body></html>" }, ["leak html_page /body"]],
    ["Chinese names", { 内部编号: "A-7", 會話: "k-882-aa" }, ["leak internal_flag /内部编号", "leak session /會話"]],
  ])("%s", (_what, value, found) => {
    expect(brief(value)).toEqual(found);
  });

  it.each<[string, JsonValue]>([
    ["a talk", { session: "Opening keynote", sessions: 3 }],
    ["a session in one word or a number", [{ session: "morning" }, { session: 2 }, { session: "上午場" }]],
    ["recipes", { cookies: "oat and raisin", flags_of: ["Japan"] }],
    [
      "prose about selecting from",
      "Please select one from the list, then update the plan and delete it from the table.",
    ],
    ["prose about trees", "We met at the station at 10:30. Look at line 3."],
    ["a page's cursor and counts", { next_page_token: "abc", token_count: 3, total: 9 }],
    ["markup in a sentence", { text: "Use <b>bold</b> and <p> for paragraphs." }],
    ["Mongo's id", { _id: "650f1c" }],
    ["nothing", null],
    ["empty values", { session: null, cookie: "", sql: "" }],
    ["Chinese prose", { 備註: "請從列表中選擇一個，然後更新計劃。" }],
  ])("are not seen in %s", (_what, value) => {
    expect(brief(value)).toEqual([]);
  });

  it("are data where the contract makes them public, and leaks where it names other fields", () => {
    const file = { owner: "emma@example.org", shared_with: { "kim@example.org": "r" }, editor: "joe@example.org" };
    expect(brief(file, { public: ["owner", "shared_with"] })).toEqual([
      "public email /owner",
      "public email /shared_with/*",
      "leak email /editor",
    ]);
  });

  it("are data where an offered tool takes them or the tool is about them, but for secrets and cookies", () => {
    const value = { session_id: "k-1829-aa", user_id: 9, cookie: "a=b1", api_key: "k1k2k3k4" };
    expect(brief(value, { takes: ["session_id", "user_id", "cookie", "api_key"] })).toEqual([
      "leak cookie /cookie",
      "leak secret /api_key",
    ]);
    expect(brief({ user_id: 9 }, { tool: "get_user" })).toEqual([]);
  });

  it("name the first place, count the rest and mask what they found", () => {
    const entries = Array.from({ length: 300 }, (_, id) => ({ id, session: `sess_${id}_9f8e7d6c` }));
    expect(leaks({ a: { b: entries } })).toEqual([
      {
        kind: "session",
        path: "/a/b/0/session",
        pattern: "/a/b/*/session",
        count: 300,
        excerpt: "ses… (15)",
        shown: true,
        standing: "leak",
      },
    ]);
  });
});

test.each<[string, JsonValue, string]>([
  ["an address", "sarah@example.org", "s…@e….org"],
  [
    "a query",
    "SELECT mail FROM users WHERE id = 77 AND name = 'Kim'",
    "SELECT mail FROM users WHERE id = … AND name = …",
  ],
  ["a short key", { cookie: "a=b1;c2" }, "a… (7)"],
  ["a trace", "Traceback (most recent call last):\n secret", "Traceback (most recent call last):"],
])("%s is masked", (_what, value, excerpt) => {
  expect(leaks(value).map((leak) => leak.excerpt)).toEqual([excerpt]);
});

test("a result of megabytes and one that is deeply nested end soon", () => {
  const long = `${"a".repeat(2_000_000)} SELECT ${"x ".repeat(200_000)}`;
  expect(brief({ text: long, at: "a@".repeat(100_000), dots: `b@${"c.".repeat(100_000)}` })).toEqual([
    "unclear email /dots",
  ]);
  let nested: JsonValue = { session: "sess_12345678" };
  for (let depth = 0; depth < 500; depth += 1) nested = [nested];
  expect(leaks(nested)).toHaveLength(1);
});
