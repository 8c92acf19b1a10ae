// Splits thinking that stands in the content (`<think>…</think>` and its relatives) from the answer: opened and closed,
// never closed, or closed only, because the template had opened it. Markers inside code fences are quotations.

export interface SplitContent {
  content: string;
  /** Null when no marker stood in the content. */
  reasoning: string | null;
  /** The opening marker, e.g. `<think>`. */
  marker: string | null;
  /** The thinking was opened and never closed. */
  unclosed: boolean;
}

const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<seed:think>", "</seed:think>"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"],
];

/** The answer and the thinking of a content text; the content is unchanged when no marker stands in it. */
export function splitThinking(content: string): SplitContent {
  const none: SplitContent = { content, reasoning: null, marker: null, unclosed: false };
  const pair = PAIRS.find(([open, close]) => content.includes(open) || content.includes(close));
  if (!pair) return none;
  const [open, close] = pair;
  const fences = fencedRanges(content);
  const quoted = (at: number) => fences.some(([from, to]) => at > from && at < to) || content[at - 1] === "`";
  const thoughts: string[] = [];
  let answer = "";
  let at = 0;
  let unclosed = false;
  let noneOpens = false;
  while (at < content.length) {
    const opened: number = noneOpens
      ? -1
      : findMarker(content, open, at, (position) => !quoted(position) && startsLine(content, position));
    noneOpens = opened < 0;
    const closed = findMarker(content, close, at, (position) => !quoted(position));
    if (opened < 0 && closed < 0) break;
    if (opened < 0 || (closed >= 0 && closed < opened)) {
      // Closed only: what stands before it was thinking, if nothing was taken as answer or thinking yet.
      if (thoughts.length === 0 && answer === "") thoughts.push(content.slice(at, closed));
      else answer += content.slice(at, closed);
      at = closed + close.length;
      continue;
    }
    answer += content.slice(at, opened);
    const start = opened + open.length;
    const end = findMarker(content, close, start, () => true);
    thoughts.push(content.slice(start, end < 0 ? content.length : end));
    unclosed = end < 0;
    at = end < 0 ? content.length : end + close.length;
  }
  if (thoughts.length === 0) return none;
  answer += content.slice(at);
  const reasoning = thoughts
    .map((thought) => thought.trim())
    .filter((thought) => thought !== "")
    .join("\n\n");
  return { content: answer.trimStart() === "" ? "" : answer.trimStart(), reasoning, marker: open, unclosed };
}

function startsLine(text: string, at: number): boolean {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  return text.slice(lineStart, at).trim() === "" || text.slice(0, at).trimEnd().endsWith(">");
}

function findMarker(text: string, marker: string, from: number, accept: (at: number) => boolean): number {
  for (let at = text.indexOf(marker, from); at >= 0; at = text.indexOf(marker, at + 1)) if (accept(at)) return at;
  return -1;
}

/** Start and end of each fenced code block; an open one reaches to the end. */
export function fencedRanges(text: string): [number, number][] {
  const ranges: [number, number][] = [];
  const fence = /^[ \t]{0,3}(```+|~~~+)[^\n]*$/gm;
  let open: { at: number; mark: string } | null = null;
  for (const match of text.matchAll(fence)) {
    const mark = match[1] ?? "```";
    if (!open) open = { at: match.index, mark };
    else if (mark[0] === open.mark[0] && mark.length >= open.mark.length) {
      ranges.push([open.at, match.index + match[0].length]);
      open = null;
    }
  }
  if (open) ranges.push([open.at, text.length]);
  return ranges;
}
