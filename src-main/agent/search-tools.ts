// Which tools search, judged from the contract alone: what the contract declares, else a read whose name says so or that takes a query.
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";

const SEARCH_VERBS = new Set(["search", "find", "lookup", "query", "grep", "filter"]);
const QUERY_FIELD = /^(?:q|query|search|keywords?|terms?|search_?(?:term|text|query)|pattern)$/i;

/**
 * True for a tool whose calls may bring nothing however often they are varied. `searches` of the contract decides; without it, a read with a
 * verb of searching in its name (`search_flights`, `find_hold`, `filesSearch`) or with an argument for a query.
 */
export function isSearchTool(contract: Pick<ToolContract, "name" | "effect" | "input_schema" | "searches">): boolean {
  if (contract.searches !== undefined) return contract.searches;
  if (contract.effect !== "read") return false;
  const words = contract.name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const { properties } = contract.input_schema;
  return (
    words.some((word) => SEARCH_VERBS.has(word)) ||
    (isJsonObject(properties) && Object.keys(properties).some((name) => QUERY_FIELD.test(name)))
  );
}
