import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { findReservedArgument } from "./reserved-arguments.ts";

describe("arguments that only the run's configuration may name", () => {
  it.each<[JsonObject, string]>([
    [{ tenant: "acme" }, "/tenant"],
    [{ TENANT_ID: "acme" }, "/TENANT_ID"],
    [{ ｔｅｎａｎｔ: "acme" }, "/ｔｅｎａｎｔ"],
    [{ "ten\u200bant": "acme" }, "/ten\u200bant"],
    [{ tenants: ["acme"] }, "/tenants"],
    [{ tenant_name: "acme" }, "/tenant_name"],
    [{ "operation key": "op_1" }, "/operation key"],
    [{ "Idempotency.Key": "op_1" }, "/Idempotency.Key"],
    [{ "X-Api-Key": "s" }, "/X-Api-Key"],
    [{ authToken: "s" }, "/authToken"],
    [{ user_credentials: {} }, "/user_credentials"],
    [{ password: "s" }, "/password"],
    [{ session_id: "s" }, "/session_id"],
    [{ options: [{ headers: { Authorization: "Bearer s" } }] }, "/options/0/headers/Authorization"],
    [{ "a/b": { "api~key": "s" } }, "/a~1b/api~0key"],
  ])("%j", (args, path) => expect(findReservedArgument(args)).toBe(path));

  it.each<JsonObject>([
    { query: "the tenant's api key" },
    { key: "A1", keyword: "token", author: "Ann", tokens: 5, secretary: "Bob", operation: "add", sessions: [] },
    { page_token: "p2", next_cursor: "c", id: "7", x: 1 },
  ])("not: %j", (args) => expect(findReservedArgument(args)).toBe(null));

  it("a tool that declares a password takes one, and none that declares the tenant", () => {
    const schema: JsonObject = { type: "object", properties: { password: {}, tenant: {}, tenant_name: {} } };
    expect(findReservedArgument({ password: "new" }, schema)).toBe(null);
    expect(findReservedArgument({ tenant_name: "the flat's" }, schema)).toBe(null);
    expect(findReservedArgument({ tenant: "acme" }, schema)).toBe("/tenant");
  });
});
