// Typed calls and pushes over the connection. In development every answer is parsed by the contract's schema, so that a core that
// drifts from the contract shows at once; in a build the core is trusted (it is typed by the same contract).
import type { Method, MethodInput, MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { PushData, PushKind } from "../../src-shared/rpc/push.ts";
import { openConnection, type Connection } from "./bridge.ts";

export interface Client {
  call<M extends Method>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>;
  onPush<K extends PushKind>(kind: K, listener: (data: PushData<K>) => void): () => void;
  connection: Connection;
}

/** Wraps a connection with the contract's types. */
export function createClient(connection: Connection): Client {
  return {
    connection,
    async call<M extends Method>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
      const output = await connection.call(method, input);
      return import.meta.env.DEV ? await parseOutput(method, output) : trusted<MethodOutput<M>>(output);
    },
    onPush<K extends PushKind>(kind: K, listener: (data: PushData<K>) => void) {
      return connection.onPush((frame) => {
        if (frame.push === kind) listener(trusted<PushData<K>>(frame.data));
      });
    },
  };
}

/** The core types what it sends by the same contract; this is the one place where that is taken on trust. */
function trusted<T>(value: unknown): T {
  return value as T;
}

async function parseOutput<M extends Method>(method: M, output: unknown): Promise<MethodOutput<M>> {
  const { contract } = await import("../../src-shared/rpc/contract.ts");
  const parsed = contract[method].output.safeParse(output);
  if (!parsed.success) throw new Error(`${method} answered against the contract: ${parsed.error.message}`);
  return trusted<MethodOutput<M>>(output);
}

let shared: Client | null = null;

/** The client of this window, made at first use. */
export function client(): Client {
  shared ??= createClient(openConnection());
  return shared;
}
