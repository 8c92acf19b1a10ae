// The tools of one run by name. Names are unique across packs; what the model is offered is derived from the contracts alone.
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ToolContract, ToolDefinition } from "../../src-shared/trace/tool-contract.ts";
import { nearestNames } from "./nearest.ts";
import type { Pack, Tool } from "./types.ts";
import { checkSchema } from "./validate.ts";

export interface RegisteredTool {
  tool: Tool;
  /** Name of the pack whose slice of the environment the tool acts on. */
  pack: string;
}

export interface Registry {
  readonly packs: readonly Pack[];
  /** In the order they are offered. */
  readonly tools: readonly RegisteredTool[];
  /** Null for a name that is not offered in this run. */
  get(name: string): RegisteredTool | null;
  /** What the request's `tools` holds. */
  definitions(): ToolDefinition[];
  /** Every offered name, the one most like `name` first. */
  nearest(name: string): string[];
}

/**
 * The tools of `packs`, or those of them named in `only` (in the packs' order; null offers all).
 * Throws UserError when two packs share a tool's name, when `only` names a tool no pack has, or when a contract's schema is not JSON Schema.
 */
export function createRegistry(packs: readonly Pack[], only: readonly string[] | null): Registry {
  const all = new Map<string, RegisteredTool>();
  for (const pack of packs) {
    for (const tool of pack.tools) {
      const { name } = tool.contract;
      const other = all.get(name);
      if (other) {
        const where =
          other.pack === pack.name ? `twice in pack ${pack.name}` : `in packs ${other.pack} and ${pack.name}`;
        throw new UserError("conflict", `Tool ${name} stands ${where}; leave one of them out or rename it.`);
      }
      checkContract(pack.name, tool.contract);
      all.set(name, { tool, pack: pack.name });
    }
  }
  for (const name of only ?? []) {
    if (all.has(name)) continue;
    const near = nearestNames(name, [...all.keys()]).slice(0, 3);
    const hint = near.length > 0 ? `did you mean ${near.join(", ")}?` : "the chosen packs have no tools.";
    throw new UserError("invalid_input", `No chosen pack has a tool named ${name}; ${hint}`);
  }
  const offered =
    only === null ? [...all.values()] : [...all.values()].filter((entry) => only.includes(entry.tool.contract.name));
  const byName = new Map(offered.map((entry) => [entry.tool.contract.name, entry]));
  return {
    packs,
    tools: offered,
    get: (name) => byName.get(name) ?? null,
    definitions: () => offered.map((entry) => toolDefinition(entry.tool.contract)),
    nearest: (name) => nearestTools(name, offered),
  };
}

/** By likeness of the names; a tool whose trigger words stand in the name ("remove_file" for delete_file) goes first. */
function nearestTools(name: string, offered: readonly RegisteredTool[]): string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const byLikeness = nearestNames(
    name,
    offered.map((entry) => entry.tool.contract.name),
  );
  const isCalledFor = (candidate: string): boolean => {
    const contract = offered.find((entry) => entry.tool.contract.name === candidate)?.tool.contract;
    return contract !== undefined && contract.triggers.some((trigger) => words.includes(trigger));
  };
  return [...byLikeness.filter(isCalledFor), ...byLikeness.filter((candidate) => !isCalledFor(candidate))];
}

/** A contract as the model is offered it: the description says when to use the tool and when not. */
export function toolDefinition(contract: ToolContract): ToolDefinition {
  const description = [
    contract.description,
    sentence("Use when", contract.use_when),
    sentence("Not when", contract.not_when),
  ]
    .filter((part) => part !== "")
    .join(" ");
  return {
    type: "function",
    function: { name: contract.name, description, parameters: contract.input_schema },
  };
}

function sentence(opening: string, rest: string): string {
  const text = rest.trim().replace(/\.$/, "");
  return text === "" ? "" : `${opening} ${text}.`;
}

function checkContract(pack: string, contract: ToolContract): void {
  for (const [field, schema] of [
    ["input_schema", contract.input_schema],
    ["result_schema", contract.result_schema],
  ] as const) {
    if (schema === null) continue;
    const checked = checkSchema(schema);
    if (!checked.ok) {
      throw new UserError(
        "invalid_input",
        `Tool ${contract.name} of pack ${pack}: ${field} is not valid JSON Schema: ${checked.error}`,
      );
    }
  }
}
