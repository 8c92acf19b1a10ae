// Signs in a text: does it end naturally, does it announce a step, does it read like an answer, do control tokens stand
// in it. Each is a heuristic that stays silent when unsure; a wrong mark is worse than a missing one.
import { fencedRanges } from "../assemble/reasoning.ts";

/** Control tokens of chat templates that must never reach the text. `<tool_call>` and the like are calls, not leaks. */
const CONTROL_TOKEN =
  /<\|[a-z_]+(?:\|>|\|)|<[｜|][^<>\n]{1,40}[｜|]>|<(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>|<\/s>|<(?:eos|bos|pad)>|\[\/?(?:AVAILABLE_TOOLS|TOOL_RESULTS)\]/;
const HARMONY_BARE = /^(?:analysis|commentary|final)\s*(?:to=\S+|(?:<\|message\|>)|json\b)/;

/** A template's control tokens stand in the text outside code. */
export function leaksTemplate(text: string): boolean {
  if (!CONTROL_TOKEN.test(text) && !HARMONY_BARE.test(text)) return false;
  const bare = withoutCode(text);
  return CONTROL_TOKEN.test(bare) || HARMONY_BARE.test(bare);
}

/** The text without fenced blocks and inline code. */
function withoutCode(text: string): string {
  let result = "";
  let at = 0;
  for (const [from, to] of fencedRanges(text)) {
    result += text.slice(at, from);
    at = to;
  }
  return (result + text.slice(at)).replace(/`[^`\n]*`/g, "");
}

/**
 * The text breaks off: an open code fence, an open bracket or quotation at the end of prose, a comma, or a sentence of
 * several words that ends in a lower-case word without any mark. Short answers, lists, names, numbers and code do not count.
 */
export function endsUnnaturally(text: string): boolean {
  const trimmed = text.trimEnd();
  if (trimmed === "") return false;
  const fences = fencedRanges(trimmed);
  const lastFence = fences.at(-1);
  if (lastFence && lastFence[1] === trimmed.length) {
    const block = trimmed.slice(lastFence[0]);
    return block.split("\n").length > 1 && !/\n[ \t]*(```+|~~~+)[ \t]*$/.test(block);
  }
  const lastLine = trimmed.slice(trimmed.lastIndexOf("\n") + 1);
  if (/^\s*(?:[-*+•|>#]|\d+[.)])/.test(lastLine)) return /,$|\b(?:and|or|the|of|to|with|a|an)$/.test(lastLine);
  if (/[,([{]$/.test(lastLine)) return lastLine.split(/\s+/).length >= 4;
  const words = lastLine.trim().split(/\s+/);
  if (words.length >= 4 && /(?<![:;]-?)\([^()]*$/.test(lastLine) && !/[.!?…]$/.test(lastLine)) return true;
  const last = words.at(-1) ?? "";
  return words.length >= 6 && /^\p{Ll}[\p{Ll}'’-]*$/u.test(last) && !/[.!?…:]\s*\S{1,24}$/u.test(lastLine);
}

const INTENT =
  /^(?:(?:ok(?:ay)?|sure|alright|great|good|now|next|then|first|so|and|perfect|certainly|of course|got it)[,.!:]?\s+)*(?:let me|let's|let us|i(?:['’]ll| will| am going to|['’]m going to| need to| should| must| would(?: now| next)?| can now| now| have to|['’]d)|we(?:['’]ll| will| need to| should)|(?:next|now|first|then),? (?:i|we|let)|calling|going to|proceeding to|time to)\b/i;
const INTENT_ELSEWHERE =
  /^(?:让我|我(?:将|会|来|需要|要|先|现在|接下来)|接下来|现在我?|首先|下一步|ich werde|lass mich|als nächstes|zunächst|je vais|laissez-moi|ensuite,? je|voy a|déjame|ahora voy|a continuación|vou |сейчас я|я (?:сейчас|буду)|давайте|次に|これから)/i;
const NO_STEP =
  /\b(?:let me know|let me explain|i(?:['’]ll| will) (?:be (?:happy|glad|here)|gladly|wait|need you)|i(?:['’]d| would) (?:be (?:happy|glad)|recommend|suggest|love|like you|say|advise)|i (?:should|must|need to) (?:note|mention|add|point out|know|ask)|i (?:now )?(?:have(?! to\b)|can(?:'|’)?t|cannot|am unable))\b/i;

/** The text's last sentence announces a step (`Now I will open the other file:`), rather than answers or asks. */
export function announcesStep(text: string): boolean {
  const trimmed = withoutCode(text).trim();
  if (trimmed === "" || /[?？]$/.test(trimmed)) return false;
  const sentence = lastSentence(trimmed);
  if (NO_STEP.test(sentence)) return false;
  // The colon must end the text itself: what stands in a code block after it is what was announced.
  return /[:：]$/.test(text.trimEnd()) || INTENT.test(sentence) || INTENT_ELSEWHERE.test(sentence);
}

/** As `announcesStep`, by its words alone: a colon also introduces an example. */
export function statesIntent(text: string): boolean {
  const sentence = lastSentence(withoutCode(text).trim());
  if (sentence === "" || NO_STEP.test(sentence)) return false;
  return (
    INTENT.test(sentence) ||
    INTENT_ELSEWHERE.test(sentence) ||
    /\b(?:here(?:['’]s| is| are)|making|using|with) (?:the|my|a|this) (?:tool|function) calls?\b/i.test(sentence)
  );
}

/** Thinking that ends in a finished statement and plans nothing: most likely the answer, filed under the wrong name. */
export function readsLikeAnswer(reasoning: string): boolean {
  const trimmed = reasoning.trim();
  const sentence = lastSentence(trimmed);
  if (!/[.!。！)*`|]$/.test(trimmed) || sentence.length < 3) return false;
  const paragraph = trimmed.slice(trimmed.lastIndexOf("\n\n") + 1);
  return !/\b(?:i (?:should|need|must|will|have to|could|might|think|can|am)|i['’](?:ll|m)|let me|let's|we (?:should|need|must|can|have)|the user|they (?:want|ask)|wait|hmm|maybe|okay|ok,|next)\b|用户|我(?:应该|需要|要)|让我/i.test(
    paragraph,
  );
}

function lastSentence(text: string): string {
  const parts = text.split(/(?<=[.!?。！？])\s+|\n+/).filter((part) => part.trim() !== "");
  return (parts.at(-1) ?? text).replace(/^[\s*_>#-]+/, "").trim();
}
