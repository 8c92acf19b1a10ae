// Finds in a text what an action asks about: the lines of a day, a list, or the lines that share most words with it.
import type { Action } from "./read-request.ts";
import { contentWords, datesIn, isTelling, nameWords, overlap } from "./words.ts";

export interface Facts {
  kind: "day" | "list" | "lines" | "all";
  /** Heading of a list; null elsewhere. */
  heading: string | null;
  lines: string[];
  /** How much of the question the text answers; what was not asked by word counts nothing. */
  score: number;
}

const BULLET = /^\s*(?:[-*•]|\[[ x]\])\s+(.*)$/;
const LIST_WORDS = new Set(["list", "checklist", "item", "ingredient", "action", "packing", "todo"]);

/**
 * What `content` says about the action, or null when it says nothing. `name` is the name of the thing the content belongs to:
 * its words tell which text is meant and are not looked for inside.
 */
export function findFacts(content: string, name: string, action: Action): Facts | null {
  if (action.summarizes)
    return {
      ...whole(content),
      lines: content
        .split("\n")
        .filter((line) => line.trim() !== "")
        .slice(0, 8),
    };
  const asked = action.words.filter((word) => overlap([word], nameWords(name)) === 0);
  // A list that is asked for by name goes before a day that only says when: "the packing list for our trip on June 10".
  const list = wantsList(action) ? findList(content, asked) : null;
  if (list !== null) return list;
  if (action.dates.length > 0) return findDay(content, action);
  const lines = findLines(content, asked);
  if (lines !== null) return lines;
  // Nothing more was asked than the text itself: "copy the garden notes".
  return asked.some(isTelling) || content.trim() === "" ? null : whole(content);
}

function wantsList(action: Action): boolean {
  return action.words.some((word) => LIST_WORDS.has(word));
}

function findDay(content: string, action: Action): Facts | null {
  const lines = content.split("\n").filter((line) => {
    return datesIn(line).some((date) =>
      action.dates.some((wanted) => wanted.month === date.month && wanted.day === date.day),
    );
  });
  return lines.length === 0
    ? null
    : { kind: "day", heading: null, lines: lines.map(clean), score: action.dates.length };
}

/** The bullets under the heading that meets the words best; a text with only one list needs no word. */
function findList(content: string, words: readonly string[]): Facts | null {
  const lists = listsIn(content);
  const scored = lists.map((list) => ({ ...list, score: overlap(words, contentWords(list.context)) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  if (best === undefined) return null;
  const telling = words.filter((word) => isTelling(word) && !["item"].includes(word));
  const met = telling.filter((word) => overlap([word], contentWords(best.context)) > 0).length;
  if (telling.length > 0 && met === 0) return null;
  if (telling.length === 0 && lists.length > 1 && best.score === 0) return null;
  return { kind: "list", heading: best.heading, lines: best.items, score: best.score + 0.1 };
}

interface FoundList {
  heading: string;
  /** The heading and the section it stands in: "2. Red lentil soup" above "Ingredients:". */
  context: string;
  items: string[];
}

function listsIn(content: string): FoundList[] {
  const lists: FoundList[] = [];
  let open: FoundList | null = null;
  let section = "";
  let heading = "";
  for (const line of content.split("\n")) {
    const item = BULLET.exec(line)?.[1];
    if (item !== undefined) {
      if (open === null) {
        open = { heading: heading.replace(/[:：]\s*$/, ""), context: `${section} ${heading}`, items: [] };
        lists.push(open);
      }
      open.items.push(item.trim());
      continue;
    }
    open = null;
    if (line.trim() === "") continue;
    if (/^\s*\d+[.)]\s/.test(line)) section = line;
    heading = line;
  }
  return lists;
}

/** The lines that meet most of the words; at least one telling word has to be met. */
function findLines(content: string, words: readonly string[]): Facts | null {
  if (!words.some(isTelling)) return null;
  const scored = content
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ line, score: overlap(words.filter(isTelling), contentWords(line)) }));
  const best = Math.max(0, ...scored.map((entry) => entry.score));
  if (best === 0) return null;
  // A line that heads a list stands for the list: "Take along:" for what to take along.
  const headed = listsIn(content).find((list) =>
    scored.some((entry) => entry.score === best && entry.line.replace(/[:：]\s*$/, "") === list.heading),
  );
  if (headed !== undefined) return { kind: "list", heading: headed.heading, lines: headed.items, score: best };
  return {
    kind: "lines",
    heading: null,
    lines: scored
      .filter((entry) => entry.score === best)
      .slice(0, 4)
      .map((entry) => clean(entry.line)),
    score: best,
  };
}

function whole(content: string): Facts {
  return { kind: "all", heading: null, lines: content.split("\n"), score: 0 };
}

function clean(line: string): string {
  return line.replace(BULLET, "$1").trim();
}

/** Facts as the text of a file. */
export function asText(facts: Facts): string {
  if (facts.kind !== "list") return facts.lines.join("\n");
  const items = facts.lines.map((item) => `- ${item}`).join("\n");
  return facts.heading === null || facts.heading === "" ? items : `${facts.heading}\n${items}`;
}
