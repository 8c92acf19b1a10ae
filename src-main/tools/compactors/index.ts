// The compactors by name.
import { UserError } from "../../../src-shared/prelude/result.ts";
import { nearestNames } from "../nearest.ts";
import type { Compactor } from "../types.ts";
import { countAndHead } from "./count-and-head.ts";
import { fileMetadata } from "./file-metadata.ts";
import { none } from "./none.ts";
import { fieldsCompactor, publicFields } from "./public-fields.ts";
import { truncate800 } from "./truncate-800.ts";

const compactors: readonly Compactor[] = [none, fileMetadata, truncate800, countAndHead, publicFields];

/** Throws UserError naming the compactors there are. */
export function getCompactor(name: string): Compactor {
  const found = compactors.find((compactor) => compactor.name === name) ?? fieldsCompactor(name);
  if (found) return found;
  const names = nearestNames(
    name,
    compactors.map((compactor) => compactor.name),
  );
  throw new UserError(
    "invalid_input",
    `There is no compactor named ${JSON.stringify(name)}; use one of ${names.join(", ")}, or fields:NAME,NAME for fields of your own.`,
  );
}

export function listCompactors(): readonly Compactor[] {
  return compactors;
}
