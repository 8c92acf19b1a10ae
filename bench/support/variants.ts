// The same agent work in two forms: the bare streaming loop of the `openai` package, and Loopscope's recorded loop.
import { mkdtempSync, rmSync, statSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import OpenAI from "openai";
import { systemClock } from "../../src-shared/prelude/clock.ts";
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { Variant } from "../../src-shared/trace/variant.ts";
import { runLoop } from "../../src-main/agent/loop.ts";
import { createModelClient, defaultTimeouts } from "../../src-main/model/client.ts";
import { openStore } from "../../src-main/store/store.ts";
import { denyingApprover } from "../../src-main/tools/approvals.ts";
import { createRegistry } from "../../src-main/tools/registry.ts";
import { toolboxOf } from "../../src-main/tools/toolbox.ts";
import type { Pack } from "../../src-main/tools/types.ts";

export interface Measured {
  /** Wall time in milliseconds. */
  ms: number;
  /** Bytes on disk after closing; 0 for the bare loop. */
  bytes: number;
  /** Longest delay of the event loop in milliseconds. */
  delayMs: number;
}

const PROMPT = "Read all pages and tell me what they say.";
const schema: JsonObject = { type: "object", properties: { page: { type: "number" } }, required: ["page"] };

/** 2 KB of text that differs from page to page. */
function page(number: number): string {
  let text = "";
  for (let at = 0; text.length < 2000; at += 1) text += `${(number * 2654435761 + at * 40503) % 1_000_003} `;
  return text.slice(0, 2000);
}

export async function bareLoop(url: string, turns: number): Promise<Measured> {
  const client = new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: PROMPT }];
  const tools = [
    { type: "function" as const, function: { name: "read_page", description: "Reads a page.", parameters: schema } },
  ];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  for (;;) {
    const stream = await client.chat.completions.create({ model: `bench-${turns}`, messages, tools, stream: true });
    let content = "";
    const calls: { id: string; name: string; arguments: string }[] = [];
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta;
      content += delta?.content ?? "";
      for (const part of delta?.tool_calls ?? []) {
        const call = (calls[part.index] ??= { id: "", name: "", arguments: "" });
        call.id ||= part.id ?? "";
        call.name ||= part.function?.name ?? "";
        call.arguments += part.function?.arguments ?? "";
      }
    }
    messages.push({
      role: "assistant",
      content: content || null,
      ...(calls.length > 0
        ? {
            tool_calls: calls.map((call) => ({
              id: call.id,
              type: "function" as const,
              function: { name: call.name, arguments: call.arguments },
            })),
          }
        : {}),
    });
    if (calls.length === 0) break;
    for (const call of calls) {
      const args = JSON.parse(call.arguments) as { page: number };
      messages.push({ role: "tool", tool_call_id: call.id, content: page(args.page) });
    }
  }
  const ms = performance.now() - began;
  delay.disable();
  return { ms, bytes: 0, delayMs: delay.max / 1e6 };
}

const pack: Pack = {
  name: "pages",
  description: "Pages of 2 KB",
  simulated: true,
  initialEnvironment: () => null,
  tools: [
    {
      contract: {
        name: "read_page",
        description: "Reads a page.",
        use_when: "",
        not_when: "",
        triggers: [],
        effect: "read",
        input_schema: schema,
        result_schema: null,
        public_fields: null,
        limits: { result_chars: 100_000, timeout_ms: 60_000 },
        suppresses_duplicates: false,
      },
      execute: (args) => ({ outcome: "ok", value: page(Number(args["page"])) }),
    },
  ],
};

export async function recordedLoop(url: string, turns: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "loopscope-bench-"));
  const file = join(folder, "trace.db");
  const store = openStore(file, { clock: systemClock, ownerLabel: "bench" });
  const variant = Variant.parse({ name: "bench", budgets: { turns: turns + 1, attempts: turns + 1 } });
  const registry = createRegistry([pack], null);
  const recorder = store.recorders.create({
    title: "bench",
    source: "loop",
    source_file: null,
    suite: null,
    task: null,
    prompt: PROMPT,
    variant,
    model: `bench-${turns}`,
    endpoint: { url, label: "scripted server", simulated: true },
    packs: ["pages"],
    tools: registry.tools.map((entry) => entry.tool.contract),
    environment: null,
    parent: null,
    edits: [],
    tenant: "local",
    host: "cli",
    user: "bench",
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const result = await runLoop(
    {
      variant,
      model: `bench-${turns}`,
      messages: [{ role: "user", content: PROMPT }],
      environment: {},
      firstTurn: 1,
      tenant: "local",
      approve: null,
      interactive: false,
      steps: [{ kind: "user", text: PROMPT, seq: 1 }],
      evidence: null,
      offeredBefore: [],
      recorded: null,
    },
    {
      clock: systemClock,
      recorder,
      lastSeq: 1,
      client: createModelClient({ baseUrl: url, apiKey: null, clock: systemClock, timeouts: defaultTimeouts }),
      toolbox: toolboxOf(registry),
      approver: denyingApprover("bench"),
      onDelta: () => undefined,
      signal: new AbortController().signal,
      random: Math.random,
    },
  );
  const ms = performance.now() - began;
  delay.disable();
  if (result.answer !== "All done.") throw new Error(`The recorded loop ended ${result.ending}: ${result.detail}`);
  store.close();
  const bytes = [file, `${file}-wal`].reduce((sum, name) => sum + (existsSync(name) ? statSync(name).size : 0), 0);
  rmSync(folder, { recursive: true, force: true });
  return { ms, bytes, delayMs: delay.max / 1e6 };
}
