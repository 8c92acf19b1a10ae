// The contract's methods about A/Bs: the app's A/Bs, in the words of the contract.
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { createAb, type AppAb } from "./ab.ts";
import type { AppExperiments } from "./experiments.ts";
import type { RunParts } from "./unattended-runs.ts";

type AbApi = Pick<CoreApi, Extract<keyof CoreApi, `ab.${string}`>>;

/** `experiments` is null where the host runs none. */
export function abApi(parts: RunParts, experiments: AppExperiments | null): AbApi {
  const made = experiments === null ? null : createAb(parts, experiments);
  const ab = (): AppAb => {
    if (made) return made;
    throw new UserError("conflict", "This host runs no experiments; use `loopscope ab`.");
  };
  return {
    "ab.plan": ({ run, turn }) => ab().plan(run, turn),
    "ab.start": async (input) => ({ id: ab().start(await ab().spec(input)).id }),
    "ab.get": ({ id }) => ab().get(id),
    "ab.sample": ({ id, arm, index }) => ab().sample(id, arm, index),
  };
}
