// Which client gets which push. A client hears of all runs and approvals, but of single events and streamed text only in
// the runs that it watches.
import { assertNever } from "../../src-shared/prelude/assert-never.ts";
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import type { Push } from "../../src-shared/rpc/push.ts";
import type { PushFrame } from "../../src-shared/rpc/wire.ts";

/** What a host needs of the core: its methods, its pushes, and a way to say that a client is gone. */
export interface ServedCore {
  api: CoreApi;
  /** `interested` tells whether a caller watches the run that the push belongs to. Returns the way to stop listening. */
  onPush(listener: (push: Push, interested: (callerId: string) => boolean) => void): () => void;
  forgetCaller(callerId: string): void;
}

/** True when this client is to be sent this push. */
export function concerns(push: Push, callerId: string, interested: (callerId: string) => boolean): boolean {
  switch (push.kind) {
    case "run.changed":
    case "debug.held":
    case "debug.released":
    case "approval.requested":
    case "approval.resolved":
    case "experiment.progress":
    case "evaluation.progress":
      return true;
    case "event.appended":
    case "live.delta":
    case "live.text":
      return interested(callerId);
    default:
      return assertNever(push);
  }
}

/** True for a push that stands nowhere in the trace and may be left out when a client cannot keep up. */
export function isDroppable(push: Push): boolean {
  return push.kind === "live.delta";
}

export function frameOf(push: Push): PushFrame {
  return { push: push.kind, data: push.data };
}
