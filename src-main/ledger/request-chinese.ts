// One Chinese sentence (traditional or simplified) → the clauses that ask for something.
import {
  CHINESE_BARE_CONDITION,
  CHINESE_COMPOSED,
  CHINESE_CONDITION,
  CHINESE_DESTINATION,
  CHINESE_DOINGS,
  CHINESE_EACH,
  CHINESE_LEAD_IN,
  CHINESE_NARRATIVE,
  CHINESE_NEGATED,
  CHINESE_POLITE,
  CHINESE_QUESTION,
  CHINESE_REFINEMENT,
  CHINESE_TOLD_IN,
  CHINESE_VERBS,
  CHINESE_WISH,
  simplify,
} from "./lexicon/chinese.ts";
import type { ChineseVerb } from "./lexicon/chinese.ts";
import type { Clause } from "./clause.ts";

/** Where a sentence may be cut: commas, enumerating commas before a verb, and the words that chain actions. */
const CUT =
  /[，,；;]|(?:然后|接着|之后再|并且|并(?!不)|而且|再(?=[^次三])|(?<=[\u4e00-\u9fff⟧] ?)(?:之后|以后|完后)(?=(?:再|把|将|寄|发|传|通知|分享|删|回复|告诉|更新|转|存|标|付|订)))/g;

/** Reads one sentence of masked text; clause texts are in the characters of the request. */
export function chineseClauses(sentence: string): Clause[] {
  const plain = simplify(sentence);
  const out: Clause[] = [];
  let condition: string | null = null;
  const asked = CHINESE_POLITE.test(plain);
  for (const { from, to } of cuts(plain)) {
    const part = plain.slice(from, to);
    const conditional = CHINESE_CONDITION.exec(`${part.trim()}，`) ?? bareCondition(part.trim());
    if (conditional) {
      const text = conditional[1] ?? part;
      const at = from + part.indexOf(text);
      condition = sentence.slice(at, at + text.length).trim();
      const after = /(?:则|就|那么|那就)(.+)$/.exec(part)?.[1];
      if (after === undefined) continue;
      const inner = readClause(after, asked);
      if (inner) out.push({ ...inner, text: trimLeadIn(sentence.slice(to - after.length, to), after), condition });
      continue;
    }
    const found = readClause(part, asked);
    if (found)
      out.push({ ...tellsSame(found, part, out.at(-1)), text: trimLeadIn(sentence.slice(from, to), part), condition });
  }
  const kept = out.filter((clause, index) => !(clause.weak && out.some((other, at) => at !== index && !other.weak)));
  if (kept.length === 0 && CHINESE_QUESTION.test(plain)) kept.push(base(sentence, plain, "read"));
  return kept;
}

/** "超过 90% 就清理": what stands before 就 is the condition. */
function bareCondition(part: string): RegExpExecArray | null {
  return CHINESE_BARE_CONDITION.test(part) ? /^(.+?)(?:的话)?就/.exec(part) : null;
}

/** "给小张发微信，告诉他……": the second says what the message says. */
function tellsSame(found: Clause, part: string, before: Clause | undefined): Clause {
  const same =
    found.family === "send" && before?.family === "send" && /(?:告诉|告知|通知|提醒|问)(?:他|她|它|对方)/.test(part);
  return same ? { ...found, refinement: true } : found;
}

function cuts(plain: string): Array<{ from: number; to: number }> {
  const out: Array<{ from: number; to: number }> = [];
  let from = 0;
  for (const match of plain.matchAll(CUT)) {
    out.push({ from, to: match.index });
    from = match.index + (/[，,；;]/.test(match[0]) ? 1 : 0);
  }
  out.push({ from, to: plain.length });
  return out.filter(({ from: start, to }) => /[\p{L}\p{N}⟦]/u.test(plain.slice(start, to)));
}

function trimLeadIn(original: string, plain: string): string {
  const lead = CHINESE_LEAD_IN.exec(plain)?.[0].length ?? 0;
  return original
    .slice(lead)
    .replace(/[。！？!?.\s]+$/u, "")
    .replace(/[嗎吗]$/u, "")
    .trim();
}

function base(original: string, plain: string, kind: "read" | "write"): Clause {
  return {
    text: original.replace(/[。！\s]+$/u, "").trim(),
    kind,
    family: null,
    weak: false,
    refinement: false,
    condition: null,
    optional: false,
    each: CHINESE_EACH.test(plain),
    shares: false,
  };
}

