import { expect, test } from "vitest";
import { UserError } from "../../src-shared/prelude/result.ts";
import { getPacks, listPacks } from "./packs.ts";
import { createRegistry, toolDefinition } from "./registry.ts";
import { renderSystemPrompt } from "./system-prompt.ts";
import { parseTools } from "./tools-file.ts";
import type { Pack } from "./types.ts";

const drive = getPacks(["drive"]);

function packOf(name: string, ...tools: string[]): Pack {
  const text = JSON.stringify(
    tools.map((tool) => ({ type: "function", function: { name: tool, description: "A tool." } })),
  );
  return { ...parseTools(text, "tools.json"), name };
}

test("definitions tell what a tool does, when to use it and when not", () => {
  const [first] = createRegistry(drive, ["delete_file"]).definitions();
  expect(first?.function.description).toBe(
    "Deletes a file for good. This cannot be undone. Use when the request asks to delete or remove a file and its id stands in an earlier result. Not when it is not certain which file is meant, or the request only asks to look at it.",
  );
  expect(first?.function.parameters).toMatchObject({ required: ["file_id"], additionalProperties: false });
});

test("a contract without hints is described by its description alone", () => {
  const [tool] = packOf("p", "ping").tools;
  expect(tool && toolDefinition(tool.contract).function.description).toBe("A tool.");
});

test("only the tools asked for are offered, in the packs' order", () => {
  const registry = createRegistry(drive, ["share_file", "list_files"]);
  expect(registry.tools.map((entry) => entry.tool.contract.name)).toEqual(["list_files", "share_file"]);
  expect(registry.get("delete_file")).toBeNull();
  expect(registry.get("list_files")?.pack).toBe("drive");
});

test("a tool that no pack has is refused, naming the nearest", () => {
  expect(() => createRegistry(drive, ["get_file"])).toThrow(
    "No chosen pack has a tool named get_file; did you mean get_file_by_id",
  );
});

test("a name in two packs is an error that names both", () => {
  expect(() => createRegistry([...drive, packOf("mine", "list_files")], null)).toThrow(
    new UserError("conflict", "Tool list_files stands in packs drive and mine; leave one of them out or rename it."),
  );
});

test("an unknown name gets every offered name, the most alike first", () => {
  const registry = createRegistry(drive, null);
  expect(registry.nearest("getFileById")[0]).toBe("get_file_by_id");
  expect(registry.nearest("remove_file")[0]).toBe("delete_file");
  expect(registry.nearest("x")).toHaveLength(8);
});

test("packs are found by name, and an unknown one names those there are", () => {
  expect(listPacks().map((pack) => pack.name)).toContain("drive");
  expect(() => getPacks(["drves"])).toThrow(/There is no pack named "drves"; the packs are drive/);
});

test("{{tools}} in a system prompt becomes the textual list, inserted as it is", () => {
  const [tool] = packOf("p", "ping").tools;
  const definitions = tool ? [toolDefinition({ ...tool.contract, description: "Costs $& and $1." })] : [];
  expect(renderSystemPrompt({ system_prompt: "Tools:\n{{tools}}\nGo." }, definitions)).toBe(
    'Tools:\n- ping: Costs $& and $1.\n  parameters: {"type":"object","properties":{}}\nGo.',
  );
  expect(renderSystemPrompt({ system_prompt: "" }, definitions)).toBe("");
  expect(renderSystemPrompt({ system_prompt: "{{tools}}" }, [])).toBe("(no tools)");
});
