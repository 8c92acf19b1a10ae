// A recorded run's contracts and results checked: its trace, with the turns a fork shares, and what the built-in packs know of their own state.
import type { RunChecks } from "../../src-shared/rpc/checks.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { toStored } from "../../src-shared/trace/event.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import { checkRun } from "../diagnose/checks/run-checks.ts";
import { traceFromEvents } from "../diagnose/diagnose.ts";
import type { Store } from "../store/store.ts";
import { listPacks } from "../tools/packs.ts";
import type { Pack } from "../tools/types.ts";
import { traceReader } from "./trace-reader.ts";

/**
 * `turn` null: all results, the texts of their shapes cut short.
 * @throws UserError `not_found`
 */
export function checkRecordedRun(store: Store, run: RunId, turn: number | null): RunChecks {
  const known = store.getRun(run);
  if (!known) throw new UserError("not_found", `There is no run ${run}.`);
  const reader = traceReader(store);
  const events = lineageEvents(lineage(reader, run)).map(toStored);
  const trace = traceFromEvents(known.summary, events, reader.blobText, reader.messages);
  const { started } = known;
  const packs = listPacks().filter(({ name }) => started.packs.includes(name));
  return checkRun(trace, {
    turn,
    compactors: started.variant.compactors,
    packOf: (tool) =>
      packOf(tool, packs) ?? started.packs.find((name) => !packs.some((pack) => pack.name === name)) ?? "",
    ...(packs.some(({ stateVersion }) => stateVersion)
      ? { versionsOf: (environment) => versions(environment, packs) }
      : {}),
  });
}

function packOf(tool: string, packs: readonly Pack[]): string | null {
  return packs.find((pack) => pack.tools.some(({ contract }) => contract.name === tool))?.name ?? null;
}

/** What the packs themselves count, where a snapshot holds their state. */
function versions(environment: JsonValue, packs: readonly Pack[]): (string | number)[] {
  if (!isJsonObject(environment)) return [];
  return packs.flatMap((pack) => {
    const slice = environment[pack.name];
    return pack.stateVersion && slice !== undefined && slice !== null ? [pack.stateVersion(slice)] : [];
  });
}
