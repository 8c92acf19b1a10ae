// The write window: processes killed between a provider's commit and our record of its response, and before the commit. After the restart
// the same intent is looked up by its operation key, and there is exactly one hold for it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { RunId } from "../../src-shared/prelude/ids.ts";
import { createCore, type Core } from "./core.ts";

const CHILD = fileURLToPath(new URL("testing/travel-child.ts", import.meta.url));
/** Each process has this many runs in either window when it is killed: 3 kills of a process are 27 kills of a run in each. */
const RUNS = 9;
const PROCESSES = 3;

const folders: string[] = [];
const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loopscope-travel-kill-"));
  folders.push(folder);
  mkdirSync(join(folder, "home", "suites"), { recursive: true });
  const task = (id: string) => ({
    id,
    prompt: "JPN-2026-0417: Hold a room at HT-KYO-12 from 2026-04-01 to 2026-04-10.",
    fixture: { silent: id },
    checks: [{ kind: "terminal_state", is: ["complete"] }],
  });
  const suite = { name: "travel-kill", packs: ["travel"], tasks: [task("before_write"), task("after_write")] };
  writeFileSync(join(folder, "home", "suites", "travel-kill.json"), JSON.stringify(suite));
  return folder;
}

interface Hold {
  session: string;
  operation_key: string;
  hold_id: string;
}

function holds(file: string): Hold[] {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    return database.prepare("SELECT session, operation_key, hold_id FROM holds").all() as unknown as Hold[];
  } finally {
    database.close();
  }
}

/** Runs in a process of their own, killed once all of them are in their window. */
async function runAndKill(folder: string, provider: string): Promise<string[]> {
  const before = holdsOrNone(provider);
  const tasks = ["before_write", "after_write"];
  const child = spawn(
    process.execPath,
    [CHILD, join(folder, "trace.db"), join(folder, "home"), String(RUNS), ...tasks],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, LOOPSCOPE_TRAVEL_DATABASE: provider } },
  );
  const gone = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  await vi.waitUntil(() => holds(provider).length === before + RUNS, { timeout: 10_000, interval: 10 });
  child.kill("SIGKILL");
  expect(await gone).toEqual([null, "SIGKILL"]);
  return (JSON.parse(line) as { runs: string[] }).runs;
}

function holdsOrNone(provider: string): number {
  try {
    return holds(provider).length;
  } catch (error) {
    // Before the first provider has begun there is no table.
    if (error instanceof Error && error.message.includes("no such table")) return 0;
    throw error;
  }
}

it("27 runs killed after the provider's commit and 27 before it: exactly one hold each, under the key of the first attempt", async () => {
  const folder = newFolder();
  const provider = join(folder, "provider.db");
  vi.stubEnv("LOOPSCOPE_TRAVEL_DATABASE", provider);
  const runs: string[] = [];
  for (let round = 0; round < PROCESSES; round += 1) runs.push(...(await runAndKill(folder, provider)));
  expect(holds(provider)).toHaveLength(RUNS * PROCESSES);

  const core = await createCore({
    database: join(folder, "trace.db"),
    host: "cli",
    user: "ann",
    home: join(folder, "home"),
  });
  open.push(core);
  const resumed = await Promise.all(
    runs.map((run) => core.runs.resume(run, null, { why: "restart", by: "ann", host: "cli", reason: "after a crash" })),
  );
  const summaries = (await Promise.all(resumed.map((entry) => entry.finished))).flat();
  expect(summaries.map((summary) => [summary.terminal_state, summary.passed])).toEqual(
    runs.map(() => ["complete", true]),
  );
  const all = holds(provider);
  expect(all).toHaveLength(runs.length);
  const byKey = new Map(all.map((hold) => [hold.operation_key, hold.hold_id]));
  for (const run of runs) {
    const started = core.store.events(RunId.parse(run), { kinds: ["tool.started"] });
    const keys = new Set(started.map((event) => (event.data as { operation_key: string }).operation_key));
    expect([...keys].map((key) => byKey.get(key))).toEqual(["H-447"]);
  }
}, 60_000);
