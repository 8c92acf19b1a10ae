// loopscope lint as a script sees it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LintDocument } from "../../../src-shared/cli/lint.ts";
import { commandLine } from "../testing/command-line.ts";
import { removeFolders, temporaryFolder } from "../testing/parts.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(removeFolders);

const lint = (...args: string[]) => commandLine("lint", ...args);

function toolsFile(tools: unknown): string {
  const file = join(folder, "tools.json");
  writeFileSync(file, JSON.stringify(tools));
  return file;
}

it("finds nothing to mend in the built-in packs", async () => {
  const { status, out, err } = await lint("--json");
  const document = LintDocument.parse(JSON.parse(out));
  expect([status, err, document.ok, document.counts.contract_test]).toEqual([0, [], true, { errors: 0, warnings: 0 }]);
  expect(document.packs).toContain("drive");
});

it("ends with 1 on an error, and names tools, field and mend", async () => {
  const definition = (name: string, parameters: object) => ({
    type: "function",
    function: { name, description: "Use when a file is meant; never for folders.", parameters },
  });
  const file = toolsFile([
    { ...definition("list_files", {}), result: [{ id: 1, session: "s-1" }] },
    { ...definition("delete_file", { type: "object", properties: { file_id: { type: "integer" } } }), result: "gone" },
  ]);
  const { status, out } = await lint("--tools", file, "--json");
  const document = LintDocument.parse(JSON.parse(out));
  expect([status, document.ok, document.tools_file]).toEqual([1, false, file]);
  expect(document.findings.filter(({ severity }) => severity === "error")).toEqual([
    {
      rule: "id_named_otherwise",
      severity: "error",
      grade: "contract_test",
      tools: ["list_files", "delete_file"],
      field: "/*/id",
      message: 'list_files gives "id" and delete_file takes "file_id" for the same thing.',
      mend: 'Name the result\'s field "file_id", or say in the description of file_id (delete_file) that it is the "id" of a result.',
    },
    {
      rule: "internal_fields_not_projected",
      severity: "error",
      grade: "contract_test",
      tools: ["list_files"],
      field: "/*/session",
      message: "The result of list_files holds /*/session, and its contract names no public fields.",
      mend: "Name in public_fields what is meant for the model, and show the result through the compactor public-fields.",
    },
  ]);
  const told = await lint("--tools", file);
  expect(told.out).toContain("error    id_named_otherwise: list_files gives");
});

it.each([
  [["--pack", "drve"], 'There is no pack named "drve"'],
  [["--tools", "/no/such/file.json"], "Cannot read the tools file"],
  [["--pack", "drive", "--pack", "reach"], "Tool delete_file stands in packs drive and reach"],
])("%j is refused in one line", async (args, line) => {
  const { status, out, err } = await lint(...args);
  expect([status, out, err.length]).toEqual([2, "", 1]);
  expect(err[0]).toContain(line);
});
