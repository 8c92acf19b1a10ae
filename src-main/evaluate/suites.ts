// Suites and variants from folders of JSON and YAML files: the built-in ones, then the user's. A bad file is a problem of its own, never of the others.
import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import type { z } from "zod";
import { UserError } from "../../src-shared/prelude/result.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import { getCompactor } from "../tools/compactors/index.ts";
import { nearestNames } from "../tools/nearest.ts";
import { getPacks, listPacks } from "../tools/packs.ts";
import { checkResultShape } from "../tools/result-shapes.ts";
import { checkConfig, ConfigError, type ConfigFile, type ConfigProblem, readConfigFile } from "./config-file.ts";
import { Suite, type SuiteTask } from "./types.ts";

export interface FileProblem {
  file: string;
  /** One line naming file, line and field. */
  problem: string;
}

export interface Loaded<T> {
  items: T[];
  problems: FileProblem[];
}

/** Suites of all folders; folders that do not exist are skipped. A later folder's suite of the same name takes the place of an earlier one's. */
export function loadSuites(dirs: readonly string[]): Loaded<Suite> {
  return loadFolder(dirs, Suite, checkSuite);
}

export function loadVariants(dirs: readonly string[]): Loaded<Variant> {
  return loadFolder(dirs, Variant, checkVariant);
}

/** One suite file of the user's choice. Throws UserError naming file, line and field. */
export function readSuiteFile(file: string): Suite {
  return readChecked(file, Suite, checkSuite);
}

/** One variant file of the user's choice. Throws UserError naming file, line and field. */
export function readVariantFile(file: string): Variant {
  return readChecked(file, Variant, checkVariant);
}

export type ConfigKind = "suite" | "variant";

/** A suite's or variant's text against its schema and the packs: what it holds, or all that is wrong with it. `file` is for messages. */
export function checkConfigText(
  kind: ConfigKind,
  text: string,
  file: string,
): { name: string; problems: [] } | { name: null; problems: ConfigProblem[] } {
  return kind === "suite" ? checkText(text, file, Suite, checkSuite) : checkText(text, file, Variant, checkVariant);
}

function checkText<T extends { name: string }>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  check: (config: ConfigFile<T>) => void,
): ReturnType<typeof checkConfigText> {
  const { config, problems } = checkConfig(text, file, schema);
  if (config === null) return { name: null, problems };
  try {
    check(config);
    return { name: config.value.name, problems: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { name: null, problems: [error.problem] };
    throw error;
  }
}

/** Throws UserError naming the nearest, and the first file that could not be read since it may have held the name. */
export function findNamed<T extends { name: string }>(loaded: Loaded<T>, what: "suite" | "variant", name: string): T {
  const found = loaded.items.find((item) => item.name === name);
  if (found) return found;
  const [problem] = loaded.problems;
  if (problem)
    throw new UserError(
      "not_found",
      `There is no ${what} named ${JSON.stringify(name)}, and a file could not be read: ${problem.problem}`,
    );
  const names = nearestNames(
    name,
    loaded.items.map((item) => item.name),
  );
  throw new UserError(
    "not_found",
    `There is no ${what} named ${JSON.stringify(name)}; there are ${names.join(", ") || "none"}.`,
  );
}

/** A task by id, in one suite or (null) in whichever has it. Throws UserError naming the tasks there are. */
export function findTask(
  suites: Loaded<Suite>,
  id: string,
  suiteName: string | null,
): { suite: Suite; task: SuiteTask } {
  const among = suiteName === null ? suites.items : [findNamed(suites, "suite", suiteName)];
  const found = among.flatMap((suite) => suite.tasks.filter((task) => task.id === id).map((task) => ({ suite, task })));
  const [first, second] = found;
  if (first && second) {
    throw new UserError(
      "usage",
      `Task ${id} stands in suites ${found.map((entry) => entry.suite.name).join(", ")}; say which with --suite.`,
    );
  }
  if (first) return first;
  const [problem] = suites.problems;
  if (problem)
    throw new UserError(
      "not_found",
      `There is no task ${JSON.stringify(id)}, and a file could not be read: ${problem.problem}`,
    );
  const ids = nearestNames(
    id,
    among.flatMap((suite) => suite.tasks.map((task) => task.id)),
  );
  throw new UserError(
    "not_found",
    `There is no task ${JSON.stringify(id)}; there are ${ids.slice(0, 12).join(", ") || "none"}.`,
  );
}

function loadFolder<T extends { name: string }>(
  dirs: readonly string[],
  schema: z.ZodType<T>,
  check: (config: ConfigFile<T>) => void,
): Loaded<T> {
  const byName = new Map<string, T>();
  const problems: FileProblem[] = [];
  for (const dir of dirs) {
    const here = new Map<string, string>();
    for (const file of configFiles(dir, problems)) {
      try {
        const item = readChecked(file, schema, check);
        const other = here.get(item.name);
        if (other !== undefined)
          throw new UserError("conflict", `${file}: the name ${item.name} is taken by ${other}; rename one of them.`);
        here.set(item.name, file);
        byName.set(item.name, item);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        problems.push({ file, problem: error.message });
      }
    }
  }
  return { items: [...byName.values()], problems };
}

function configFiles(dir: string, problems: FileProblem[]): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => [".json", ".yaml", ".yml"].includes(extname(name).toLowerCase()) && !name.startsWith("."))
      .toSorted()
      .map((name) => join(dir, name));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code !== "ENOENT") problems.push({ file: dir, problem: `Cannot read the folder ${dir} (${code}).` });
    return [];
  }
}

function readChecked<T>(file: string, schema: z.ZodType<T>, check: (config: ConfigFile<T>) => void): T {
  const config = readConfigFile(file, schema);
  check(config);
  return config.value;
}

/** Names that a schema cannot know: packs, tools, and each task's id once. */
function checkSuite(config: ConfigFile<Suite>): void {
  const { packs, tasks } = config.value;
  for (const [index, pack] of packs.entries()) at(config, ["packs", index], () => getPacks([pack]));
  const tools = getPacks(packs).flatMap((pack) => pack.tools.map((tool) => tool.contract.name));
  for (const [index, task] of tasks.entries()) {
    const first = tasks.findIndex((other) => other.id === task.id);
    if (first !== index) throw config.problemAt(["tasks", index, "id"], `${task.id} is taken by tasks[${first}]`);
    for (const field of ["expected_tools", "evidence"] as const) {
      for (const [position, name] of task[field].entries()) {
        if (tools.includes(name)) continue;
        throw config.problemAt(
          ["tasks", index, field, position],
          `no pack of this suite has a tool named ${name}; nearest: ${nearestNames(name, tools).slice(0, 3).join(", ")}`,
        );
      }
    }
  }
}

function checkVariant(config: ConfigFile<Variant>): void {
  for (const [tool, compactor] of Object.entries(config.value.compactors))
    at(config, ["compactors", tool], () => getCompactor(compactor));
  for (const [tool, shape] of Object.entries(config.value.result_shapes))
    at(config, ["result_shapes", tool], () => checkResultShape(listPacks(), tool, shape));
}

/** Gives a UserError of `step` the file, line and field it is about. */
function at<T>(config: ConfigFile<T>, path: readonly (string | number)[], step: () => unknown): void {
  try {
    step();
  } catch (error) {
    throw error instanceof UserError ? config.problemAt(path, error.message) : error;
  }
}
