// A variant of what servers send, and what must be on record after it: the form of the tables beside this file.
import type { ToolDefinition } from "../../../src-shared/trace/tool-contract.ts";
import { ask, tool } from "../fixtures/ask.ts";
import type { AskOptions, Asked } from "../fixtures/ask.ts";
import { chunk, loopbackServer, sse } from "../fixtures/loopback-server.ts";
import type { Answer, Reply } from "../fixtures/loopback-server.ts";

const text = { type: "string" };

/** The tools that every variant offers. */
export const OFFERED: readonly ToolDefinition[] = [
  tool("list_files"),
  tool("get_file_by_id", { file_id: text }, ["file_id"]),
  tool("search_files", { query: text }, ["query"]),
  tool("create_file", { filename: text, content: text }, ["filename", "content"]),
  tool("delete_file", { file_id: text }, ["file_id"]),
  tool("share_file", { file_id: text, email: text, permission: { type: "string", enum: ["r", "rw"] } }, [
    "file_id",
    "email",
    "permission",
  ]),
  tool(
    "set_tags",
    {
      file_id: text,
      tags: { type: "array", items: text },
      priority: { type: "integer" },
      options: { type: "object" },
      pinned: { type: "boolean" },
    },
    ["file_id"],
  ),
];

/** What is on record, in a short form: calls as `name {arguments} flags`, text calls as `syntax name {arguments} where`. */
export interface Summary {
  calls: string[];
  text: string[];
  flags: string[];
  finish: string | null;
  effective: string | null;
  content: string | null;
  reasoning: string | null;
  error: string | null;
}

export interface Variant {
  name: string;
  reply: Reply | Answer;
  expected: Partial<Summary>;
  options?: Partial<AskOptions>;
}

function summarise(asked: Asked): Summary {
  const { finished } = asked;
  return {
    calls: finished.calls.map((call) =>
      [call.name, JSON.stringify(call.arguments), ...call.flags.filter((flag) => flag !== "id_synthetic")].join(" "),
    ),
    text: finished.text_calls.map((call) =>
      [
        call.syntax,
        call.name,
        JSON.stringify(call.arguments),
        ...(call.where === "content" ? [] : ["reasoning"]),
        ...(call.complete ? [] : ["unclosed"]),
      ].join(" "),
    ),
    flags: finished.flags.filter((flag) => flag !== "usage_missing"),
    finish: finished.finish_reason,
    effective: finished.effective_finish_reason,
    content: finished.content,
    reasoning: finished.reasoning,
    error: finished.error?.category ?? null,
  };
}

/**
 * Serves the variant to the real client over a real socket. `found` has what the variant names, and `wanted` what it must
 * be: where a variant does not name them there are no calls, no flags and no error.
 */
export async function observe(variant: Variant): Promise<{ found: Partial<Summary>; wanted: Partial<Summary> }> {
  const { reply, options } = variant;
  await using server = await loopbackServer(typeof reply === "function" ? reply : () => reply);
  const asked = await ask({
    url: server.url,
    ...options,
    timeouts: { idle: 150, loading: 400, retryAfterCap: 100, ...options?.timeouts },
    request: { tools: OFFERED, ...options?.request },
  });
  const wanted: Partial<Summary> = { calls: [], text: [], flags: [], error: null, ...variant.expected };
  const found = Object.fromEntries(Object.entries(summarise(asked)).filter(([key]) => Object.hasOwn(wanted, key)));
  return { found, wanted };
}

/** A stream of deltas, closed with a reason. */
export function stream(deltas: readonly unknown[], finish: string | null = "tool_calls"): Reply {
  return { body: sse([...deltas.map((delta) => chunk(delta)), chunk({}, finish)]) };
}

/** One delta of one call; parts that are undefined are left out. */
export function fragment(parts: {
  index?: unknown;
  id?: unknown;
  name?: unknown;
  args?: unknown;
  type?: unknown;
}): unknown {
  const { index, id, name, args, type } = parts;
  return {
    tool_calls: [{ index, id, type, function: { name, arguments: args } }],
  };
}

/** The whole text as one streamed answer. */
export function says(content: string, finish: string | null = "stop"): Reply {
  const half = Math.floor(content.length / 2);
  return stream([{ role: "assistant", content: content.slice(0, half) }, { content: content.slice(half) }], finish);
}

/** The whole text as thinking, and no answer. */
export function thinks(reasoning: string, field = "reasoning_content"): Reply {
  return stream([{ role: "assistant", [field]: reasoning }], "stop");
}

/** A whole completion as JSON. */
export function whole(message: unknown, finish: string | null = "stop", more: object = {}): Reply {
  const body = { id: "c", object: "chat.completion", choices: [{ index: 0, message, finish_reason: finish }], ...more };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
