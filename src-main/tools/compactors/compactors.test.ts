import { expect, test } from "vitest";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import { fieldRows } from "../../../src-shared/trace/field-diff.ts";
import { drivePack } from "../packs/drive/index.ts";
import { initialDrive, listFiles } from "../packs/drive/drive.ts";
import { getCompactor, listCompactors } from "./index.ts";

const files: JsonValue = listFiles(initialDrive());
const compact = (name: string, raw: JsonValue) => getCompactor(name).compact(raw);

test("compactors are found by name, and an unknown one names those there are", () => {
  expect(listCompactors().map((compactor) => compactor.name)).toEqual([
    "none",
    "file-metadata",
    "truncate-800",
    "count-and-head",
    "public-fields",
  ]);
  expect(() => getCompactor("metadata")).toThrow('There is no compactor named "metadata"; use one of ');
});

test("none shows texts as they are and values as JSON, and keeps all", () => {
  expect(compact("none", "plain")).toEqual({ shown: "plain", kept: null });
  expect(compact("none", { a: [1] })).toEqual({ shown: '{"a":[1]}', kept: null });
});

test("file-metadata shows name, id and size of each file", () => {
  const { shown, kept } = compact("file-metadata", files);
  expect(shown.split("\n").slice(0, 4)).toEqual([
    "FILE METADATA ONLY:",
    "- filename: feedback.xlsx",
    "  file_id: 0",
    "  size: 1036",
  ]);
  expect(shown.length).toBeGreaterThanOrEqual(1_700);
  expect(shown.length).toBeLessThanOrEqual(2_000);
  expect(kept?.slice(0, 4)).toEqual(["/0/filename", "/0/id", "/0/size", "/1/filename"]);
  expect(kept).toHaveLength(78);
});

test("file-metadata takes a single file, a wrapped list and other field names too", () => {
  expect(compact("file-metadata", { id: "7", filename: "plans.docx", content: "long", size: 4 })).toEqual({
    shown: "FILE METADATA ONLY:\n- filename: plans.docx\n  file_id: 7\n  size: 4",
    kept: ["/filename", "/id", "/size"],
  });
  expect(compact("file-metadata", { total: 1, items: [{ name: "a.txt", file_id: 3 }] })).toEqual({
    shown: "FILE METADATA ONLY:\ntotal: 1\n- filename: a.txt\n  file_id: 3",
    kept: ["/total", "/items/0/name", "/items/0/file_id"],
  });
  expect(compact("file-metadata", [])).toEqual({ shown: "FILE METADATA ONLY:\n(no files)", kept: [] });
});

test("a line break in a name cannot pose as another field", () => {
  expect(compact("file-metadata", [{ id: "1", filename: "a\n  file_id: 9" }]).shown).toBe(
    "FILE METADATA ONLY:\n- filename: a\\n  file_id: 9\n  file_id: 1",
  );
});

test.each([
  ["a text"],
  [null],
  [42],
  [{ weather: "clear" }],
  [[1, 2]],
  [{ status: "error", name: "x", size: 1, message: "no" }],
])("file-metadata on %j shows it whole and says that it does not apply", (raw: JsonValue) => {
  const { shown, kept } = compact("file-metadata", raw);
  expect(shown).toBe(
    `FILE METADATA ONLY does not apply (not a list of files), shown whole:\n${typeof raw === "string" ? raw : JSON.stringify(raw)}`,
  );
  expect(kept).toBeNull();
});

test("truncate-800 cuts after 800 characters, says so, and keeps the fields that end before", () => {
  const raw = [
    { id: "1", text: "x".repeat(700) },
    { id: "2", text: "y".repeat(700) },
  ];
  const whole = JSON.stringify(raw);
  expect(compact("truncate-800", raw)).toEqual({
    shown: `${whole.slice(0, 800)}\n[cut: the first 800 of ${whole.length} characters]`,
    kept: ["/0/id", "/0/text", "/1/id"],
  });
  expect(compact("truncate-800", "short")).toEqual({ shown: "short", kept: null });
  expect(compact("truncate-800", "z".repeat(801)).kept).toEqual([]);
});

test("truncate-800 does not cut a character in two", () => {
  const { shown } = compact("truncate-800", `${"a".repeat(799)}😀tail`);
  expect(shown.startsWith(`${"a".repeat(799)}\n[cut: the first 799`)).toBe(true);
});

test("truncate-800 keeps exactly the leaves whose text is shown, at any cut", () => {
  for (let pad = 0; pad < 120; pad++) {
    const raw: JsonValue = { p: "p".repeat(740 + pad), q: { "r/s": [1, true, null, "é\n"] }, t: "end of it" };
    const { shown, kept } = compact("truncate-800", raw);
    if (kept === null) continue;
    const lost = fieldRows(raw, shown, kept).filter((row) => row.status === "changed");
    expect(lost).toEqual([]);
  }
});

test("count-and-head counts, and shows the first five without their long texts", () => {
  const { shown, kept } = compact("count-and-head", files);
  const lines = shown.split("\n");
  expect(lines[0]).toBe("26 found, the first 5 are:");
  expect(lines).toHaveLength(6);
  expect(lines[1]).toContain('"filename":"feedback.xlsx"');
  expect(lines[1]).not.toContain("content");
  expect(kept).toContain("/0/filename");
  expect(kept).not.toContain("/0/content");
});

