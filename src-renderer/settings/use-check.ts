// Checks a server, and while it says that it is loading asks again until it is ready or the person stops it.
import { useEffect, useState } from "react";
import { useMutationCall } from "../data/hooks.ts";
import { useNow } from "../ui/use-now.ts";

/** Between two looks at a loading server, in milliseconds. */
const LOOK_MS = 2_000;

export function useCheck(url: string) {
  const check = useMutationCall("endpoints.check");
  const [since, setSince] = useState<number | null>(null);
  const { mutate, isPending, data, variables } = check;
  const deep = variables?.deep === true;
  const waiting = since !== null && (isPending || data?.loading === true);
  const now = useNow(waiting);
  useEffect(() => {
    if (since === null || isPending || data?.loading !== true) return undefined;
    const timer = setTimeout(() => mutate({ url, deep }), LOOK_MS);
    return () => clearTimeout(timer);
  }, [since, isPending, data, mutate, url, deep]);
  return {
    status: data,
    error: check.error,
    busy: isPending || waiting,
    deep,
    /** Whole seconds for which a loading server has been waited for; null while none is. */
    waitedSeconds: waiting && data?.loading === true ? Math.max(0, Math.round((now - since) / 1000)) : null,
    start(input: { deep: boolean }) {
      setSince(Date.now());
      mutate({ url, deep: input.deep });
    },
    stop: () => setSince(null),
  };
}
