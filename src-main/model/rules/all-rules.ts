// The table of contents of the rules, in the order in which they are applied.
import type { Rule } from "./rule.ts";

export const RULES: readonly Rule[] = [];
