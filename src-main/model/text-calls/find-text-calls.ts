// Calls that stand as text where the server should have parsed them, re-read with every syntax we know. A quoted
// example is no call: it must name an offered tool, stand at the text's end, and not be shown as an illustration.
import type { TextCall } from "../../../src-shared/trace/events/response-finished.ts";
import type { ToolDefinition } from "../../../src-shared/trace/tool-contract.ts";
import { fencedRanges } from "../assemble/reasoning.ts";
import { statesIntent } from "../judge/text-signs.ts";
import { bareJson } from "./bare-json.ts";
import { functionXml } from "./function-xml.ts";
import { harmony } from "./harmony.ts";
import { mistral } from "./mistral.ts";
import { gemma } from "./gemma.ts";
import { functionary, namedJson } from "./named-json.ts";
import { pythonic, pythonicInEnvelope, pythonTag } from "./python-call.ts";
import { react } from "./react.ts";
import { deepseek, glm, kimi } from "./special-tokens.ts";
import { taggedJson } from "./tagged-json.ts";
import { toolTag } from "./tool-tag.ts";
import type { FoundCall, OfferedTools, TextCallSyntax } from "./types.ts";

/** In order of trust: where two read the same place, the earlier one counts. */
const SYNTAXES: readonly TextCallSyntax[] = [
  harmony,
  mistral,
  deepseek,
  kimi,
  functionXml,
  glm,
  gemma,
  taggedJson,
  pythonTag,
  pythonicInEnvelope,
  functionary,
  react,
  toolTag,
  namedJson,
  bareJson,
  pythonic,
];

/** A cheap test that saves the parsing for ordinary prose. */
const ANY_MARK = /[{[(<]|to=|Action/;

/**
 * The calls in a turn's text. `offered` are the tools of the request (names alone will do); reasoning is searched only
 * when the content is blank, since thinking rehearses calls. A call whose arguments cannot be read has null for them.
 */
export function findTextCalls(
  content: string | null,
  reasoning: string | null,
  offered: readonly (string | ToolDefinition)[],
): TextCall[] {
  const tools: OfferedTools = new Map(
    offered.map((tool) =>
      typeof tool === "string" ? [tool, null] : [tool.function.name, tool.function.parameters ?? null],
    ),
  );
  if (content !== null && content.trim() !== "") return findIn(content, tools, "content");
  if (reasoning !== null && reasoning.trim() !== "") return findIn(reasoning, tools, "reasoning");
  return [];
}

interface Candidate extends FoundCall {
  syntax: TextCallSyntax;
}

function findIn(text: string, tools: OfferedTools, where: "content" | "reasoning"): TextCall[] {
  if (tools.size === 0 || !ANY_MARK.test(text)) return [];
  const candidates = collect(text, tools);
  return tailGroup(text, candidates, where === "reasoning").map((call) => ({
    syntax: call.syntax.name,
    name: call.name,
    arguments: call.arguments,
    where,
    complete: call.complete,
  }));
}

/** Calls of offered tools by every syntax, in order, none overlapping another of a more trusted syntax. */
function collect(text: string, tools: OfferedTools): Candidate[] {
  const kept: Candidate[] = [];
  for (const syntax of SYNTAXES) {
    const found = syntax.find(text, tools).filter((call) => tools.has(call.name));
    const free = found.filter((call) => !kept.some((other) => call.start < other.end && other.start < call.end));
    kept.push(...free.map((call) => ({ ...call, syntax })));
  }
  return kept.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** What may stand after a call at the end of a text: end tags (the last one cut), tokens, brackets, a made-up result. */
const TAIL =
  /^(?:\s|<\/?[\w:-]{1,40}>|<\/?[|｜][^<>]{1,40}[|｜]>|<\w{1,40}[|｜]>|<\/[|｜]DSML[|｜]\w{1,40}>|\[\/?[A-Z_]{2,20}\]|[\])};,`])*(?:(?:<\/?[|｜]?[\w:-]{0,40}[|｜]?)?$|(?:<tool_response>|<function_results?>|\[TOOL_RESULTS\]|Observation:|✿RESULT✿|```(?:output|tool_output)))/;
const BETWEEN = 240;
const ILLUSTRATES =
  /(?:for example|for instance|e\.g\.|such as|looks? like|like this|like so|example|sample|format|syntax|schema|template|would (?:be|look|call|write)|you (?:can|could|would|should|may|might)|as follows is|is written|is called (?:with|by)|如下格式|例如|比如|格式|示例)[^\n]{0,60}$/i;
/** A label before a call that belongs to the format, not to the prose. */
const LABEL = /(?:\bfunctools|\bAction[:：]|\b(?:tool|function)[ _]calls?[:：]|\bassistant)\s*(?:```\w*\s*)?$/i;

/** The unbroken group of calls at the end of the text; empty when the text ends in something else or only illustrates. */
function tailGroup(text: string, candidates: readonly Candidate[], thinking: boolean): Candidate[] {
  const last = candidates.at(-1);
  if (!last || !TAIL.test(text.slice(last.end))) return [];
  let first = candidates.length - 1;
  for (let at = candidates.length - 2; at >= 0; at -= 1) {
    const [earlier, later] = [candidates[at], candidates[at + 1]];
    if (!earlier || !later) break;
    const between = text.slice(earlier.end, later.start);
    if (between.length > BETWEEN || illustrates(between)) break;
    first = at;
  }
  const group = candidates.slice(first);
  const start = group[0]?.start ?? 0;
  if (!mayBeCall(text, start, last, thinking)) return [];
  return group;
}

function mayBeCall(text: string, start: number, last: Candidate, thinking: boolean): boolean {
  const before = text.slice(0, start);
  const fence = fencedRanges(text).find(([from, to]) => start >= from && start < to);
  const lead = fence ? text.slice(0, fence[0]) : before;
  const label = LABEL.test(lead);
  const prose = lead.replace(LABEL, "").trim();
  if (illustrates(prose)) return false;
  if (isInlineCode(before)) return false;
  // A program that holds a call is no call: only its own line may stand before it in the fence.
  if (fence && last.syntax.name === "pythonic" && text.slice(fence[0], start).trim().includes("\n")) return false;
  if (prose === "" || label) return true;
  if (last.syntax.kind === "envelope" && !fence) return true;
  const fenceName = fence ? (/^\s*(?:```+|~~~+)\s*(\w*)/.exec(text.slice(fence[0]))?.[1] ?? "") : "";
  if (fenceName.startsWith("tool")) return true;
  if (last.syntax.kind === "envelope") return fenceName === "xml" && statesIntent(prose);
  // Thinking that ends in a call on a line of its own, and no answer after it: the call was to come.
  if (thinking && last.syntax !== pythonic && /(?:^|\n)[ \t]*$/.test(before)) return true;
  // A bare or fenced form after prose is a call only when the prose announces one.
  return statesIntent(prose);
}

function illustrates(prose: string): boolean {
  return ILLUSTRATES.test(
    prose
      .trimEnd()
      .slice(-160)
      .replace(/[`\s]+$/, ""),
  );
}

function isInlineCode(before: string): boolean {
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.slice(lineStart).replace(/```+/g, "");
  return (line.split("`").length - 1) % 2 === 1;
}
