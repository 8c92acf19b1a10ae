// The fields of a result with what each costs and whether it was used: one row a field, in the order of the result.
import type { FieldCost, ValueUse } from "../../../src-shared/rpc/checks.ts";
import { estimateTokens } from "../../model/tokens.ts";
import { isPublicPath } from "../../tools/lint/public-paths.ts";
import type { LaterUses } from "../value-uses.ts";
import type { Leaf } from "./leaves.ts";

export interface CostContext {
  turn: number;
  publicFields: readonly string[] | null;
  uses: LaterUses;
  isShown(leaf: Leaf): boolean;
}

/** Values of one field that are looked for in later texts. */
const MOST_VALUES = 200;
const MOST_USES = 5;
/** Text of one field that tokens are estimated over; the rest counts in proportion. */
const ESTIMATED_CHARS = 20_000;

export function fieldCosts(leaves: readonly Leaf[], context: CostContext): FieldCost[] {
  const groups = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const group = groups.get(leaf.pattern);
    if (group) group.push(leaf);
    else groups.set(leaf.pattern, [leaf]);
  }
  return [...groups].map(([path, group]) => costOf(path, group, context));
}

function costOf(path: string, group: readonly Leaf[], { turn, publicFields, uses, isShown }: CostContext): FieldCost {
  const chars = group.reduce((sum, leaf) => sum + leaf.chars, 0);
  const known = uses.known(turn);
  const usedBy = known ? usesOfGroup(group, turn, uses) : [];
  return {
    path,
    count: group.length,
    chars,
    tokens: tokensOf(group, chars),
    shown: group.some(isShown),
    public: publicFields === null ? null : isPublicPath(path, publicFields),
    used: known ? usedBy.length > 0 : null,
    used_by: usedBy,
  };
}

function tokensOf(group: readonly Leaf[], chars: number): number {
  let text = "";
  for (const leaf of group) {
    text += `"${leaf.name}":${JSON.stringify(leaf.value)},`;
    if (text.length > ESTIMATED_CHARS) break;
  }
  return Math.round((estimateTokens(text) * chars) / Math.max(1, text.length));
}

function usesOfGroup(group: readonly Leaf[], turn: number, uses: LaterUses): ValueUse[] {
  const seen = new Map<string, ValueUse>();
  const texts = group.flatMap((leaf) => [
    ...(leaf.value === null ? [] : [{ value: leaf.value, field: leaf.name }]),
    ...(leaf.dataKey === null ? [] : [{ value: leaf.dataKey, field: leaf.name }]),
  ]);
  const distinct = [...new Map(texts.map((text) => [String(text.value), text])).values()].slice(0, MOST_VALUES);
  for (const { value, field } of distinct) {
    for (const use of uses.usesOf(value, field, turn)) {
      seen.set(`${use.turn} ${use.tool ?? ""} ${use.argument ?? ""}`, use);
      if (seen.size >= MOST_USES) break;
    }
    if (seen.size >= MOST_USES) break;
  }
  return [...seen.values()].toSorted((a, b) => a.turn - b.turn);
}
