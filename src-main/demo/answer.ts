// What the demo model says: its final answer, item by item, and the answer it gives when it stops too early. In the language of the request.
import type { ActionState, Plan } from "./plan.ts";
import type { Language } from "./words.ts";

interface Phrases {
  according(source: string | null, lines: string): string;
  list(source: string | null, heading: string | null, items: string): string;
  located(superlative: string | null, name: string, id: string | null, size: number | null): string;
  created(name: string, holding: string | null): string;
  appended(name: string): string;
  shared(name: string, email: string, canEdit: boolean): string;
  deleted(name: string, id: string | null, size: number | null): string;
  done(what: string, result: string | null): string;
  failed(what: string, why: string): string;
  notFound(what: string, why: string): string;
  nothing: string;
  lost: string;
  noRequest: string;
  separator: string;
}

const english: Phrases = {
  according: (source, lines) => (source === null ? lines : `According to ${source}: ${lines}`),
  list: (source, heading, items) => `${heading ?? "The list"}${source === null ? "" : ` in ${source}`}: ${items}.`,
  located: (superlative, name, id, size) => {
    const details = [id === null ? null : `id ${id}`, size === null ? null : `size ${size}`]
      .filter((part) => part !== null)
      .join(", ");
    return `${superlative === null ? "I found" : `The ${superlative} file is`} ${name}${details === "" ? "" : ` (${details})`}.`;
  },
  created: (name, holding) => `I created ${name}${holding === null ? "" : ` with this content: ${holding}`}.`,
  appended: (name) => `I added the text to ${name}.`,
  shared: (name, email, canEdit) => `I shared ${name} with ${email} (${canEdit ? "may edit" : "read-only"}).`,
  deleted: (name, id, size) =>
    `I deleted ${name}${id === null ? "" : ` (id ${id}${size === null ? "" : `, size ${size}`})`}.`,
  done: (what, result) => `Done: ${what}.${result === null ? "" : ` ${result}`}`,
  failed: (what, why) => `I could not do this: ${what} (${why}).`,
  notFound: (what, why) => `I cannot answer "${what}": ${why}.`,
  nothing: "I have nothing to report.",
  lost: "I have looked through the results. There is a lot of information in them.",
  noRequest: "Hello! How can I help you?",
  separator: ", ",
};

const SUPERLATIVES_HANT: Record<string, string> = { largest: "最大", smallest: "最小", newest: "最新", oldest: "最舊" };
const SUPERLATIVES_HANS: Record<string, string> = { largest: "最大", smallest: "最小", newest: "最新", oldest: "最旧" };

const traditional: Phrases = {
  according: (source, lines) => (source === null ? lines : `根據 ${source}：${lines}`),
  list: (source, heading, items) => `${source === null ? "" : `${source} 的`}${heading ?? "清單"}：${items}。`,
  located: (superlative, name, id, size) =>
    `${superlative === null ? "找到" : `${SUPERLATIVES_HANT[superlative]}的檔案是`} ${name}（編號 ${id ?? "不明"}，大小 ${size ?? "不明"}）。`,
  created: (name, holding) => `已建立 ${name}${holding === null ? "" : `，內容：${holding}`}。`,
  appended: (name) => `已將文字加到 ${name}。`,
  shared: (name, email, canEdit) => `已將 ${name} 分享給 ${email}（${canEdit ? "可編輯" : "唯讀"}）。`,
  deleted: (name, id, size) => `已刪除 ${name}（編號 ${id ?? "不明"}，大小 ${size ?? "不明"}）。`,
  done: (what, result) => `已完成：${what}。${result ?? ""}`,
  failed: (what, why) => `無法完成：${what}（${why}）。`,
  notFound: (what, why) => `無法回答「${what}」：${why}。`,
  nothing: "沒有可回報的內容。",
  lost: "我已看過這些結果，內容很多。",
  noRequest: "您好，請問需要什麼協助？",
  separator: "、",
};

