// Each write intent has one operation key: bound to tenant, tool, arguments and intent, kept through retry and look-up, used for one commit.
import { operationKey } from "../../../agent/operation-key.ts";
import { examination, type Check } from "../check.ts";
import type { CallTrail, Trail } from "../trail.ts";

export const keysBound: Check = {
  name: "operation_keys_bound",
  rule: "Each attempt of a write carries the one key of its intent, derived from tenant, tool and arguments; reads carry none.",
  examine(trail) {
    const found = examination();
    for (const call of trail.calls) {
      const first = call.attempts.find((attempt) => attempt.started !== null)?.started;
      if (!first || !call.contract) continue;
      found.fact();
      const key = first.data.operation_key;
      if (call.contract.effect === "read") {
        if (key !== null) found.broken(`${call.tool} only reads and carries an operation key.`, first.seq);
        continue;
      }
      if (key === null) {
        found.broken(`${call.tool} changes something and carries no operation key.`, first.seq);
        continue;
      }
      if (!isDerived(key, call, first.data.arguments, trail))
        found.broken(`The key of ${call.tool} is not that of its tenant, tool and arguments.`, first.seq);
      keptThroughout(call, key, found.broken);
    }
    return found;
  },
};

function keptThroughout(call: CallTrail, key: string, broken: (message: string, ...seqs: number[]) => void): void {
  const carried = [
    ...call.attempts.flatMap(({ started, finished }) => [started, finished].filter((event) => event !== null)),
    ...call.decisions.filter(({ data }) => data.decision !== "refuse"),
    ...call.requests,
  ];
  for (const event of carried)
    if (event.data.operation_key !== key) broken(`${call.tool} changed its operation key on the way.`, event.seq);
}

/** Calls of one turn that a position is looked for among; no model proposes more. */
const MOST_POSITIONS = 128;

function isDerived(key: string, call: CallTrail, args: Parameters<typeof operationKey>[2], trail: Trail): boolean {
  const run = trail.events[0]?.run ?? "";
  for (let position = 0; position < MOST_POSITIONS; position++)
    if (operationKey(trail.started.tenant, call.tool, args, { run, turn: call.turn, position }) === key) return true;
  return false;
}

export const oneCommitEach: Check = {
  name: "one_commit_each",
  rule: "No operation key is used by two calls, and none is committed twice.",
  examine({ calls }) {
    const found = examination();
    const owners = new Map<string, CallTrail>();
    for (const call of calls) {
      const keys = new Set(call.attempts.flatMap(({ started }) => started?.data.operation_key ?? []));
      for (const key of keys) {
        found.fact();
        const other = owners.get(key);
        if (other)
          found.broken(
            `${call.tool} uses the operation key of another call.`,
            other.attempts[0]?.started?.seq,
            call.attempts[0]?.started?.seq,
          );
        owners.set(key, call);
      }
      const commits = call.attempts.filter(
        ({ started, finished }) =>
          started?.data.operation_key !== null &&
          started !== null &&
          (finished?.data.outcome === "ok" || finished?.data.outcome === "empty"),
      );
      if (commits.length > 1)
        found.broken(
          `${call.tool} was done ${commits.length} times under one key.`,
          ...commits.flatMap(({ finished }) => finished?.seq ?? []),
        );
    }
    return found;
  },
};
