// Tries Loopscope against a real llama.cpp server: while it loads, probed, run against, past its context, killed in the
// middle of an answer. What a model says does not matter here, so a tiny model of random weights will do.
// Usage: LLAMA_SERVER=path/to/llama-server node e2e/real/llama-cpp.ts MODEL.gguf   (see README.md beside this file)
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DoctorDocument } from "../../src-shared/cli/documents.ts";
import { RunId } from "../../src-shared/prelude/ids.ts";
import type { RunSummary } from "../../src-shared/trace/run-summary.ts";
import type { TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { createCore } from "../../src-main/app/core.ts";
import type { Core } from "../../src-main/app/core.ts";
import { turnVerdict } from "../../src-main/app/turn-verdict.ts";
import { loopscope } from "../support/program.ts";

/** Tokens of the context: `-c` is divided among the slots (`-np`), and one slot is what a request may fill. */
const CONTEXT = 4096;
const SLOTS = 2;
const MAX_TOKENS = 48;
const LOADED_WITHIN_MS = 60_000;

interface Wire {
  status: number | null;
  request: { stream?: boolean; tools?: unknown[] };
  lines: { text: string }[];
}
interface Shown {
  run: RunSummary;
  turns: TurnRecord[];
}

let failed = 0;

function check(name: string, ok: boolean, seen: unknown): void {
  if (!ok) failed += 1;
  process.stdout.write(`${ok ? "PASS" : "FAIL"}  ${name}\n`);
  if (!ok) process.stdout.write(`      seen: ${JSON.stringify(seen)?.slice(0, 1500)}\n`);
}

const [gguf] = process.argv.slice(2);
const program = process.env["LLAMA_SERVER"];
if (program === undefined || gguf === undefined) {
  process.stderr.write("Usage: LLAMA_SERVER=path/to/llama-server node e2e/real/llama-cpp.ts MODEL.gguf\n");
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "loopscope-real-"));
const database = join(home, "traces.db");
process.env["LOOPSCOPE_HOME"] = home;
mkdirSync(join(home, "variants"));
// Without thinking: a model of random weights repeats the last token of its prompt, which after `<think>` is white space.
const variants = {
  short: `sampling: { max_tokens: ${MAX_TOKENS}, temperature: 0, thinking: false }`,
  long: "sampling: { temperature: 0, thinking: false, logprobs: true }",
};
for (const [name, sampling] of Object.entries(variants)) {
  const file = join(home, "variants", `${name}.yaml`);
  writeFileSync(file, `name: ${name}\nsystem_prompt: Use the tools.\n${sampling}\nbudgets: { turns: 2 }\n`);
}
const servers: ChildProcess[] = [];
try {
  await whileLoading();
  const server = await startServer();
  await loaded(server.url);
  await probed(server.url);
  await runAgainst(server.url);
  await pastTheContext(server.url);
  await fillsTheContext(server.url);
  await killedInTheMiddle(server);
  const verified = await cli("verify");
  check("the trace file is whole", verified.status === 0, verified.stdout);
} finally {
  for (const server of servers) server.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
}
process.stdout.write(failed === 0 ? "All passed.\n" : `${failed} failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs begun in the moment when the server answers 503 wait for it, and say so. */
async function whileLoading(): Promise<void> {
  // With the model named, the run begins and waits; without, the list of models is waited for first.
  for (const model of ["any", null]) {
    const what = model === null ? "no model named" : "the model named";
    const { url, child } = await startServer();
    const core = await open();
    const waits: string[] = [];
    core.endpoints.onWait((line) => waits.push(line));
    try {
      const first = await statusOnceUp(url);
      check(`the server was caught while it loads (${what})`, first === 503, first);
      const { run, turns } = await runInside(core, url, "Hello.", "short", model);
      for (const event of core.store.events(RunId.parse(run.id))) {
        if (event.kind === "wait.started" || event.kind === "wait.ended") waits.push(JSON.stringify(event.data));
      }
      check(`a loading server is waited for (${what})`, run.ending !== "provider_error", { run, turns });
      check(`the wait is told (${what})`, /loading/i.test(waits[0] ?? ""), waits);
    } catch (error) {
      check(`a loading server is waited for (${what})`, false, String(error));
    } finally {
      await core.close();
      await end(child);
    }
  }
}

async function probed(url: string): Promise<void> {
  const doctor = await cli("doctor", "--endpoint", url);
  const [found] = (JSON.parse(doctor.stdout || "{}") as Partial<DoctorDocument>).endpoints ?? [];
  check("doctor tells that it is llama.cpp", found?.server?.startsWith("llama.cpp") === true, doctor);
  check("doctor lists its model", found?.models.length === 1, found);
  const core = await open();
  const status = await core.endpoints.check(url, true);
  await core.close();
  const { capabilities: can } = status;
  check("the probe finds the context of one slot", can?.context_window === CONTEXT / SLOTS, status);
  check("the probe finds usage and log-probabilities", can?.usage === true && can.logprobs === true, status);
  // A model that answers the same to every seed proves nothing of it: null then.
  check("the probe finds nothing against the seed", can?.seed !== false, status);
  check("what to change about the small context is said", /llama-server.* -c /.test(status.advice.join()), status);
}

async function runAgainst(url: string): Promise<void> {
  const args = ["--prompt", "Which files are there?", "--pack", "drive", "--variant", "short", "--endpoint", url];
  const ran = await cli("run", ...args);
  const run = (JSON.parse(ran.stdout || '{"runs":[]}') as { runs: RunSummary[] }).runs[0];
  check("a run with tools comes to its end", run !== undefined && run.ending !== "provider_error", ran);
  if (!run) return;
  const { turns } = await show<Shown>(run.id);
  const [turn] = turns;
  const wire = await show<Wire>(run.id, "--turn", "1", "--what", "wire");
  check("the request on record has the tools and streams", requestIsWhole(wire), wire.request);
  check(
    "the raw lines end with [DONE]",
    wire.lines.some((line) => /^data: ?\[DONE\]/.test(line.text)),
    wire.lines.at(-1),
  );
  const sent = usageOnWire(wire);
  const words = (turn?.content ?? "") + (turn?.reasoning ?? "");
  check("the usage of the turn is the one on the wire", sameUsage(turn, sent), { turn, sent });
  check("an output cut at max_tokens is flagged", turn?.flags.includes("truncated") === true, turn);
  check("the words of the turn are the ones on the wire", words !== "" && textOnWire(wire) === words, { turn });
}

async function pastTheContext(url: string): Promise<void> {
  const prompt = `Read this: ${"one two three four five ".repeat(800)}`;
  const ran = await cli("run", "--prompt", prompt, "--pack", "drive", "--variant", "short", "--endpoint", url);
  const run = (JSON.parse(ran.stdout || '{"runs":[]}') as { runs: RunSummary[] }).runs[0];
  check(
    "a prompt past the context ends as context_overflow, status 1",
    run?.ending === "context_overflow" && ran.status === 1,
    ran,
  );
  if (!run) return;
  const error = (await show<Shown>(run.id)).turns[0]?.error;
  const wire = await show<Wire>(run.id, "--turn", "1", "--what", "wire");
  const body = wire.lines.map((line) => line.text).join("\n");
  const needed = /"n_prompt_tokens":(\d+)/.exec(body)?.[1] ?? "missing";
  check(
    "the error names both numbers",
    error?.message.replaceAll(",", "").includes(needed) === true &&
      error.message.replaceAll(",", "").includes(String(CONTEXT / SLOTS)),
    { error, body },
  );
  check("the error names llama-server's setting", error?.message.includes("-c") === true, error);
}

/** Without a limit of its own the model writes until the slot is full: then its size is to be raised, not max_tokens. */
async function fillsTheContext(url: string): Promise<void> {
  const core = await open();
  const { run, turns } = await runInside(core, url, "Which files are there?", "long", null);
  const verdict = turnVerdict(core, RunId.parse(run.id), 1);
  await core.close();
  const { prompt_tokens: prompt, completion_tokens: output } = turns[0]?.usage ?? {};
  if ((prompt ?? 0) + (output ?? 0) < CONTEXT / SLOTS) return; // A model that came to an end by itself.
  check("an answer that fills the context is told from one cut at max_tokens", fillsWindow(verdict), verdict);
  const dropped = turns[0]?.adaptations.map((adaptation) => adaptation.rule);
  check(
    "log-probabilities with tools and streaming are left out, visibly",
    dropped?.includes("drop_logprobs") === true,
    turns,
  );
}

function fillsWindow(verdict: ReturnType<typeof turnVerdict>): boolean {
  return (
    verdict?.verdict === "cut" &&
    /context window/.test(verdict.evidence.join()) &&
    /-c/.test(verdict.what_to_change ?? "")
  );
}

/** The server is killed as soon as some words have come. */
async function killedInTheMiddle(server: { url: string; child: ChildProcess }): Promise<void> {
  const core = await open();
  let seen = "";
  core.onPush((push) => {
    if (push.kind !== "live.delta") return;
    seen += push.data.text;
    if (seen.length > 60) server.child.kill("SIGKILL");
  });
  const { run, turns } = await runInside(core, server.url, "Tell a long story.", "long", "any");
  await core.close();
  const [turn] = turns;
  check("a killed server is a lost connection", turn?.error?.category === "connection_lost", turn);
  check("the turn is flagged incomplete_stream", turn?.flags.includes("incomplete_stream") === true, turn?.flags);
  const kept = (turn?.content ?? "") + (turn?.reasoning ?? "");
  check("the words that had come are kept", kept.length > 60 && kept.startsWith(seen.slice(0, 60)), { kept, seen });
  check("no call was run", run.tool_attempts === 0, run);
  const wire = await show<Wire>(run.id, "--turn", "1", "--what", "wire");
  check(
    "the raw lines are kept, without [DONE]",
    textOnWire(wire) === kept && !/\[DONE\]/.test(JSON.stringify(wire.lines)),
    { kept, last: wire.lines.at(-1) },
  );
  const unreachable = await cli("run", "--prompt", "Hello.", "--endpoint", server.url);
  check("afterwards the server is unreachable, status 3", unreachable.status === 3, unreachable);
}

function requestIsWhole(wire: Wire): boolean {
  return wire.status === 200 && wire.request.stream === true && (wire.request.tools?.length ?? 0) > 0;
}

function chunksOf(wire: Wire) {
  return wire.lines
    .filter((line) => line.text.startsWith("data: {"))
    .map(
      (line) =>
        JSON.parse(line.text.slice("data: ".length)) as {
          choices?: { delta?: { content?: string | null; reasoning_content?: string | null } }[];
          usage?: { prompt_tokens: number; completion_tokens: number };
        },
    );
}

function usageOnWire(wire: Wire) {
  return chunksOf(wire).find((chunk) => chunk.usage)?.usage;
}

/** The answer and then the thinking, as the raw lines carry them. */
function textOnWire(wire: Wire): string {
  const deltas = chunksOf(wire).flatMap((chunk) => chunk.choices ?? []);
  const joined = (field: "content" | "reasoning_content") =>
    deltas.map((choice) => choice.delta?.[field] ?? "").join("");
  return joined("content") + joined("reasoning_content");
}

function sameUsage(turn: TurnRecord | undefined, sent: ReturnType<typeof usageOnWire>): boolean {
  if (!turn || !sent) return false;
  return turn.usage.prompt_tokens === sent.prompt_tokens && turn.usage.completion_tokens === sent.completion_tokens;
}

async function runInside(
  core: Core,
  url: string,
  prompt: string,
  variant: string,
  model: string | null,
): Promise<Shown> {
  const started = await core.runs.start({
    what: { kind: "prompt", prompt, packs: ["drive"] },
    variant,
    endpoint: url,
    model,
    approve: null,
    samples: 1,
    seed: null,
    paused: false,
  });
  const [run] = await started.finished;
  if (!run) throw new Error("The run has no summary");
  return { run, turns: core.reads.turns(run.id) };
}

function open(): Promise<Core> {
  return createCore({ database, host: "cli", user: "real", home });
}

function cli(...args: string[]) {
  return loopscope([...args, "--db", database, "--json"], { LOOPSCOPE_HOME: home });
}

async function show<T>(run: string, ...args: string[]): Promise<T> {
  const { status, stdout, stderr } = await cli("show", run, ...args);
  if (status !== 0) throw new Error(`show ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

async function startServer(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const sizes = ["-c", String(CONTEXT), "-np", String(SLOTS), "-t", "1"];
  const child = spawn(
    program ?? "",
    ["-m", gguf ?? "", "--jinja", "--host", "127.0.0.1", "--port", String(port), ...sizes],
    {
      stdio: "ignore",
    },
  );
  await once(child, "spawn");
  servers.push(child);
  return { url: `http://127.0.0.1:${port}/v1`, child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** The first status that the server answers with. */
async function statusOnceUp(url: string): Promise<number> {
  return poll(async () => {
    const answer = await fetch(`${url}/models`).catch(() => null);
    await answer?.body?.cancel();
    return answer?.status ?? null;
  });
}

async function loaded(url: string): Promise<void> {
  await poll(async () => {
    const answer = await fetch(`${url}/models`).catch(() => null);
    await answer?.body?.cancel();
    return answer?.status === 200 ? true : null;
  });
}

async function poll<T>(look: () => Promise<T | null>): Promise<T> {
  const until = performance.now() + LOADED_WITHIN_MS;
  while (performance.now() < until) {
    const found = await look();
    if (found !== null) return found;
    await sleep(10);
  }
  throw new Error(`llama-server was not there within ${LOADED_WITHIN_MS / 1000} s`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
