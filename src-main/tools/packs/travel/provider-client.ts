// The provider's process, started on demand and spoken to in JSON lines. It ends by itself when this process is gone.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type JsonObject, JsonValue } from "../../../../src-shared/prelude/json.ts";

export interface ProviderRequest {
  op: "search_flights" | "search_hotels" | "rail_pass_coverage" | "find_hold" | "hold_room" | "find_by_key";
  session: string;
  tenant: string;
  fixture: JsonObject;
  args: JsonObject;
  key: string | null;
  attempt: number;
  /** Milliseconds since the epoch, by the run's clock. */
  now: number;
}

const ProviderAnswer = z.object({
  id: z.number(),
  /** What the provider says; null for a hold that is not there. Unchecked: the contract's result schema is asked. */
  body: JsonValue.optional(),
  retry_after: z.string().optional(),
  /** How long it took, on the run's clock. */
  latency_ms: z.number().optional(),
  /** The connection broke before an answer came. */
  lost: z.literal(true).optional(),
});
export type ProviderAnswer = z.infer<typeof ProviderAnswer>;

interface Connection {
  child: ChildProcessWithoutNullStreams;
  waiting: Map<number, (answer: ProviderAnswer) => void>;
}

let connection: Connection | null = null;
let lastId = 0;

/** Where the provider keeps its holds: LOOPSCOPE_TRAVEL_DATABASE, else a file of the user's in the system's temporary folder. */
function providerDatabase(): string {
  const named = process.env.LOOPSCOPE_TRAVEL_DATABASE;
  if (named !== undefined && named !== "") return named;
  const folder = join(tmpdir(), `loopscope-travel-${userInfo().username.replaceAll(/[^\w-]/g, "_")}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, "provider.db");
}

/** One request. A provider that died, or that the signal gives up on, has given no answer: `lost`. */
export function askProvider(request: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer> {
  connection ??= connect();
  const { child, waiting } = connection;
  const id = ++lastId;
  return new Promise((resolve) => {
    const lost = () => answered({ id, lost: true });
    function answered(answer: ProviderAnswer): void {
      waiting.delete(id);
      signal.removeEventListener("abort", lost);
      hold(child, waiting.size > 0);
      resolve(answer);
    }
    waiting.set(id, answered);
    hold(child, true);
    signal.addEventListener("abort", lost, { once: true });
    child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    if (signal.aborted) lost();
  });
}

function connect(): Connection {
  const child = spawn(process.execPath, ["--no-warnings", providerProgram(), providerDatabase()], {
    // In the desktop app the executable is Electron's.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const opened: Connection = { child, waiting: new Map() };
  const close = () => {
    if (connection === opened) connection = null;
    for (const [id, answered] of opened.waiting) answered({ id, lost: true });
  };
  child.on("error", close);
  child.on("exit", close);
  // A broken pipe shows as the exit above; without a listener it would end this process.
  child.stdin.on("error", close);
  child.stderr.resume();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = ProviderAnswer.parse(JSON.parse(line));
    opened.waiting.get(answer.id)?.(answer);
  });
  return opened;
}

/** An idle provider does not keep this process alive; one that is asked does. */
function hold(child: ChildProcessWithoutNullStreams, busy: boolean): void {
  for (const part of [child, child.stdin, child.stdout, child.stderr]) {
    const counted = part as { ref?: () => void; unref?: () => void };
    if (busy) counted.ref?.();
    else counted.unref?.();
  }
}

/** Found upwards, since the code runs from src-main/ and, bundled, from out/main/. */
function providerProgram(): string {
  const below = join("resources", "travel-provider", "provider.mjs");
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, below))) {
    const up = dirname(at);
    if (up === at) throw new Error(`${below} stands nowhere above the program.`);
    at = up;
  }
  return join(at, below);
}