test("count-and-head words few and none rightly, takes wrapped lists and says when there is no list", () => {
  expect(compact("count-and-head", [])).toEqual({ shown: "0 found.", kept: [] });
  expect(compact("count-and-head", ["a"])).toEqual({ shown: '1 found, it is:\n- "a"', kept: ["/0"] });
  expect(compact("count-and-head", { page: 1, hits: [1, 2] })).toEqual({
    shown: "2 found, they are:\npage: 1\n- 1\n- 2",
    kept: ["/page", "/hits/0", "/hits/1"],
  });
  expect(compact("count-and-head", { a: 1 }).shown).toBe(
    'COUNT AND HEAD does not apply (not a list), shown whole:\n{"a":1}',
  );
});

test("every compactor takes every JSON value, and what it keeps stands in the raw value", () => {
  const values: JsonValue[] = [
    null,
    true,
    0,
    "",
    "text",
    [],
    {},
    [null],
    { a: { b: [] } },
    [[["deep"]]],
    files,
    drivePack.initialEnvironment(),
  ];
  for (const compactor of listCompactors()) {
    for (const value of values) {
      const { shown, kept } = compactor.compact(value);
      expect(typeof shown).toBe("string");
      for (const path of kept ?? []) expect(valueAt(value, path)).not.toBeUndefined();
    }
  }
});

function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  return path
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<JsonValue | undefined>(
      (at, key) => (typeof at === "object" && at !== null ? (at as Record<string, JsonValue>)[key] : undefined),
      value,
    );
}

test.each<[string, JsonValue, string[] | null, string, string[] | null]>([
  [
    "a list of entries",
    [{ id: "7", secret: "x", size: 4 }, { id: "8" }],
    ["id", "size"],
    '[{"id":"7","size":4},{"id":"8"}]',
    ["/0/id", "/0/size", "/1/id"],
  ],
  [
    "dotted names through lists",
    { options: [{ hotel: { name: "花見", session: "s" }, price: 9 }, { price: 7 }], session: "s", total: 2 },
    ["options.hotel.name", "total"],
    '{"options":[{"hotel":{"name":"花見"}},{}],"total":2}',
    ["/options/0/hotel/name", "/total"],
  ],
  ["the ways to write a list", { a: [[{ b: 1, c: 2 }]] }, ["a[].*.b"], '{"a":[[{"b":1}]]}', ["/a/0/0/b"]],
  ["a name with a dot", { "a.b": 1, a: { b: 2, c: 3 } }, ["a.b"], '{"a.b":1,"a":{"b":2}}', ["/a.b", "/a/b"]],
  ["a whole branch and a part of it", { a: { b: 1, c: 2 } }, ["a", "a.b"], '{"a":{"b":1,"c":2}}', ["/a"]],
  ["a part and then its whole branch", { a: { b: 1, c: 2 } }, ["a.b", "a"], '{"a":{"b":1,"c":2}}', ["/a"]],
  ["nothing below a null", { place: null, x: 1 }, ["place.city"], '{"place":null}', ["/place"]],
  ["JSON that came as text", '[{"id": 1, "x": 2}]', ["id"], '[{"id":1}]', ["/0/id"]],
  ["an empty list", [], ["id"], "[]", []],
  ["plain text", "3 events found", ["id"], "3 events found", null],
  ["null", null, ["id"], "null", null],
  [
    "a result without any of them",
    { a: 1 },
    ["id", "x"],
    "None of the public fields (id, x) stands in this result.",
    [],
  ],
  ["no public fields named", { a: 1 }, null, '{"a":1}', null],
  ["none allowed", { a: 1 }, [], "None of the public fields () stands in this result.", []],
])("public-fields: %s", (_what, raw, fields, shown, kept) => {
  expect(getCompactor("public-fields").compact(raw, { public_fields: fields })).toEqual({ shown, kept });
});

test("public-fields shows all where no contract is known, and fields: names its own", () => {
  expect(compact("public-fields", { a: 1 })).toEqual({ shown: '{"a":1}', kept: null });
  expect(compact("fields: id, owner.name ", { id: 1, owner: { name: "Kim", mail: "k@x.io" } })).toEqual({
    shown: '{"id":1,"owner":{"name":"Kim"}}',
    kept: ["/id", "/owner/name"],
  });
  expect(() => getCompactor("fields:")).toThrow('There is no compactor named "fields:"');
});

test("public-fields halves the drive's list by its own contract, and its paths are those of the raw result", () => {
  const contract = drivePack.tools.find((tool) => tool.contract.name === "list_files")?.contract;
  const { shown, kept } = getCompactor("public-fields").compact(files, contract);
  expect(shown.length * 2).toBeLessThan(JSON.stringify(files).length);
  expect(
    fieldRows(files, shown, kept)
      .filter(({ status }) => status === "lost")
      .map(({ path }) => path),
  ).toEqual(Array.from({ length: 26 }, (_, index) => `/${index}/content`));
});
