// A core for tests of the hosts: it has the methods a test gives it, and pushes what the test tells it to.
import { contract } from "../../../src-shared/rpc/contract.ts";
import type { CoreApi } from "../../../src-shared/rpc/contract.ts";
import type { Push } from "../../../src-shared/rpc/push.ts";
import type { ServedCore } from "../push.ts";

export interface FakeCore extends ServedCore {
  /** Sends a push; `watchers` are the callers that watch its run. */
  push(push: Push, watchers?: readonly string[]): void;
  /** The callers that were forgotten, in order. */
  forgotten: string[];
  listeners(): number;
}

export function fakeCore(methods: Partial<CoreApi> = {}): FakeCore {
  const listeners = new Set<(push: Push, interested: (callerId: string) => boolean) => void>();
  const forgotten: string[] = [];
  return {
    api: fakeApi(methods),
    forgotten,
    listeners: () => listeners.size,
    push: (push, watchers = []) => {
      for (const listener of listeners) listener(push, (id) => watchers.includes(id));
    },
    onPush: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forgetCaller: (callerId) => {
      forgotten.push(callerId);
    },
  };
}

/** Every method that is not given throws when it is called. */
export function fakeApi(methods: Partial<CoreApi>): CoreApi {
  const missing = Object.fromEntries(
    Object.keys(contract).map((name) => [
      name,
      () => {
        throw new Error(`The test gave no ${name}`);
      },
    ]),
  );
  // Built from the contract's own keys: each method is there.
  return { ...missing, ...methods } as CoreApi;
}
