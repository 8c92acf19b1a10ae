// Files of the user's own in a real folder: nothing outside it is reached, nothing is replaced unasked.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Variant } from "../../src-shared/trace/variant.ts";
import { loadCatalogue } from "./catalogue.ts";
import { removeFolders, temporaryFolder } from "./testing/parts.ts";
import { checkUserText, listUserFiles, readUserFile, saveUserFile, saveUserVariant } from "./user-files.ts";

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterAll(removeFolders);

const own = () => listUserFiles(home).filter((file) => !file.builtin);

describe("a file of the user's own", () => {
  it("is made, read and replaced by whoever began from what is there", () => {
    const request = { kind: "variant" as const, file: "mine.yaml", text: "name: mine\n" };
    const first = saveUserFile(home, { ...request, replaces: null });
    expect(readUserFile(home, "variant", "mine.yaml", false)).toEqual({ text: "name: mine\n", version: first.version });
    expect(() => saveUserFile(home, { ...request, replaces: null })).toThrow("variants/mine.yaml is there already");
    const second = saveUserFile(home, { ...request, text: "name: mine\ngate: remind\n", replaces: first.version });
    expect(() => saveUserFile(home, { ...request, replaces: first.version })).toThrow("was changed by something else");
    expect(second.version).not.toBe(first.version);
    expect(readdirSync(join(home, "variants"))).toEqual(["mine.yaml"]);
    expect(loadCatalogue(home).variant("mine").gate).toBe("remind");
  });

  it.each([
    "../mine.yaml",
    "a/b.yaml",
    "a\\b.yaml",
    ".hidden.yaml",
    "mine.txt",
    "mine",
    "",
    "nul.yaml",
    "a\0.yaml",
    "/etc/x.yaml",
  ])("is not made under the name %j", (file) => {
    expect(() => saveUserFile(home, { kind: "suite", file, text: "", replaces: null })).toThrow(
      "is no name for a file here",
    );
    expect(() => readUserFile(home, "suite", file, false)).toThrow("is no name for a file here");
  });

  it("that is a link to somewhere else is neither read nor written", () => {
    const outside = join(temporaryFolder(), "secret.yaml");
    writeFileSync(outside, "name: secret\n");
    mkdirSync(join(home, "suites"));
    symlinkSync(outside, join(home, "suites", "link.yaml"));
    expect(() => readUserFile(home, "suite", "link.yaml", false)).toThrow("is no plain file");
    expect(() => saveUserFile(home, { kind: "suite", file: "link.yaml", text: "x", replaces: null })).toThrow(
      "is no plain file",
    );
    expect(own()).toMatchObject([
      { file: "link.yaml", name: null, problem: expect.stringContaining("is no plain file") },
    ]);
    expect(readFileSync(outside, "utf8")).toBe("name: secret\n");
  });

  it("is listed beside the built-in ones, with what is wrong in it", () => {
    mkdirSync(join(home, "suites"));
    writeFileSync(join(home, "suites", "a.yaml"), "name: a\npacks: [nosuch]\ntasks: []\n");
    expect(own()).toEqual([
      { kind: "suite", file: "a.yaml", builtin: false, name: null, problem: expect.stringMatching(/^line 3: tasks /) },
    ]);
    expect(listUserFiles(home)).toContainEqual({
      kind: "variant",
      file: "gated.yaml",
      builtin: true,
      name: "gated",
      problem: null,
    });
  });
});

describe("what is wrong in a text", () => {
  it("is told with line, column and field, all of it at once", () => {
    const text = ["name: two words", "packs: [drive]", "repeats: 0", "tasks:", "  - id: t1", "    checks: []"].join(
      "\n",
    );
    expect(checkUserText("suite", "s.yaml", text)).toMatchObject([
      { line: 1, column: 1, field: "name" },
      { line: 3, column: 1, field: "repeats" },
      { line: 5, column: 5, field: "tasks[0].prompt" },
    ]);
  });

  it("has a place in text that is neither YAML nor JSON, and in YAML that grows without end", () => {
    expect(checkUserText("variant", "v.json", '{\n  "name": "v",\n  "gate": \n}')).not.toEqual([]);
    expect(checkUserText("variant", "v.yaml", 'name: "open')).toMatchObject([{ line: 1, field: null }]);
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x,x]",
      "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]",
      "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]",
      "d: [*c,*c,*c,*c]",
    ];
    expect(checkUserText("variant", "v.yaml", bomb.join("\n"))).toMatchObject([{ line: 1 }]);
  });
});

describe("a variant that is kept", () => {
  const variant = Variant.parse({
    name: "mended",
    system_prompt: "Do it all.\nThen answer.",
    gate: "remind",
    sampling: { seed: 3 },
  });

  it("comes back as it was, from a file that says only what differs", () => {
    const { path, file } = saveUserVariant(home, variant);
    expect(file).toBe("mended.yaml");
    expect(loadCatalogue(home).variant("mended")).toEqual(variant);
    expect(readFileSync(path, "utf8")).not.toContain("budgets");
  });

  it("replaces nothing unless that was said, in whichever file it stands", () => {
    mkdirSync(join(home, "variants"));
    writeFileSync(join(home, "variants", "other-name.json"), JSON.stringify({ name: "mended" }));
    expect(() => saveUserVariant(home, variant)).toThrow("named mended is there already (of your own)");
    expect(saveUserVariant(home, variant, { overwrite: true }).file).toBe("other-name.json");
    expect(loadCatalogue(home).variant("mended")).toEqual(variant);
    expect(() => saveUserVariant(home, { ...variant, name: "gated" })).toThrow("(built in)");
    expect(() => saveUserVariant(home, { ...variant, name: "a/b" })).toThrow("field name");
    expect(() => saveUserVariant(home, { ...variant, name: "x", compactors: { a: "nosuch" } })).toThrow(
      "There is no compactor",
    );
  });
});
