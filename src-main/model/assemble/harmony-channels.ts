// Splits gpt-oss's Harmony text where a server left its channel tokens standing: `final` is the answer, `analysis` is
// thinking, and a call in `commentary` stays in the text for the text-call parser.
import type { SplitContent } from "./reasoning.ts";

const SEGMENT = /(?:<\|start\|>[a-z]*)?<\|channel\|>([a-z]+)([^<]*)(?:<\|constrain\|>[^<]*)?<\|message\|>/g;
const END = /<\|(?:end|return|call|start)\|>/;

/** Null when the text has no channel tokens. */
export function splitHarmony(content: string): SplitContent | null {
  if (!content.includes("<|channel|>") || !content.includes("<|message|>")) return null;
  const segments = [...content.matchAll(SEGMENT)];
  if (segments.length === 0) return null;
  const thoughts: string[] = [];
  let answer = content.slice(0, segments[0]?.index ?? 0);
  for (const [position, segment] of segments.entries()) {
    const [whole, channel = "", head = ""] = segment;
    const start = segment.index + whole.length;
    const next = segments[position + 1]?.index ?? content.length;
    const raw = content.slice(start, next);
    const end = END.exec(raw);
    const body = end ? raw.slice(0, end.index) : raw;
    if (channel === "analysis" && !head.includes("to=")) thoughts.push(body.trim());
    else if (channel === "final" || (channel === "commentary" && !head.includes("to=") && !/^\s*\{/.test(body)))
      answer += body;
    else answer += content.slice(segment.index, next);
  }
  return { content: answer.trim(), reasoning: thoughts.join("\n\n"), marker: "<|channel|>", unclosed: false };
}
