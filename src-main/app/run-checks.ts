// A recorded run's contracts and results checked: its trace, with the turns a fork shares, and what the built-in packs know of their own state.
import type { ResultCheck, RunChecks } from "../../src-shared/rpc/checks.ts";
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { toStored, type TraceEvent } from "../../src-shared/trace/event.ts";
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
  const events = lineageEvents(lineage(reader, run));
  const trace = traceFromEvents(known.summary, events.map(toStored), reader.blobText, reader.messages);
  const { started } = known;
  const packs = listPacks().filter(({ name }) => started.packs.includes(name));
  const checks = checkRun(trace, {
    turn,
    compactors: started.variant.compactors,
    packOf: (tool) =>
      packOf(tool, packs) ?? started.packs.find((name) => !packs.some((pack) => pack.name === name)) ?? "",
    ...(packs.some(({ stateVersion }) => stateVersion)
      ? { versionsOf: (environment) => versions(environment, packs) }
      : {}),
  });
  return {
    ...checks,
    results: checks.results.map((result) => ({ ...result, fork: placed(result.fork, events, store) })),
  };
}

/** Results of a fork by where their messages stand in the request, as the fork page shows them. */
function placed(fork: ResultCheck["fork"], events: readonly TraceEvent[], store: Store): ResultCheck["fork"] {
  const started = events.find((event) => event.kind === "turn.started" && event.turn === fork?.turn);
  if (fork === null || started?.kind !== "turn.started") return fork;
  const messages = store.messages(started.data.context);
  return {
    ...fork,
    edits: fork.edits.map((edit) => {
      if (edit.kind !== "result") return edit;
      const index = messages.findLastIndex(({ role, tool_call_id: id }) => role === "tool" && id === edit.call_id);
      return index < 0 ? edit : { ...edit, index };
    }),
  };
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
