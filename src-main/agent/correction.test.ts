import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../src-shared/prelude/json.ts";
import { changesOfMeaning, isAnotherRequest, namedFields, sameValue } from "./correction.ts";

const REQUEST =
  "Find up to 20 flights from SFO to HND on April 1, 2026, and share plan.md with ann@example.com and bob@example.com.";

describe("what a corrected retry may change", () => {
  const flights: JsonObject = { origin: "SFO", date_start: "2026-04-01", max_results: 20 };
  const share: JsonObject = { file_id: "7", email: "ann@example.com", permission: "r" };
  const rows: [string, JsonObject, string[] | null, JsonObject, "read" | "write", string[]][] = [
    ["the field that was named", flights, ["/max_results"], { ...flights, max_results: 10 }, "read", []],
    ["no other field", flights, ["/max_results"], { ...flights, origin: "LAX", max_results: 10 }, "read", ["/origin"]],
    [
      "not a date that no one named as wrong",
      flights,
      ["/max_results"],
      { ...flights, date_start: "2026-05-01" },
      "read",
      ["/date_start"],
    ],
    [
      "the spelling of a date",
      flights,
      ["/max_results"],
      { ...flights, date_start: "April 1, 2026", max_results: 5 },
      "read",
      [],
    ],
    ["case and white space", flights, ["/max_results"], { ...flights, origin: " sfo ", max_results: 5 }, "read", []],
    ["the type of a value", share, ["/permission"], { ...share, file_id: 7, permission: "rw" }, "write", []],
    [
      "not the recipient of a write",
      share,
      ["/permission"],
      { ...share, email: "eve@example.com" },
      "write",
      ["/email"],
    ],
    ["not the target of a write", share, ["/permission"], { ...share, file_id: "8" }, "write", ["/file_id"]],
    [
      "nothing goes that was given",
      share,
      ["/email"],
      { file_id: "7", email: "ann@example.com" },
      "write",
      ["/permission"],
    ],
    [
      "what was missing may come",
      { email: "ann@example.com" },
      ["/file_id"],
      { file_id: "7", email: "ann@example.com" },
      "write",
      [],
    ],
    ["a value may move to another name", { file: "7" }, ["/file"], { file_id: "7" }, "write", []],
    [
      "a write gains nothing unasked",
      { file_id: 7 },
      ["/file_id"],
      { file_id: "7", permission: "rw" },
      "write",
      ["/permission"],
    ],
    [
      "a write gains what the request says",
      { file_id: 7 },
      ["/file_id"],
      { file_id: "7", email: "bob@example.com" },
      "write",
      [],
    ],
    ["a read may gain arguments", { query: 7 }, ["/query"], { query: "7", limit: 5 }, "read", []],
    [
      "below a named field anything",
      { to: [{ mail: "x" }] },
      ["/to/0/mail"],
      { to: [{ mail: "ann@example.com" }] },
      "write",
      [],
    ],
    ["above a named field its shape", { to: "ann" }, ["/to"], { to: ["ann@example.com"] }, "write", []],
    [
      "with no field named, what the request fixes stays",
      flights,
      null,
      { ...flights, origin: "LAX" },
      "read",
      ["/origin"],
    ],
    [
      "with no field named, the rest may change",
      { ...flights, cabin: "x" },
      null,
      { ...flights, cabin: "economy" },
      "read",
      [],
    ],
  ];
  it.each(rows)("%s", (_name, args, named, corrected, effect, changed) => {
    const found = changesOfMeaning({ args, named }, corrected, { effect, request: REQUEST });
    expect(found.map((change) => change.path)).toEqual(changed);
  });

  it("arguments that could not be read leave nothing to compare with", () => {
    expect(changesOfMeaning({ args: null, named: null }, share, { effect: "write", request: REQUEST })).toEqual([]);
  });

  it("a call about another thing that the user named is not a correction", () => {
    const other = { ...share, email: "bob@example.com" };
    const changes = changesOfMeaning({ args: share, named: ["/permission"] }, other, {
      effect: "write",
      request: REQUEST,
    });
    expect([changes.map((change) => change.path), isAnotherRequest(changes, REQUEST)]).toEqual([["/email"], true]);
  });
});

it.each<[JsonValue, JsonValue, boolean]>([
  ["1 April 2026", "2026-04-01", true],
  ["2026/4/1", "2026-04-01", true],
  ["April 1, 2026", "April 2, 2026", false],
  ["April 1", "2026-04-01", false],
  ["the plan of April 1, 2026 for all of us", "2026-04-01", false],
  ["5", 5, true],
  ["TRUE", true, true],
  [["a"], "a", true],
  [{ a: 1, b: null }, { a: "1" }, true],
  ["7", "8", false],
])("%j means the same as %j: %j", (a, b, same) => {
  expect(sameValue(a, b)).toBe(same);
});

it("reads the fields that a feedback names", () => {
  expect([
    namedFields([{ path: "/a" }, { path: "/b/0" }], "", ["a"]),
    namedFields([{ path: "" }], "", ["a"]),
    namedFields(null, "date_start 2026-04-11 is after date_end 2026-04-10.", ["date_start", "date_end", "origin"]),
    namedFields(null, "The provider does not accept these arguments.", ["origin"]),
  ]).toEqual([["/a", "/b/0"], null, ["/date_start", "/date_end"], null]);
});
