// The environment along a trace: which state each call found and what it left behind. Snapshots are read only where a result claims a version.
import type { BlobHash } from "../../src-shared/prelude/ids.ts";
import { isJsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import type { ReadText } from "../ledger/steps.ts";
import { parseResult } from "../tools/parse-result.ts";
import { claimedVersion } from "../tools/result-claims.ts";
import type { TracedCall } from "./types.ts";

export interface EnvironmentFollower {
  /** A run begins with this snapshot; null: it has none. */
  begin(hash: BlobHash | null): void;
  /** Gives the calls of the turn what the event says of their environment. */
  see(turn: { calls: readonly TracedCall[] } | undefined, event: TraceEvent): void;
}

export function followEnvironment(readBlob: ReadText): EnvironmentFollower {
  let current: BlobHash | null = null;
  let packs: readonly string[] = [];
  const snapshot = (hash: BlobHash): JsonValue => parseResult(readBlob(hash));
  return {
    begin(hash) {
      current = hash;
      const first = hash === null ? null : snapshot(hash);
      packs = isJsonObject(first) ? Object.keys(first).filter((pack) => first[pack] !== null) : [];
    },
    see(turn, event) {
      if (event.kind === "tool.finished") {
        const call = turn?.calls.find(({ id }) => id === event.data.call_id);
        if (!call || current === null || packs.length === 0) return;
        const state = claimsVersion(call) ? snapshot(current) : null;
        const before = call.environment ?? null;
        call.environment = { packs, changes: before?.changes ?? [], before: before?.before ?? state, after: state };
      } else if (event.kind === "environment.changed") {
        current = event.data.after.hash;
        const call = turn?.calls.find(({ id }) => id === event.data.call_id);
        if (!call?.environment) return;
        call.environment = {
          ...call.environment,
          changes: [...call.environment.changes, ...event.data.changes],
          after: claimsVersion(call) ? snapshot(current) : null,
        };
      }
    },
  };
}

function claimsVersion(call: TracedCall): boolean {
  return call.raw !== null && /state_?version/i.test(call.raw) && claimedVersion(parseResult(call.raw)) !== null;
}
