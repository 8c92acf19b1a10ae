// What every command prints with --json is what `loopscope schema` says of it: real output, judged by another reader of JSON Schema.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunsDocument } from "../../../src-shared/cli/documents.ts";
import { commandLine } from "../testing/command-line.ts";
import { removeFolders, temporaryFolder } from "../testing/parts.ts";

let folder: string;
let run = "";
let other = "";
const inFolder = (name: string) => join(folder, name);

const json = (command: string, ...args: string[]) =>
  commandLine(command, ...args, "--db", inFolder("trace.db"), "--json");

/** What is wrong with `text` by the schema that the program prints for `name`; null where nothing is. */
async function problems(name: string, text: string): Promise<unknown> {
  const schema = await commandLine("schema", name);
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(schema.out) as object);
  return validate(JSON.parse(text)) ? null : validate.errors;
}

beforeAll(async () => {
  folder = temporaryFolder();
  const task = ["--task", "user_task36", "--variant", "completion-check", "--samples", "2", "--seed", "1"];
  const { runs } = RunsDocument.parse(JSON.parse((await json("run", ...task)).out));
  [run, other] = runs.map(({ id }) => id) as [string, string];
  writeFileSync(inFolder("chat.json"), JSON.stringify([{ role: "user", content: "hello" }]));
});
afterAll(removeFolders);

/** Command line by the name of its schema; the run and the files exist. */
const COMMANDS: Record<string, () => string[]> = {
  run: () => ["run", "--prompt", "List the files", "--pack", "drive"],
  runs: () => ["runs"],
  show: () => ["show", run],
  "show-context": () => ["show", run, "--turn", "2", "--what", "context"],
  "show-result": () => ["show", run, "--turn", "1", "--what", "result"],
  "show-wire": () => ["show", run, "--turn", "1", "--what", "wire"],
  "show-environment": () => ["show", run, "--turn", "1", "--what", "environment"],
  "show-events": () => ["show", run, "--what", "events"],
  diff: () => ["diff", run, other],
  fork: () => ["fork", run, "--turn", "1", "--system", "Do every item."],
  eval: () => ["eval", "reach", "--repeats", "1"],
  diagnose: () => ["diagnose", run],
  audit: () => ["audit", run],
  bisect: () => ["bisect", run, "--samples", "1", "--probes", "0"],
  ab: () => ["ab", run, "--turn", "1", "--stream", "off", "--samples", "1"],
  import: () => ["import", inFolder("chat.json")],
  export: () => ["export", run, "--format", "bundle", "--whole", "--out", inFolder("bundle.json")],
  verify: () => ["verify"],
  doctor: () => ["doctor"],
  lint: () => ["lint", "--pack", "drive"],
  backup: () => ["backup", inFolder("copy.db")],
  recover: () => ["recover", inFolder("saved.db")],
};

describe("what a command prints with --json", () => {
  it.each(Object.keys(COMMANDS))("%s fits its schema", async (name) => {
    const [command = "", ...args] = COMMANDS[name]?.() ?? [];
    const { status, out, err } = await json(command, ...args);
    expect([status === 0 || status === 1, status, err]).toEqual([true, status, err]);
    expect(await problems(name, out)).toBeNull();
  });

  it("is judged by something: a document with a field too many or too few does not fit", async () => {
    const { out } = await json("verify");
    const document = JSON.parse(out) as object;
    expect(await problems("verify", JSON.stringify({ ...document, more: 1 }))).not.toBeNull();
    expect(await problems("verify", JSON.stringify({ ok: true }))).not.toBeNull();
  });
});

it("every command that takes --json has a schema, and every schema a command", async () => {
  const help = (await commandLine("--help")).out;
  const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)]
    .map((match) => match[1] ?? "")
    .filter((name) => name !== "help");
  const withJson = [];
  for (const command of commands) {
    if ((await commandLine(command, "--help")).out.match(/^ +--json /m)) withJson.push(command);
  }
  const schemas = /\(choices: (.*?)\)/s.exec((await commandLine("schema", "--help")).out)?.[1] ?? "";
  const names = [...schemas.matchAll(/"([a-z-]+)"/g)].map((match) => match[1] ?? "");
  expect([...new Set(names.map((name) => name.split("-")[0] ?? ""))].toSorted()).toEqual(withJson.toSorted());
  // `serve` goes on until it is ended: the stories in a browser read its line.
  expect([...Object.keys(COMMANDS), "serve"].toSorted()).toEqual(names.toSorted());
});
