// Questions to a person, kept until they are answered. The loop waits on `ask`; a host shows what is pending and answers.
import type { PendingApproval } from "../../src-shared/rpc/types.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ApprovalRequested } from "../../src-shared/trace/events/approval.ts";
import type { ApprovalAnswered, Approver } from "../agent/ports.ts";

export interface ApprovalQueue {
  /** The approver of one run. */
  forRun(run: { id: string; title: string }): Approver;
  pending(): PendingApproval[];
  /** @throws UserError `not_found` when it was answered already or its run has ended */
  answer(approvalId: string, answer: ApprovalAnswered): void;
  onChange(
    listener: (
      change: { kind: "requested"; approval: PendingApproval } | { kind: "resolved"; approval_id: string; run: string },
    ) => void,
  ): () => void;
}

export function createApprovalQueue(): ApprovalQueue {
  const open = new Map<string, { approval: PendingApproval; resolve: (answer: ApprovalAnswered) => void }>();
  const listeners = new Set<Parameters<ApprovalQueue["onChange"]>[0]>();
  const tell: Parameters<ApprovalQueue["onChange"]>[0] = (change) => {
    for (const listener of listeners) listener(change);
  };
  return {
    forRun(run) {
      return {
        ask(request: ApprovalRequested, turn, signal) {
          return new Promise((resolve) => {
            const settle = (answer: ApprovalAnswered) => {
              signal.removeEventListener("abort", onAbort);
              if (!open.delete(request.approval_id)) return;
              tell({ kind: "resolved", approval_id: request.approval_id, run: run.id });
              resolve(answer);
            };
            const onAbort = () => settle(stoppedMeanwhile);
            if (signal.aborted) {
              resolve(stoppedMeanwhile);
              return;
            }
            const approval: PendingApproval = { ...request, run: run.id, run_title: run.title, turn };
            open.set(request.approval_id, { approval, resolve: settle });
            signal.addEventListener("abort", onAbort, { once: true });
            tell({ kind: "requested", approval });
          });
        },
      };
    },
    pending: () => [...open.values()].map((entry) => entry.approval),
    answer(approvalId, answer) {
      const entry = open.get(approvalId);
      if (!entry)
        throw new UserError("not_found", "This approval is no longer open: it was answered, or its run has ended.");
      entry.resolve(answer);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const stoppedMeanwhile: ApprovalAnswered = {
  decision: "stop",
  reason: "The run was stopped while it waited.",
  by: "policy",
  host: "cli",
  again: false,
};

/** Where no one can be asked: denies at once, with the reason, and never hangs. */
export function denyingApprover(reason: string): Approver {
  return {
    ask: () => Promise.resolve({ decision: "deny", reason, by: "policy", host: "cli", again: false }),
  };
}
