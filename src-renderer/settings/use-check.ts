// Checks a server when asked to, and while it says that it is loading asks again until it is ready or the person stops it.
import { useCallback } from "react";
import { useMutationCall } from "../data/hooks.ts";
import { useLoadingWait } from "../ui/use-loading-wait.ts";

export function useCheck(url: string) {
  const check = useMutationCall("endpoints.check", { invalidates: ["profiles.list"] });
  const { mutate, isPending, data, variables } = check;
  const deep = variables?.deep === true;
  const again = useCallback(() => mutate({ url, deep }), [mutate, url, deep]);
  // A mutation forgets its answer while it runs again: what is waited for is then still loading.
  const wait = useLoadingWait(url, data?.loading === true, isPending, again);
  return {
    status: data,
    error: check.error,
    busy: isPending || wait.seconds !== null,
    deep,
    /** Whole seconds for which a loading server has been waited for; null while none is. */
    waitedSeconds: wait.seconds,
    start(input: { deep: boolean }) {
      wait.begin();
      mutate({ url, deep: input.deep });
    },
    stop: wait.stop,
  };
}
