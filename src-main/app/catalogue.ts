// Suites, variants, packs and compactors by name: the built-in ones from resources/, the user's own from their folder.
import { join } from "node:path";
import type { Catalogue } from "../../src-shared/rpc/types.ts";
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import type { Variant } from "../../src-shared/trace/variant.ts";
import { findNamed, findTask, loadSuites, loadVariants } from "../evaluate/suites.ts";
import type { Suite, SuiteTask } from "../evaluate/types.ts";
import { listCompactors } from "../tools/compactors/index.ts";
import { getPacks, listPacks } from "../tools/packs.ts";
import type { Pack, Tool } from "../tools/types.ts";
import { resourcesDir } from "./paths.ts";

export interface LoadedCatalogue {
  /** Each throws UserError naming what there is. */
  variant(name: string): Variant;
  suite(name: string): Suite;
  task(suite: string, id: string): SuiteTask;
  packs(names: readonly string[]): Pack[];
  /** The one suite that has the task; for commands that name a task alone. */
  suiteOfTask(id: string): Suite;
  taskOrNull(suite: string, id: string): SuiteTask | null;
  /** The packs a recorded run used. Tools that are not at hand any more answer from the recording only. */
  packsOf(started: RunStarted): Pack[];
  document(): Catalogue;
}

/** Reads the files anew: they may be edited while the app is open. `home` is the user's own folder. */
export function loadCatalogue(home: string): LoadedCatalogue {
  const suites = loadSuites([join(resourcesDir, "suites"), join(home, "suites")]);
  const variants = loadVariants([join(resourcesDir, "variants"), join(home, "variants")]);
  const problems = [...suites.problems, ...variants.problems];
  return {
    variant: (name) => findNamed(variants, "variant", name),
    suite: (name) => findNamed(suites, "suite", name),
    task: (suite, id) => findTask(suites, id, suite).task,
    suiteOfTask: (id) => findTask(suites, id, null).suite,
    packs: (names) => getPacks(names),
    taskOrNull: (suite, id) =>
      suites.items.find((item) => item.name === suite)?.tasks.find((task) => task.id === id) ?? null,
    packsOf,
    document: () => ({
      suites: suites.items.map((suite) => ({
        name: suite.name,
        description: suite.description,
        packs: suite.packs,
        tasks: suite.tasks.map((task) => ({ id: task.id, prompt: task.prompt, class: task.class })),
      })),
      variants: variants.items,
      packs: listPacks().map((pack) => ({
        name: pack.name,
        description: pack.description,
        simulated: pack.simulated,
        tools: pack.tools.map(({ contract }) => ({
          name: contract.name,
          description: contract.description,
          effect: contract.effect,
        })),
      })),
      compactors: listCompactors().map(({ name, description }) => ({ name, description })),
      problems: problems.map(({ file, problem }) => ({ file, problem })),
    }),
  };
}

function packsOf(started: RunStarted): Pack[] {
  const known = new Map(listPacks().map((pack) => [pack.name, pack]));
  const packs = started.packs.flatMap((name) => known.get(name) ?? []);
  const covered = new Set(packs.flatMap((pack) => pack.tools.map((tool) => tool.contract.name)));
  const gone = started.tools.filter((contract) => !covered.has(contract.name));
  if (gone.length === 0) return packs;
  const name = started.packs.find((pack) => !known.has(pack)) ?? "recorded";
  return [...packs, recordingPack(name, gone)];
}

/** Tools known from a trace alone: the recording answers for them; a call it does not hold is told so. */
function recordingPack(name: string, contracts: readonly ToolContract[]): Pack {
  const tools = contracts.map((contract): Tool => ({
    contract,
    execute: () => {
      const error = {
        status: "error" as const,
        error_code: "not_available",
        retryable: false,
        message: `${contract.name} is known from the recording only, and no recorded result matches these arguments.`,
      };
      return { outcome: "permanent", value: { ...error }, error };
    },
  }));
  return {
    name,
    description: "Tools known from a recorded run",
    simulated: false,
    tools,
    initialEnvironment: () => null,
  };
}