const simplified: Phrases = {
  according: (source, lines) => (source === null ? lines : `根据 ${source}：${lines}`),
  list: (source, heading, items) => `${source === null ? "" : `${source} 的`}${heading ?? "清单"}：${items}。`,
  located: (superlative, name, id, size) =>
    `${superlative === null ? "找到" : `${SUPERLATIVES_HANS[superlative]}的文件是`} ${name}（编号 ${id ?? "不明"}，大小 ${size ?? "不明"}）。`,
  created: (name, holding) => `已创建 ${name}${holding === null ? "" : `，内容：${holding}`}。`,
  appended: (name) => `已将文字加到 ${name}。`,
  shared: (name, email, canEdit) => `已将 ${name} 分享给 ${email}（${canEdit ? "可编辑" : "只读"}）。`,
  deleted: (name, id, size) => `已删除 ${name}（编号 ${id ?? "不明"}，大小 ${size ?? "不明"}）。`,
  done: (what, result) => `已完成：${what}。${result ?? ""}`,
  failed: (what, why) => `无法完成：${what}（${why}）。`,
  notFound: (what, why) => `无法回答“${what}”：${why}。`,
  nothing: "没有可汇报的内容。",
  lost: "我已看过这些结果，内容很多。",
  noRequest: "您好，请问需要什么帮助？",
  separator: "、",
};

const PHRASES: Record<Language, Phrases> = { en: english, "zh-Hant": traditional, "zh-Hans": simplified };

export function phrasesFor(language: Language): Phrases {
  return PHRASES[language];
}

/** Every action in order, each confirmed, answered or owned up to; numbered as the request was. */
export function finalAnswer(plan: Plan, language: Language): string {
  const phrases = PHRASES[language];
  const lines = plan.states.flatMap((state) => {
    const said = say(state, phrases);
    return said === null ? [] : [`${state.action.number === null ? "" : `${state.action.number}. `}${said}`];
  });
  return lines.length === 0 ? phrases.nothing : lines.join("\n");
}

/** Only what was retrieved; not a word about what is outstanding. */
export function earlyAnswer(plan: Plan, language: Language): string {
  const phrases = PHRASES[language];
  const told = new Set<string>();
  for (const state of plan.states) {
    if (state.status !== "done" && state.facts === null) continue;
    const said =
      state.action.kind === "answer" || state.status === "done" ? say(state, phrases) : factsText(state, phrases);
    if (said !== null) told.add(said);
    // The first thing it can tell is what it answers with.
    if (state.facts !== null) break;
  }
  return told.size === 0 ? phrases.nothing : [...told].join("\n");
}

function say(state: ActionState, phrases: Phrases): string | null {
  const { action, status, target } = state;
  if (status === "outstanding") return null;
  if (status === "failed" || status === "denied") return phrases.failed(action.text, state.problem ?? "");
  if (status === "impossible")
    return action.kind === "answer"
      ? phrases.notFound(action.text, state.problem ?? "")
      : phrases.failed(action.text, state.problem ?? "");
  const name = target?.name ?? target?.id ?? action.text;
  switch (action.kind) {
    case "answer":
      if (state.facts !== null) return factsText(state, phrases);
      return phrases.located(action.superlative, name, target?.id ?? null, target?.size ?? null);
    case "create":
      return phrases.created(name, state.facts === null ? action.quoted : state.facts.lines.join(phrases.separator));
    case "append":
      return phrases.appended(name);
    case "share":
      return phrases.shared(name, action.emails[0] ?? "", action.permission === "rw");
    case "delete":
      return phrases.deleted(name, target?.id ?? null, target?.size ?? null);
    case "other":
      return phrases.done(action.text, state.facts?.lines[0] ?? null);
  }
}

function factsText(state: ActionState, phrases: Phrases): string | null {
  const { facts, source } = state;
  if (facts === null) return null;
  if (facts.kind === "list") return phrases.list(source, facts.heading, facts.lines.join(phrases.separator));
  return phrases.according(source, facts.lines.join(facts.kind === "all" ? "\n" : phrases.separator));
}

/** The model's thoughts, where thinking is on: what was asked, what is done, what comes next. */
export function thoughts(plan: Plan, next: string | null): string {
  const asked = plan.states.map((state, index) => `${index + 1}) ${state.action.text} [${state.status}]`).join("; ");
  return `The user asks for: ${asked}. ${next === null ? "I can answer now." : `Next I need ${next}.`}`;
}
