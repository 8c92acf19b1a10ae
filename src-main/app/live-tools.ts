// Live tools inside an experiment: which there are, those that the user hands in, and none that they did not allow.
import type { RunStarted } from "../../src-shared/trace/events/run-started.ts";
import type { EffectClass } from "../../src-shared/trace/vocabulary.ts";
import { listPacks } from "../tools/packs.ts";
import type { ExperimentBase } from "../debug/experiment/types.ts";
import type { Pack, Tool } from "../tools/types.ts";
import type { LoadedCatalogue } from "./catalogue.ts";

/** A tool outside the simulated packs. `at_hand`: it can be called; else the recording alone answers for it. */
export interface LiveTool {
  tool: string;
  effect: EffectClass;
  at_hand: boolean;
}

/** Names of the tools whose environment is made up and kept in the trace. */
export function simulatedTools(packs: readonly string[]): Set<string> {
  const chosen = new Set(packs);
  return new Set(
    listPacks()
      .filter((pack) => pack.simulated && chosen.has(pack.name))
      .flatMap((pack) => pack.tools.map((tool) => tool.contract.name)),
  );
}

/** The live tools of a recorded run, in the order in which they were offered. `given` are packs that the user hands in. */
export function liveToolsOf(started: RunStarted, catalogue: LoadedCatalogue, given: readonly Pack[]): LiveTool[] {
  const simulated = simulatedTools(started.packs);
  const installed = listPacks().map((pack) => pack.name);
  const known = catalogue.packs(started.packs.filter((name) => installed.includes(name)));
  const atHand = toolsOf([...known, ...given]);
  return started.tools.flatMap(({ name, effect }) =>
    simulated.has(name) ? [] : [{ tool: name, effect, at_hand: atHand.has(name) }],
  );
}

/** The live tools of packs that are installed. */
export function liveToolsIn(packs: readonly string[], catalogue: LoadedCatalogue): LiveTool[] {
  return catalogue
    .packs(packs)
    .flatMap((pack) => (pack.simulated ? [] : pack.tools))
    .map(({ contract }) => ({ tool: contract.name, effect: contract.effect, at_hand: true }));
}

/** The packs of a task or prompt. @throws UserError for a suite or task that there is not */
export function packNames(base: ExperimentBase, catalogue: LoadedCatalogue): readonly string[] {
  switch (base.kind) {
    case "turn":
      return [];
    case "prompt":
      return base.packs;
    case "task":
      catalogue.task(base.suite, base.task);
      return catalogue.suite(base.suite).packs;
  }
}

/**
 * The catalogue as an experiment sees it: where a recorded run used tools that are not installed, those that the user handed in stand
 * for them; and a live tool that is not allowed answers that it is not, whatever its effect class.
 */
export function experimentCatalogue(
  catalogue: LoadedCatalogue,
  given: readonly Pack[],
  allow: readonly string[],
): LoadedCatalogue {
  const handedIn = toolsOf(given);
  const standIn = (pack: Pack): Pack =>
    pack.simulated ? pack : { ...pack, tools: pack.tools.map((tool) => handedIn.get(tool.contract.name) ?? tool) };
  const guard = (pack: Pack): Pack =>
    pack.simulated
      ? pack
      : { ...pack, tools: pack.tools.map((tool) => (allow.includes(tool.contract.name) ? tool : refused(tool))) };
  return {
    ...catalogue,
    packs: (names) => catalogue.packs(names).map(guard),
    packsOf: (started) => catalogue.packsOf(started).map((pack) => guard(standIn(pack))),
  };
}

function toolsOf(packs: readonly Pack[]): Map<string, Tool> {
  return new Map(packs.flatMap((pack) => pack.tools.map((tool): [string, Tool] => [tool.contract.name, tool])));
}

/** The same contract, and nothing behind it: neither its calls nor its look-ups reach anything. */
function refused({ contract }: Tool): Tool {
  return {
    contract,
    execute: () => {
      const error = {
        status: "error" as const,
        error_code: "not_allowed_in_experiment",
        retryable: false,
        message: `An experiment makes no live calls. Allow ${contract.name} to let it run.`,
      };
      return { outcome: "permanent", value: { ...error }, error };
    },
  };
}
