// The reference names every command with every option, and nothing that there is not: read off the program's own help.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commandLine } from "../testing/command-line.ts";

const reference = readFileSync(new URL("../../../docs/reference.md", import.meta.url), "utf8");

const help = async (...args: string[]) => (await commandLine(...args, "--help")).out;

const names = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].toSorted();
const SHARED = ["db", "help", "json"];

it("names every command and each of its options, and no other", async () => {
  const commands = names(await help(), /^ {2}([a-z]+) /gm).filter((name) => name !== "help");
  const offered: Record<string, string[]> = {};
  for (const command of commands) {
    const options = names(await help(command), /^ +(?:-h, )?--([a-z-]+)/gm);
    offered[command] = options.filter((option) => !SHARED.includes(option));
  }
  const rows = reference.split("\n").filter((line) => /^\| `[a-z]+/.test(line));
  const told = rows.map((row): [string, string[]] => [
    /^\| `([a-z]+)/.exec(row)?.[1] ?? "",
    // The row of `schema` speaks of another command's option.
    row.startsWith("| `schema") ? [] : names(row, /--([a-z-]+)/g).filter((option) => !SHARED.includes(option)),
  ]);
  expect(Object.fromEntries(told)).toEqual(offered);
});
