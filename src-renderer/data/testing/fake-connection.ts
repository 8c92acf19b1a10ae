// A connection whose core is a table of functions in the test: for the data layer's own tests.
import type { PushFrame } from "../../../src-shared/rpc/wire.ts";
import type { Connection, ConnectionStatus } from "../bridge.ts";

export interface FakeConnection extends Connection {
  /** Every call made, in order. */
  calls: { method: string; input: unknown }[];
  push: (kind: string, data: unknown) => void;
  setStatus: (status: ConnectionStatus) => void;
}

export function fakeConnection(answer: (method: string, input: unknown) => unknown): FakeConnection {
  const pushListeners = new Set<(frame: PushFrame) => void>();
  const statusListeners = new Set<() => void>();
  let status: ConnectionStatus = "open";
  const calls: FakeConnection["calls"] = [];
  return {
    calls,
    call: async (method, input) => {
      calls.push({ method, input });
      return answer(method, input);
    },
    onPush: (listener) => {
      pushListeners.add(listener);
      return () => pushListeners.delete(listener);
    },
    status: () => status,
    onStatus: (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    push: (kind, data) => {
      for (const listener of pushListeners) listener({ push: kind, data });
    },
    setStatus: (next) => {
      status = next;
      for (const listener of statusListeners) listener();
    },
  };
}
