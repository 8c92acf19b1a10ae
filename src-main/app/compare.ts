// Two to four runs aligned by turn: each turn reduced to keys that are equal exactly when the thing is the same.
import { createHash } from "node:crypto";
import type { DiffDocument, DiffManyDocument } from "../../src-shared/cli/documents.ts";
import { compareRuns, type TurnKey } from "../../src-shared/trace/align.ts";
import type { MessageId, RunId } from "../../src-shared/prelude/ids.ts";
import type { TraceEvent } from "../../src-shared/trace/event.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import { normalisedArguments } from "../agent/operation-key.ts";
import { lineage, lineageEvents } from "../debug/history.ts";
import type { Store } from "../store/store.ts";
import { traceReader } from "./trace-reader.ts";

/** The rows of a comparison with the runs' summaries. @throws UserError `not_found` */
export function compareMany(store: Store, runs: readonly RunId[]): DiffManyDocument {
  const comparison = compareRuns(runs.map((run) => turnKeys(store, run)));
  return {
    runs: runs.map((run) => summary(store, run)),
    rows: comparison.rows.map((row) => ({ turns: row.turns, same: row.same, differs: row.differs })),
  };
}

/** The same for exactly two runs, in the CLI's form. */
export function compareTwo(store: Store, a: RunId, b: RunId): DiffDocument {
  const comparison = compareRuns([turnKeys(store, a), turnKeys(store, b)]);
  const first = comparison.rows.find((row) => !row.same);
  return {
    a: summary(store, a),
    b: summary(store, b),
    first_divergence: first ? (first.turns[0] ?? first.turns[1] ?? null) : null,
    pairs: comparison.rows.map((row) => ({
      a_turn: row.turns[0] ?? null,
      b_turn: row.turns[1] ?? null,
      same: row.same,
      differs: row.differs,
    })),
  };
}

function summary(store: Store, run: RunId) {
  const known = store.getRun(run);
  if (!known) throw new UserError("not_found", `There is no run ${run}.`);
  return known.summary;
}

/** Ids of calls, times and operation keys differ in every run: they are left out, so that equal behaviour compares equal. */
function turnKeys(store: Store, run: RunId): TurnKey[] {
  const byTurn = new Map<number, TurnKey>();
  const contextKeys = createContextKeys(store);
  for (const event of lineageEvents(lineage(traceReader(store), run))) {
    if (event.turn === null) continue;
    let key = byTurn.get(event.turn);
    if (!key) {
      key = { turn: event.turn, context: "", response: "", calls: "", results: "", policy: "", environment: "" };
      byTurn.set(event.turn, key);
    }
    addEvent(key, event, contextKeys);
  }
  return [...byTurn.values()].toSorted((left, right) => left.turn - right.turn);
}

function addEvent(key: TurnKey, event: TraceEvent, contextKeys: (leaf: MessageId) => string): void {
  switch (event.kind) {
    case "turn.started": {
      const { data } = event;
      const { seed: _seed, ...parameters } = data.parameters;
      key.context = JSON.stringify([contextKeys(data.context), data.tools?.hash ?? null, parameters]);
      return;
    }
    case "response.finished": {
      const { data } = event;
      key.response = JSON.stringify([
        data.content,
        data.reasoning,
        data.finish_reason,
        data.error?.category ?? null,
        data.text_calls,
      ]);
      key.calls =
        data.calls.length === 0
          ? ""
          : JSON.stringify(
              data.calls.map((call) => [
                call.name,
                call.arguments === null ? call.arguments_text : normalisedArguments(call.arguments),
              ]),
            );
      return;
    }
    case "tool.finished":
      if (event.data.message !== null)
        key.results += `${event.data.tool}:${event.data.outcome}:${event.data.raw.hash}:${event.data.shown.hash};`;
      return;
    case "policy.decided":
      key.policy += `${event.data.tool}:${event.data.decision}:${event.data.reason};`;
      return;
    case "approval.decided":
      key.policy += `${event.data.decision}:${event.data.question};`;
      return;
    case "subtask.named":
      key.policy += `${event.data.subtask ?? "done"}:${event.data.tools.join(",")};`;
      return;
    case "gate.reminded":
    case "loop.noticed":
      key.policy += `${event.kind};`;
      return;
    case "environment.changed":
      key.environment += `${event.data.after.hash};`;
      return;
    default:
      return;
  }
}

/**
 * Names a context by what its messages read, without the ids of calls: two servers that make up other ids have the same
 * context. Chained like the messages themselves, so that each message is looked at once.
 */
function createContextKeys(store: Store): (leaf: MessageId) => string {
  const known = new Map<MessageId, string>();
  return (leaf) => {
    const ids = store.messageIds(leaf);
    let at = ids.length - 1;
    while (at >= 0 && !known.has(ids[at] as MessageId)) at -= 1;
    if (at === ids.length - 1) return known.get(leaf) as string;
    const messages = store.messages(leaf);
    let key = at >= 0 ? (known.get(ids[at] as MessageId) as string) : "";
    for (const [offset, message] of messages.slice(at + 1).entries()) {
      const { tool_call_id: _id, tool_calls, ...rest } = message;
      const calls = tool_calls?.map((call) => call.function) ?? null;
      key = createHash("sha256")
        .update(key)
        .update(JSON.stringify([rest, calls]))
        .digest("hex");
      known.set(ids[at + 1 + offset] as MessageId, key);
    }
    return key;
  };
}
