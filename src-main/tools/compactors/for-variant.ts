// Which compactor a variant gives to a tool. The tool's name comes from the native call id of the result, never from its text.
import type { Variant } from "../../../src-shared/trace/variant.ts";
import type { Compactor } from "../types.ts";
import { getCompactor } from "./index.ts";

/** The compactor for one tool's results: its own, else the variant's `*`, else `none`. Throws UserError for an unknown name. */
export function compactorFor(variant: Pick<Variant, "compactors">, tool: string): Compactor {
  const own = Object.hasOwn(variant.compactors, tool) ? variant.compactors[tool] : undefined;
  return getCompactor(own ?? variant.compactors["*"] ?? "none");
}
