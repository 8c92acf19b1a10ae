// A result says one thing and the answer another: "unknown" taken for confirmed, an empty list for a crash, a crash for nothing there.
import { isEmptyResult } from "../empty-result.ts";
import type { Rule } from "../rule.ts";
import { evidenceOf } from "../rule.ts";

const UNKNOWN =
  /["']?(\w{0,30}(?:status|state|availability|confirmed|accessib\w{0,10}|result))["']?\s*[:=]\s*["']?(unknown|pending|unverified|not[ _]verified|unconfirmed|n\/a)\b/i;
const CONFIRMED =
  /\b(?:is|are|has been|have been|it['’]s) (?:now )?(?:confirmed|available|guaranteed|verified|accessible)\b|(?<!not |un)\bconfirmed\b|已确认|已確認|确认可用|確認可用/i;
const HEDGED =
  /\b(?:unknown|not (?:yet )?(?:confirmed|verified|known)|unconfirmed|could not confirm|pending|unclear)\b|未知|未确认|未確認|不确定|不確定/i;
const NEGATED = /\b(?:no|not|none|nothing|never|ambiguous|whether|if)\b|n['’]t\b|没有|沒有|无|無|不/i;
const CRASHED =
  /\b(?:an? (?:internal )?error (?:occurred|happened)|crash(?:ed)?|failed to (?:search|load|access|retrieve)|(?:tool|system|server) (?:is|was)? ?(?:down|not working|unavailable|failing|broken)|technical (?:issue|problem|difficult))|系统错误|系統錯誤|出错|出錯|故障|崩溃|崩潰/i;
const NOTHING_THERE =
  /\b(?:there (?:is|are|was|were) no|no (?:\w+ ){0,3}(?:exist|found|available)|does not exist|doesn['’]t exist)\b|不存在|没有任何|沒有任何/i;

export const resultMisread: Rule = ({ calls, last, stopped }) => {
  if (!stopped || !last) return [];
  const at = (message: string, seq: number | null, advice: string) => [
    {
      rule: "result_misread",
      severity: "warning" as const,
      turn: last.turn,
      message,
      evidence: evidenceOf(seq, last.seq),
      try: [advice, "Fork at this turn with the result edited to say it in plain words."],
    },
  ];
  const unknown = calls.find((call) => call.shown !== null && UNKNOWN.test(call.shown));
  if (unknown && takesForConfirmed(last.text)) {
    const [, field = "", value = ""] = UNKNOWN.exec(unknown.shown ?? "") ?? [];
    return at(
      `${unknown.tool} returned ${field} "${value}", and the answer takes it for confirmed.`,
      unknown.resultSeq,
      `Let the contract say what "${value}" means and what to do then.`,
    );
  }
  const empty = calls.findLast(
    (call) => call.outcome === "empty" || (call.outcome === "ok" && isEmptyResult(call.shown)),
  );
  const crashed = calls.findLast(
    (call) => call.outcome !== null && ["transient", "permanent", "timeout", "invalid_result"].includes(call.outcome),
  );
  if (empty && !crashed && CRASHED.test(last.text)) {
    return at(
      `${empty.tool} returned an empty result, and the answer takes it for a failure.`,
      empty.resultSeq,
      'Let an empty result say so ("0 found for …") instead of an empty list.',
    );
  }
  if (
    crashed &&
    !empty &&
    /search|list|find|get|query/i.test(crashed.tool) &&
    /timeout|timed out|unavailable|internal|5\d\d|connection/i.test(crashed.shown ?? "") &&
    NOTHING_THERE.test(last.text)
  ) {
    return at(
      `${crashed.tool} failed (${crashed.outcome}), and the answer takes it for "nothing there".`,
      crashed.resultSeq,
      "Show the error in a structured form that says whether to try again.",
    );
  }
  return [];
};

/** Some sentence calls it confirmed, and none says that it is not known. */
function takesForConfirmed(text: string): boolean {
  if (HEDGED.test(text)) return false;
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .some((sentence) => CONFIRMED.test(sentence) && !NEGATED.test(sentence));
}