function readClause(part: string, asked: boolean): Clause | null {
  const bare = part.replace(CHINESE_LEAD_IN, "");
  if (CHINESE_NEGATED.test(bare) || CHINESE_NEGATED.test(part.trim())) return null;
  const refinement = CHINESE_REFINEMENT.test(part.trim()) || CHINESE_REFINEMENT.test(bare);
  const wish = CHINESE_WISH.test(bare);
  const polite = CHINESE_POLITE.test(part);
  if (!polite && !wish && CHINESE_NARRATIVE.test(bare) && !/把|将/.test(bare)) {
    return CHINESE_QUESTION.test(part) ? base(part, part, "read") : null;
  }
  const question = CHINESE_QUESTION.test(part.replace(/[吗嗎]?[?？]\s*$/u, polite || asked ? "" : "？"));
  const found = firstVerb(bare);
  if (question && !polite) return base(part, part, "read");
  if (!found) return question ? base(part, part, "read") : null;
  if (found.family === null && CHINESE_TOLD_IN.test(bare) && /说明|公布|宣布|公告|通报|回报|报告/.test(bare))
    return { ...base(part, part, "write"), family: "send", weak: wish, refinement };
  // "提醒我" is a reminder, not a message.
  if (/^(?:提醒|叫醒)$/.test(found.verb) && /(?:提醒|叫醒)我/.test(bare))
    return { ...base(part, part, "write"), family: "create", weak: wish, refinement };
  if (found.family === null || composed(found, bare)) {
    return refinement ? null : { ...base(part, part, "read"), weak: wish };
  }
  if (found.family === "do" && !CHINESE_DOINGS.test(bare)) return null;
  if (found.family === "do" && /(?:以下|下列|如下)/.test(bare)) return null;
  if (refinement && found.family === "create" && !/建|写/.test(found.verb)) return null;
  return { ...base(part, part, "write"), family: found.family, weak: wish, refinement, shares: found.family === "do" };
}

/** Verbs that only write when what they write is put somewhere. */
function composed(found: ChineseVerb, text: string): boolean {
  if (CHINESE_DESTINATION.test(text)) return false;
  if (/^(?:写|撰写|拟定)$/.test(found.verb)) return true;
  return /^(?:产生|生成|制作|安排|提供|记下)/.test(found.verb) && CHINESE_COMPOSED.test(text);
}

/** The first verb that stands as a verb: not in a relative clause ("我建立的檔案") and not done already ("已刪除"). */
function firstVerb(text: string): ChineseVerb | null {
  // After 把 the object comes first: a single character in it is no verb as long as a longer one follows.
  if (/把|将/.test(text)) {
    const longer = earliest(text, (verb) => verb.length > 1);
    if (longer) return longer;
  }
  return earliest(text, () => true);
}

function earliest(text: string, counts: (verb: string) => boolean): ChineseVerb | null {
  let best: { at: number; verb: ChineseVerb } | null = null;
  for (const verb of CHINESE_VERBS) {
    if (!counts(verb.verb)) continue;
    for (let at = text.indexOf(verb.verb); at !== -1; at = text.indexOf(verb.verb, at + 1)) {
      if (best && (at > best.at || (at === best.at && verb.verb.length <= best.verb.verb.length))) break;
      if (!standsAsVerb(text, at, verb.verb)) continue;
      best = { at, verb };
      break;
    }
  }
  return best?.verb ?? null;
}

function standsAsVerb(text: string, at: number, verb: string): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  // "把总结发到频道": what stands right behind 把 is the thing, not the act.
  if (/[把将]$/.test(before)) return false;
  const after = text.slice(at + verb.length, at + verb.length + 12);
  if (/的(?:新)?$/.test(before)) return false;
  if (/已$|已经$|被$|曾$|所$|个(?:新)?$/.test(before) && !/把/.test(text.slice(0, at))) return false;
  if (/^(?:的|了|过|完|日期|时间|纪录|记录|人|者|价|量|清单|历史)/.test(after)) return false;
  if (verb.length === 1) {
    if (
      /^(?:件|人|现|生|表|行|票|金|款|变|成|进|善|动|法|正|程|量|换|述|低|账|单|阅|金|赁|帐|出|机|向|折|扣|钱包)/.test(
        after,
      )
    )
      return false;
    if (/[收寄预制签装修整业活生会工学出自电计退修开公团]$/.test(before)) return false;
  }
  const relative =
    /^[^，。的]{0,10}的(?:档案|文件|邮件|信|人|资料|内容|会议|活动|事件|交易|款项|帐|账|那|那个|那份|东西|订单)/.exec(
      after,
    );
  return !(relative && !/把|将/.test(text.slice(0, at)) && /我|他|她|你|昨|上|之前|曾/.test(text.slice(0, at)));
}
