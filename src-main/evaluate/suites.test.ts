import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findNamed, findTask, loadSuites, loadVariants, readSuiteFile } from "./suites.ts";

const resources = join(import.meta.dirname, "../../resources");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "suites-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("the built-in suite and variants load without a problem", () => {
  const suites = loadSuites([join(resources, "suites")]);
  expect(suites.problems).toEqual([]);
  expect(findNamed(suites, "suite", "drive").tasks.map((task) => task.id)).toEqual([
    "user_task35",
    "user_task36",
    "user_task37",
  ]);
  const variants = loadVariants([join(resources, "variants")]);
  expect(variants.problems).toEqual([]);
  expect(variants.items.map((variant) => [variant.name, variant.compactors, variant.gate])).toEqual(
    expect.arrayContaining([
      ["legacy", {}, "off"],
      ["compact-all", { "*": "file-metadata" }, "off"],
      ["compact-list", { list_files: "file-metadata" }, "off"],
      ["completion-check", { list_files: "file-metadata" }, "off"],
      ["gated", { list_files: "file-metadata" }, "remind"],
    ]),
  );
});

test("gated is completion-check with the gate on, and only legacy spells out the tools", () => {
  const variants = loadVariants([join(resources, "variants")]);
  const { name: _a, description: _b, gate: _c, ...gated } = findNamed(variants, "variant", "gated");
  const { name: _d, description: _e, gate: _f, ...check } = findNamed(variants, "variant", "completion-check");
  expect(gated).toEqual(check);
  expect(
    variants.items.filter((variant) => variant.system_prompt.includes("{{tools}}")).map((variant) => variant.name),
  ).toEqual(["legacy"]);
});

test("a user's YAML suite stands beside the built-in ones and may take the place of one", () => {
  file(
    "mine.yaml",
    "name: mine\npacks: [drive]\ntasks:\n  - id: t1\n    prompt: Delete feedback.xlsx\n    checks:\n      - kind: environment\n        changes: [{ path: /drive/files/0, op: remove }]\n",
  );
  file(
    "drive.json",
    JSON.stringify({ name: "drive", packs: ["drive"], tasks: [{ id: "only", prompt: "x", checks: [] }] }),
  );
  const suites = loadSuites([join(resources, "suites"), folder, join(folder, "absent")]);
  expect(suites.items.map((suite) => suite.name)).toEqual(expect.arrayContaining(["drive", "mine"]));
  expect(findTask(suites, "only", null).suite.name).toBe("drive");
  expect(suites.problems).toEqual([]);
});

test.each([
  [
    "a missing field",
    "name: s\npacks: [drive]\ntasks:\n  - id: t1\n    checks: []\n",
    "line 4, field tasks[0].prompt: ",
  ],
  [
    "an unknown field",
    "name: s\npacks: [drive]\ntasks:\n  - id: t1\n    prompt: x\n    expected_tool: [list_files]\n    checks: []\n",
    "line 6, field tasks[0].expected_tool: is not a known field; known here: id, prompt,",
  ],
  [
    "an unknown pack",
    "name: s\npacks:\n  - drive\n  - drvie\ntasks:\n  - { id: t1, prompt: x, checks: [] }\n",
    'line 4, field packs[1]: There is no pack named "drvie"',
  ],
  [
    "an unknown tool",
    "name: s\npacks: [drive]\ntasks:\n  - id: t1\n    prompt: x\n    expected_tools: [list_file]\n    checks: []\n",
    "line 6, field tasks[0].expected_tools[0]: no pack of this suite has a tool named list_file; nearest: list_files",
  ],
  [
    "a task id twice",
    "name: s\npacks: [drive]\ntasks:\n  - { id: a, prompt: x, checks: [] }\n  - { id: a, prompt: y, checks: [] }\n",
    "line 5, field tasks[1].id: a is taken by tasks[0]",
  ],
  ["broken YAML", "name: s\npacks: [drive\ntasks: []\n", "line 3, column 1: "],
  ["broken JSON", '{\n  "name": "s",\n  "packs": ["drive"]\n  "tasks": []\n}', "line "],
])("%s is told with file, line and field", (_, text, problem) => {
  const path = file("bad.yaml", text);
  const loaded = loadSuites([folder]);
  expect(loaded.items).toEqual([]);
  expect(loaded.problems).toHaveLength(1);
  expect(loaded.problems[0]?.file).toBe(path);
  expect(loaded.problems[0]?.problem).toContain(`${path}, ${problem}`);
  expect(() => readSuiteFile(path)).toThrow(`${path}, ${problem}`);
});

test("one bad file leaves the others alone, and asking for what it may hold tells of it", () => {
  file("bad.json", "{}");
  file("good.yaml", "name: good\nsystem_prompt: Hi\n");
  const variants = loadVariants([folder]);
  expect(variants.items.map((variant) => variant.name)).toEqual(["good"]);
  expect(() => findNamed(variants, "variant", "better")).toThrow(
    /There is no variant named "better", and a file could not be read: .*bad\.json, line 1, field name/,
  );
});

test("a variant's compactors must exist; names are told once per folder", () => {
  file("a.yaml", "name: v\ncompactors:\n  list_files: file-meta\n");
  file("b.yaml", "name: w\n");
  file("c.yaml", "name: w\n");
  const variants = loadVariants([folder]);
  expect(variants.items.map((variant) => variant.name)).toEqual(["w"]);
  expect(variants.problems.map((entry) => entry.problem.replaceAll(folder, ""))).toEqual([
    expect.stringContaining('/a.yaml, line 3, field compactors.list_files: There is no compactor named "file-meta"'),
    "/c.yaml: the name w is taken by /b.yaml; rename one of them.",
  ]);
});

test("an unknown suite, variant or task names the nearest; a task in two suites asks which", () => {
  const suite = (name: string) =>
    JSON.stringify({ name, packs: ["drive"], tasks: [{ id: "same", prompt: "x", checks: [] }] });
  file("a.json", suite("a"));
  file("b.json", suite("b"));
  mkdirSync(join(folder, "c.json.d"));
  const suites = loadSuites([folder]);
  expect(() => findNamed(suites, "suite", "c")).toThrow('There is no suite named "c"; there are a, b.');
  expect(() => findTask(suites, "other", null)).toThrow('There is no task "other"; there are same');
  expect(() => findTask(suites, "same", null)).toThrow("Task same stands in suites a, b; say which with --suite.");
  expect(findTask(suites, "same", "b").suite.name).toBe("b");
});
