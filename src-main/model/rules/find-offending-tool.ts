// Which tool's schema does the server reject? Found by halving the list: each probe is a real attempt on record, with
// its answer cut to one token, and is named as an adaptation.
import type { ClassifiedFailure } from "../errors/classify.ts";
import type { ExchangeResult } from "../exchange/chat-exchange.ts";
import type { ToolDefinition } from "../../../src-shared/trace/tool-contract.ts";
import type { ModelHooks } from "../types.ts";
import type { AdaptedRequest } from "./adapt.ts";

/** Probes at most: enough for 64 tools and the counter-check. */
const MAX_PROBES = 8;

export interface Offender {
  tool: string;
  /** The others were accepted without it. */
  alone: boolean;
}

/** The tool that is rejected, as the server was told it; null when that cannot be settled. `send` records the attempt. */
export async function findOffendingTool(
  adapted: AdaptedRequest,
  failure: ClassifiedFailure,
  send: (probe: AdaptedRequest) => Promise<ExchangeResult>,
  hooks: ModelHooks,
): Promise<Offender | null> {
  const { tools } = adapted.request;
  const told = toldByServer(tools, failure.text);
  if (told !== null) return { tool: told, alone: true };
  let probes = 0;
  const rejects = async (some: readonly ToolDefinition[]): Promise<boolean | null> => {
    if (probes >= MAX_PROBES || hooks.signal.aborted || hooks.remainingMs() <= 0) return null;
    probes += 1;
    const result = await send(probeWith(adapted, some));
    if (!result.failure) return false;
    return result.failure.kind === "status" && result.failure.status >= 400 && result.failure.status <= 500
      ? true
      : null;
  };
  let suspects: readonly ToolDefinition[] = tools;
  while (suspects.length > 1) {
    const half = suspects.slice(0, suspects.length >> 1);
    const rejected = await rejects(half);
    if (rejected === null) return null;
    suspects = rejected ? half : suspects.slice(half.length);
  }
  const [found] = suspects;
  if (!found) return null;
  const others = tools.filter((tool) => tool !== found);
  const alone = others.length === 0 || (await rejects(others)) === false;
  return { tool: found.function.name, alone };
}

function probeWith(adapted: AdaptedRequest, tools: readonly ToolDefinition[]): AdaptedRequest {
  const { stream_options: _options, ...parameters } = adapted.request.parameters;
  const all = adapted.request.tools.length;
  return {
    request: { ...adapted.request, tools, parameters: { ...parameters, stream: false, max_tokens: 1 } },
    adaptations: [
      ...adapted.adaptations,
      { rule: "find_offending_tool", detail: `probe with ${tools.length} of ${all} tools, one token` },
    ],
  };
}

/** The server itself named it, or gave its place in the list. */
function toldByServer(tools: readonly ToolDefinition[], text: string): string | null {
  const named = tools.filter((tool) => mentions(text, tool.function.name));
  if (named.length === 1) return named[0]?.function.name ?? null;
  const byIndex = /tools(?:\[|\.)(\d+)/.exec(text);
  const indexed = byIndex ? tools[Number(byIndex[1])] : undefined;
  if (indexed) return indexed.function.name;
  return tools.length === 1 ? (tools[0]?.function.name ?? null) : null;
}

function mentions(text: string, name: string): boolean {
  if (name.length < 3) return false;
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text);
}
