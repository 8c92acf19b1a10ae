// React's side of the bridge: every load is keyed by method and input, so an answer can only ever show under what it was asked for.
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { Method, MethodInput, MethodOutput } from "../../src-shared/rpc/contract.ts";
import type { PushData, PushKind } from "../../src-shared/rpc/push.ts";
import type { ConnectionStatus } from "./bridge.ts";
import { client } from "./client.ts";
import { CONNECTION_LOST, RpcCallError } from "./rpc-call-error.ts";

export interface CallOptions {
  enabled?: boolean;
  /** Milliseconds an answer counts as fresh; Infinity for what never changes (blobs, ended turns). Default 5,000. */
  staleTime?: number;
  /** Keeps showing the answer to the previous input while the next one loads: for pages of one list only. */
  keepPrevious?: boolean;
}

/** Settings shared by all loads: lost connections are waited out, everything else fails at once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
        networkMode: "always",
        retry: (_count, error) => error instanceof RpcCallError && error.code === CONNECTION_LOST,
        retryDelay: 50,
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** The cache key of a call; the method alone matches all its inputs. */
export function callKey<M extends Method>(method: M, input?: MethodInput<M>): readonly unknown[] {
  return input === undefined ? [method] : [method, input];
}

/** Loads `method` with `input`; null as input loads nothing yet. */
export function useCall<M extends Method>(
  method: M,
  input: MethodInput<M> | null,
  options: CallOptions = {},
): UseQueryResult<MethodOutput<M>, Error> {
  return useQuery<MethodOutput<M>, Error>({
    queryKey: [method, input],
    queryFn: () => {
      if (input === null) throw new Error(`${method} was asked without input`);
      return client().call(method, input);
    },
    enabled: input !== null && options.enabled !== false,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

export interface MutationOptions<M extends Method> {
  onSuccess?: (output: MethodOutput<M>, input: MethodInput<M>) => void;
  onError?: (error: Error, input: MethodInput<M>) => void;
  /** Loads to repeat once it is done. */
  invalidates?: readonly Method[];
}

/** A call that changes something: `mutate(input)` or `mutateAsync(input)`. Never repeated by itself. */
export function useMutationCall<M extends Method>(
  method: M,
  options: MutationOptions<M> = {},
): UseMutationResult<MethodOutput<M>, Error, MethodInput<M>> {
  const queries = useQueryClient();
  return useMutation<MethodOutput<M>, Error, MethodInput<M>>({
    mutationFn: (input) => client().call(method, input),
    onSuccess: (output, input) => {
      for (const other of options.invalidates ?? []) void queries.invalidateQueries({ queryKey: [other] });
      options.onSuccess?.(output, input);
    },
    onError: (error, input) => options.onError?.(error, input),
  });
}

/** Calls `listener` for every push of that kind while mounted; it always sees the latest props. */
export function usePush<K extends PushKind>(kind: K, listener: (data: PushData<K>) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => client().onPush(kind, (data) => latest(data)), [kind]);
}

/** How the connection stands, for the banner. */
export function useConnectionStatus(): ConnectionStatus {
  const { connection } = client();
  return useSyncExternalStore(connection.onStatus, connection.status);
}
