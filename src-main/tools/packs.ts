// The built-in packs by name.
import { UserError } from "../../src-shared/prelude/result.ts";
import { nearestNames } from "./nearest.ts";
import { drivePack } from "./packs/drive/index.ts";
import { eventsPack } from "./packs/events/index.ts";
import { reachPack } from "./packs/reach/index.ts";
import { travelPack } from "./packs/travel/index.ts";
import type { Pack } from "./types.ts";

const packs: readonly Pack[] = [drivePack, reachPack, travelPack, eventsPack];

/** The packs of these names, each once, in the order given. Throws UserError naming the packs there are. */
export function getPacks(names: readonly string[]): Pack[] {
  return [...new Set(names)].map((name) => {
    const found = packs.find((pack) => pack.name === name);
    if (found) return found;
    const known = nearestNames(
      name,
      packs.map((pack) => pack.name),
    );
    throw new UserError(
      "invalid_input",
      `There is no pack named ${JSON.stringify(name)}; the packs are ${known.join(", ")}.`,
    );
  });
}

export function listPacks(): readonly Pack[] {
  return packs;
}
