// Reads what a request wants of things that can be searched, looked at and kept: which there are, something about one, or keeping one.
import type { Action } from "./read-request.ts";

export type Asked = "seats" | "access" | "when" | "where" | "price" | "about";

export interface ThingRequest {
  kind: "which" | "ask" | "keep";
  /** The thing in words; "" where the clause says "it". */
  words: string;
  asked: Asked[];
}

const KEEPS = /\b(?:sav(?:e|ing)|bookmark|keep|add\b.*\blist)\b|[儲储保]存|(?<!我的)收藏|存下|加入/iu;

/** A part of a clause that keeps something begins here. */
const KEEPS_NEXT = /[,，;；]\s*(?=[^,，;；「『“"]{0,12}(?:sav(?:e|ing)|bookmark|[儲储保]存|收藏|存下|加入))/iu;

/** In the order in which they are answered. */
const ASKED: readonly { asked: Asked; inRequest: RegExp }[] = [
  { asked: "seats", inRequest: /\bseats?\b|\bplaces? (?:are )?left\b|\btickets? left\b|座位|名[額额]|空位/iu },
  { asked: "access", inRequest: /\baccessib\w*|\bwheelchairs?\b|\bstep-?free\b|[無无]障[礙碍]|[輪轮]椅/iu },
  {
    asked: "when",
    inRequest: /\bwhen\b|\bwhat (?:time|date|day)\b|什[麼么][時时](?:候|間|间)|何[時时]|[幾几][點点]|哪天/iu,
  },
  { asked: "where", inRequest: /\bwhere\b|\bvenue\b|哪[裡里裏]|在哪|地[點点]/iu },
  { asked: "price", inRequest: /\b(?:price|costs?|fee)\b|\bhow much\b|票[價价]|多少[錢钱]|[費费]用/iu },
  { asked: "about", inRequest: /\babout\b(?=\s*[,?.]|\s*$|\s+and\b)|\bdescri(?:be|ption)\b|介[紹绍]|[內内]容/iu },
];

/** Words around the name of a thing. */
const AROUND_ENGLISH =
  /\b(?:please|could|can|would|you|i|we|me|my|us|want|to|help|save|saving|bookmark|keep|add|list|tell|show|find|search|look|up|check|get|give|which|what|what's|when|when's|where|where's|who|how|many|much|is|are|was|there|any|some|do|does|for|at|in|on|of|the|a|an|and|then|also|this|that|it|them|events?|about|seats?|places?|tickets?|left|available|accessible|accessibility|wheelchairs?|step-?free|time|date|day|start|starts|begin|begins|venue|price|costs?|fee|take|takes|held|happen|happens|with|people)\b|['’]s\b/giu;
const AROUND_CHINESE =
  /[請请]|[幫帮](?:我|忙)|我想要?|[儲储保]存|收藏|存下|加入|(?:我的)?(?:清[單单]|列表)|查(?:一下|[詢询])?|找(?:一下|出)?|搜[尋寻索]|告[訴诉]我|[這这那該该][個个場场]|活[動动]|有(?:沒有|没有)?哪些|哪些|有什[麼么]|[關关]於|[關关]于|相[關关]的?|什[麼么][時时](?:候|間|间)|何[時时]|[幾几][點点]|[開开]始|[舉举][辦办]|在?哪[裡里裏]|地[點点]|[還还](?:有|剩)|剩(?:下|[餘余])?|多少|[幾几][個个]|座位|名[額额]|空位|票[價价]|[錢钱]|[費费]用|[無无]障[礙碍]|[輪轮]椅|可以|能否|方便|[嗎吗呢]|介[紹绍]|[內内]容|然[後后]|再|一下|是|的|在|和|與|与|把|[將将]|它|也/gu;

/** The clauses in order; one that names nothing and asks for nothing is left out. */
export function thingRequests(actions: readonly Action[], text: string): ThingRequest[] {
  const clauses = (actions.length === 0 ? [text] : actions.map((action) => action.text)).flatMap((clause) =>
    clause.split(KEEPS_NEXT),
  );
  const read = clauses.flatMap((clause): ThingRequest[] => {
    const words = thingIn(clause);
    const asked = ASKED.flatMap((entry) => (entry.inRequest.test(clause) ? [entry.asked] : []));
    const keeps = KEEPS.test(clause);
    if (asked.length === 0) return [{ kind: keeps ? "keep" : "which", words, asked }];
    const ask: ThingRequest = { kind: "ask", words, asked };
    return keeps ? [ask, { kind: "keep", words: "", asked: [] }] : [ask];
  });
  // "When and where is the theatre?" was cut before the thing was named.
  const named = read.findIndex(({ words }) => words !== "");
  return read.map((request, index) => (index < named ? { ...request, words: read[named]?.words ?? "" } : request));
}

/** What stands in quotes, else what is left when the words around it are taken away. */
function thingIn(clause: string): string {
  const quoted = /["“「『]([^"”」』]+)["”」』]/u.exec(clause)?.[1];
  if (quoted !== undefined) return quoted.trim();
  const bare = clause
    .replace(AROUND_ENGLISH, " ")
    .replace(AROUND_CHINESE, " ")
    .match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu);
  return (bare ?? []).join(" ");
}
