// Which tools a sub-task needs, by the contracts alone: those whose words it uses, those that give the ids these take, and no write that it does
// not call for.
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { ChosenBy } from "../../src-shared/trace/events/planner.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";

type Contract = Pick<ToolContract, "name" | "triggers" | "effect" | "input_schema" | "result_schema">;

/** In the contracts' order. A sub-task that calls for no tool by its words gets the reads; where there are none, all tools. */
export function toolsForSubtask(
  subtask: string,
  contracts: readonly Contract[],
): { tools: string[]; chosenBy: ChosenBy } {
  const text = subtask.normalize("NFKC").toLowerCase();
  const called = contracts.filter((contract) => isCalledFor(contract, text));
  const chosen = new Set(called);
  for (const contract of contracts) {
    if (contract.effect !== "read") continue;
    const givesIds = called.some((other) => takesIdOf(other, contract));
    const readsOn = called.some((other) => other.effect === "read" && takesIdOf(contract, other));
    if (givesIds || readsOn) chosen.add(contract);
  }
  if (chosen.size > 0)
    return { tools: names(contracts.filter((contract) => chosen.has(contract))), chosenBy: "contract" };
  const reads = contracts.filter((contract) => contract.effect === "read");
  return reads.length > 0 ? { tools: names(reads), chosenBy: "reads" } : { tools: names(contracts), chosenBy: "all" };
}

/** Its name, or one of its trigger words, stands in the text. */
function isCalledFor(contract: Contract, text: string): boolean {
  return [contract.name.toLowerCase(), ...contract.triggers].some((words) => holdsWords(text, words.toLowerCase()));
}

function holdsWords(text: string, words: string): boolean {
  if (words === "") return false;
  if (/[\p{Script=Han}]/u.test(words)) return text.includes(words);
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "u").test(text);
}

/** `taker` requires an id that a result of `giver` holds: under the same name, or as a bare `id`. */
function takesIdOf(taker: Contract, giver: Contract): boolean {
  if (taker === giver) return false;
  const required = Array.isArray(taker.input_schema.required) ? taker.input_schema.required : [];
  const ids = required.filter(
    (name): name is string => typeof name === "string" && /(?:^|_)ids?_?$|[a-z]Ids?$/.test(name),
  );
  if (ids.length === 0) return false;
  // A result without a schema may hold anything.
  if (giver.result_schema === null) return true;
  const given = fieldsOf(giver.result_schema);
  return ids.some((name) => given.has(name)) || given.has("id") || given.has("id_") || given.has("_id");
}

/** Names of all properties that a schema declares, at any depth. */
function fieldsOf(schema: JsonValue): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: JsonValue): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    if (!isJsonObject(node)) return;
    if (isJsonObject(node.properties)) for (const name of Object.keys(node.properties)) found.add(name);
    for (const child of Object.values(node)) visit(child);
  };
  visit(schema);
  return found;
}

function names(contracts: readonly Contract[]): string[] {
  return contracts.map((contract) => contract.name);
}
