// Runs the project's own programs for the tests, under the Node that runs the tests.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

export const projectDir = resolve(import.meta.dirname, "../..");
const launcher = join(projectDir, "resources/bin/loopscope.mjs");

export interface Finished {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs `loopscope ARGS` to its end. */
export function loopscope(args: readonly string[], env: Record<string, string>): Promise<Finished> {
  return new Promise((resolvePromise, reject) => {
    execFile(
      process.execPath,
      [launcher, ...args],
      { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== "number") reject(error);
        else resolvePromise({ status: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      },
    );
  });
}

export interface RunningHost {
  /** The address to open, token included. */
  url: string;
  pid: number;
  /** What it wrote on its error output so far. */
  stderr(): string;
  /** Ends it the way a user does, and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `loopscope serve --json --port 0` and waits for its first line. */
export async function startHost(args: readonly string[], env: Record<string, string>): Promise<RunningHost> {
  const child = spawn(process.execPath, [launcher, "serve", "--json", "--port", "0", ...args], {
    // With the channel and its starter's name it ends when this process does, however that is.
    env: { ...process.env, ...env, LOOPSCOPE_STARTER: String(process.pid) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error("The host has no standard output");
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "exit");
  const lines = createInterface({ input: stdout });
  const first = await Promise.race([once(lines, "line"), ended.then(() => null)]);
  if (first === null) throw new Error(`loopscope serve ended before it served:\n${stderr}`);
  const { url } = JSON.parse(String(first[0])) as { url: string };
  return {
    url,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      await ended;
    },
  };
}
