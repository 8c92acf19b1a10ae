// Looks for model servers on the loopback ports where they usually stand. Loopback only: nothing else is ever scanned.
import type { EndpointStatus } from "../../../src-shared/rpc/types.ts";
import { checkEndpoint } from "./check.ts";

/** Port → the server that usually has it. */
const USUAL_PORTS: Readonly<Record<number, string>> = {
  11434: "Ollama",
  1234: "LM Studio",
  8080: "llama.cpp, LocalAI, MLX",
  8000: "vLLM",
  30000: "SGLang",
  5001: "KoboldCpp",
  5000: "text-generation-webui",
  1337: "Jan",
  4891: "GPT4All",
  8081: "llama.cpp",
  10240: "MLX",
};

export interface DiscoverOptions {
  ports?: readonly number[];
  signal?: AbortSignal;
  /** Milliseconds for each small request; loopback answers at once. */
  probeMs?: number;
}

/** The servers that answer, in order of the ports. A port where something else answers is left out. */
export async function discoverEndpoints(options: DiscoverOptions = {}): Promise<EndpointStatus[]> {
  const ports = options.ports ?? Object.keys(USUAL_PORTS).map(Number);
  const timeouts = { probe: options.probeMs ?? 1_500 };
  const found = await Promise.all(
    ports.map((port) =>
      checkEndpoint(`http://127.0.0.1:${port}/v1`, {
        apiKey: null,
        timeouts,
        ...(options.signal ? { signal: options.signal } : {}),
      }),
    ),
  );
  return found.filter((status) => status.reachable);
}
