// Runs the loop on a real SQLite file with a scripted model, a clock that is moved by hand, and tools of the test's own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../../src-shared/prelude/clock.ts";
import { parseEvent, type EventKind, type TraceEvent } from "../../../src-shared/trace/event.ts";
import type { RunStarted } from "../../../src-shared/trace/events/run-started.ts";
import { Variant, type VariantInput } from "../../../src-shared/trace/variant.ts";
import type { ModelClient } from "../../model/types.ts";
import { openStore, type Store } from "../../store/store.ts";
import { createRegistry } from "../../tools/registry.ts";
import { toolboxOf } from "../../tools/toolbox.ts";
import type { Pack, Tool, ToolAttempt, ToolContext } from "../../tools/types.ts";
import { denyingApprover } from "../../tools/approvals.ts";
import { runLoop, type LoopDeps, type LoopResult, type LoopSpec } from "../loop.ts";

/** A clock that only sleeping moves: waits are over at once, and how long they were is on the clock. */
export function handClock(
  start = Date.UTC(2026, 0, 1),
): Clock & { advance(ms: number): void; readonly slept: number[] } {
  let elapsed = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => start + elapsed,
    monotonic: () => elapsed,
    advance(ms) {
      elapsed += ms;
    },
    async sleep(ms, signal) {
      // A macrotask: whatever the sleep races with and is ready comes first.
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) throw signal.reason as Error;
      slept.push(ms);
      elapsed += ms;
    },
  };
}

export interface TestTool {
  name: string;
  effect?: "read" | "write" | "destructive";
  run: (args: Record<string, unknown>, context: ToolContext) => ToolAttempt | Promise<ToolAttempt>;
  more?: Partial<Tool>;
  contract?: Partial<Tool["contract"]>;
}

export function testPack(tools: readonly TestTool[], environment: ToolContext["environment"] = {}): Pack {
  return {
    name: "test",
    description: "Tools of a test",
    simulated: true,
    initialEnvironment: () => environment,
    tools: tools.map((tool): Tool => ({
      contract: {
        name: tool.name,
        description: `${tool.name} of a test.`,
        use_when: "",
        not_when: "",
        triggers: [],
        effect: tool.effect ?? "read",
        input_schema: { type: "object", properties: {}, additionalProperties: true },
        result_schema: null,
        public_fields: null,
        limits: { result_chars: 100_000, timeout_ms: 60_000 },
        suppresses_duplicates: false,
        ...tool.contract,
      },
      execute: tool.run,
      ...tool.more,
    })),
  };
}

export interface LoopTestOptions {
  prompt: string;
  model: ModelClient;
  pack: Pack;
  variant?: Partial<VariantInput>;
  spec?: Partial<LoopSpec>;
  deps?: Partial<LoopDeps>;
}

export interface LoopTest {
  result: LoopResult;
  events: TraceEvent[];
  store: Store;
  kinds(): EventKind[];
  of<K extends EventKind>(kind: K): Extract<TraceEvent, { kind: K }>["data"][];
  /** The states the executor went through, from `plan`. */
  states(): string[];
}

const folders: string[] = [];

/** A store in a folder of its own; `cleanUp` removes them all. */
export function temporaryStore(clock: Clock): Store {
  const folder = mkdtempSync(join(tmpdir(), "loopscope-agent-"));
  folders.push(folder);
  return openStore(join(folder, "trace.db"), { clock });
}

export function cleanUp(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export async function runTestLoop(options: LoopTestOptions): Promise<LoopTest> {
  const clock = options.deps?.clock ?? handClock();
  const store = temporaryStore(clock);
  const variant = Variant.parse({ name: "test", ...options.variant });
  const registry = createRegistry([options.pack], variant.tools);
  const recorder = store.recorders.create((blob) =>
    startedOf(options, variant, blob(JSON.stringify({ [options.pack.name]: options.pack.initialEnvironment() }))),
  );
  const result = await runLoop(
    {
      variant,
      model: "scripted",
      messages: [{ role: "user", content: options.prompt }],
      environment: { [options.pack.name]: options.pack.initialEnvironment() },
      firstTurn: 1,
      tenant: "local",
      approve: null,
      interactive: false,
      steps: [{ kind: "user", text: options.prompt, seq: 1 }],
      evidence: null,
      offeredBefore: [],
      recorded: null,
      ...options.spec,
    },
    {
      clock,
      recorder,
      lastSeq: 1,
      client: options.model,
      toolbox: toolboxOf(registry),
      approver: denyingApprover("no one is there in a test"),
      onDelta: () => undefined,
      signal: new AbortController().signal,
      random: () => 0.5,
      ...options.deps,
    },
  );
  const events = store.events(recorder.run).flatMap((stored) => parseEvent(stored) ?? []);
  return {
    result,
    events,
    store,
    kinds: () => events.map((event) => event.kind),
    of: (kind) => events.flatMap((event) => (event.kind === kind ? [event.data as never] : [])),
    states: () => ["plan", ...events.flatMap((event) => (event.kind === "transition" ? [event.data.to] : []))],
  };
}

function startedOf(options: LoopTestOptions, variant: Variant, environment: RunStarted["environment"]): RunStarted {
  return {
    title: "test",
    source: "loop",
    source_file: null,
    suite: null,
    task: null,
    prompt: options.prompt,
    variant,
    model: "scripted",
    endpoint: { url: "scripted:", label: "scripted", simulated: true },
    packs: [options.pack.name],
    tools: options.pack.tools.map((tool) => tool.contract),
    environment,
    parent: null,
    edits: [],
    tenant: "local",
    approve: options.spec?.approve ?? null,
    host: options.spec?.interactive === true ? "desktop" : "cli",
    user: "test",
  };
}
