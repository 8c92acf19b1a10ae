// Which tool's schema does the server reject? Found by halving the list: each probe is a real attempt on record, with
// its answer cut to one token, and is named as an adaptation.
import type { ClassifiedFailure } from "../errors/classify.ts";
import type { ExchangeResult } from "../exchange/chat-exchange.ts";
import type { ModelHooks } from "../types.ts";
import type { AdaptedRequest } from "./adapt.ts";

/** Probes at most: enough for 64 tools. */
const MAX_PROBES = 7;

/**
 * The name of the one tool that is rejected, as the server was told it; null when that cannot be settled. `send` must
 * record the attempt.
 */
export async function findOffendingTool(
  adapted: AdaptedRequest,
  failure: ClassifiedFailure,
  send: (probe: AdaptedRequest) => Promise<ExchangeResult>,
  hooks: ModelHooks,
): Promise<string | null> {
  const named = adapted.request.tools.filter((tool) => mentions(failure.text, tool.function.name));
  if (named.length === 1) return named[0]?.function.name ?? null;
  const byIndex = /tools(?:\[|\.)(\d+)/.exec(failure.text);
  const indexed = byIndex ? adapted.request.tools[Number(byIndex[1])] : undefined;
  if (indexed) return indexed.function.name;
  let suspects = [...adapted.request.tools];
  for (let probes = 0; suspects.length > 1; probes += 1) {
    if (probes >= MAX_PROBES || hooks.signal.aborted || hooks.remainingMs() <= 0) return null;
    const half = suspects.slice(0, suspects.length >> 1);
    const { stream_options: _options, ...parameters } = adapted.request.parameters;
    const result = await send({
      request: { ...adapted.request, tools: half, parameters: { ...parameters, stream: false, max_tokens: 1 } },
      adaptations: [
        ...adapted.adaptations,
        { rule: "find_offending_tool", detail: `probe with ${half.length} of ${suspects.length} tools` },
      ],
    });
    const rejected = result.failure?.kind === "status" && result.failure.status < 501 && result.failure.status >= 400;
    if (result.failure && !rejected) return null;
    suspects = rejected ? half : suspects.slice(half.length);
  }
  return suspects[0]?.function.name ?? null;
}

function mentions(text: string, name: string): boolean {
  return (
    name.length >= 3 && new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`).test(text)
  );
}
