// Where the demo model takes things from: records and contents its context holds, and the look-ups that would bring what is missing.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { fillArguments } from "./arguments.ts";
import { type Context, knownRecords, type SeenRecord } from "./context.ts";
import { type Facts, findFacts } from "./facts.ts";
import type { Found, Intent } from "./intent.ts";
import { sourceName, targetName } from "./names.ts";
import type { Action } from "./read-request.ts";
import type { OfferedTool, Role } from "./tool-roles.ts";
import { contentWords, isTelling, nameWords, overlap, withoutDates } from "./words.ts";

/** A name has to meet the words at least this well to be taken for what is meant. */
const GOOD_NAME = 0.9;
/** The source used before is taken again unless another name fits clearly better. */
const SAME_SOURCE_BONUS = 0.5;
/** More than one common word is needed to leave a source that was named outright. */
const FOCUS_BONUS = 1.2;
const MOST_SEARCHES = 3;

export class Sources {
  readonly #context: Context;
  readonly #tools: readonly OfferedTool[];
  readonly #records: SeenRecord[];
  #last: SeenRecord | null = null;
  #isFocus = false;

  constructor(context: Context, tools: readonly OfferedTool[]) {
    this.#context = context;
    this.#tools = tools;
    this.#records = knownRecords(context);
  }

  /** The request says outright where to look: "read the travel plans and tell me …". */
  focusOn(record: SeenRecord): void {
    this.#last = record;
    this.#isFocus = true;
  }

  /** Offered tools of a role, those first whose nouns the action names. */
  tools(role: Role, action: Action): OfferedTool[] {
    const words = action.names.length > 0 ? [...action.words, "file"] : action.words;
    return this.#tools
      .filter((tool) => tool.role === role)
      .map((tool) => ({ tool, score: overlap(tool.nouns, words) }))
      .toSorted((a, b) => b.score - a.score)
      .map((entry) => entry.tool);
  }

  /** The tool whose name and description share most words with the clause; null when none shares any. */
  toolLike(action: Action): OfferedTool | null {
    const words = contentWords(action.text.replace(/\b(?:make|create|get)\b/gi, " "));
    const verb = action.text.toLowerCase().match(/[a-z]+/)?.[0] ?? "";
    const scored = this.#tools.map((tool) => {
      const named = tool.name.toLowerCase().includes(verb) && verb !== "" ? 2 : 0;
      return { tool, score: named + overlap(words, [...tool.nouns, ...contentWords(tool.description)]) };
    });
    const best = scored.toSorted((a, b) => b.score - a.score)[0];
    return best !== undefined && best.score >= 1 ? best.tool : null;
  }

  /** "Which files are there": the listing itself is the answer. */
  asksForListing(action: Action): boolean {
    return (
      !action.words.some(isTelling) &&
      action.dates.length === 0 &&
      sourceName(action) === null &&
      this.#last === null &&
      /\blist\b|\bfiles\b|列出|[檔档]案|文件/iu.test(action.text)
    );
  }

  /** All things there are, as the listing tool told. */
  listing(action: Action): Found<SeenRecord[]> {
    const [tool] = this.tools("list", action);
    if (tool === undefined) return { problem: "no tool lists them" };
    const index = this.#context.calls.findLastIndex((call) => call.tool === tool.name && call.status !== "failed");
    if (index < 0) return this.#call(tool, {}, "names", action);
    if (this.#context.calls[index]?.status === "denied") return { problem: "looking was not allowed" };
    return { found: this.#context.records.filter((record) => record.call === index) };
  }

  /** The one thing an action is about: by superlative, by name, by "it", or by words. */
  record(action: Action, referent: SeenRecord | null): Found<SeenRecord> {
    if (action.superlative !== null) return this.#superlative(action);
    if (action.id !== null && action.names.length === 0)
      return { found: this.#records.find((record) => record.id === action.id) ?? bareRecord(action.id) };
    const name = action.kind === "answer" ? sourceName(action) : targetName(action);
    if (name !== null) return this.#byName(name, action);
    const saysWhich = action.words.some(isTelling) && !(action.refersBack && referent !== null);
    if (!saysWhich && referent !== null)
      return referent.id === null && referent.name !== null ? this.#byName(referent.name, action) : { found: referent };
    const best = this.#ranked(action)[0];
    if (best !== undefined && best.score >= GOOD_NAME) return { found: best.record };
    // Words that fit no name: what was just made or read is shared or added to, but never deleted on a guess.
    if (referent !== null && (action.kind === "share" || action.kind === "append")) return { found: referent };
    return this.#lookUp(action, "names");
  }

  /** What the context says about an action; else the look-up that may bring it. */
  facts(action: Action): Found<{ facts: Facts; record: SeenRecord | null }> {
    const direct = this.#direct(action);
    if (direct !== null) return direct;
    const named = sourceName(action);
    if (named !== null) {
      const record = this.#byName(named, action);
      if (!("found" in record)) return record;
      return this.#read(record.found, action) ?? { problem: `${named} does not say it` };
    }
    const ranked = this.#ranked(action);
    const good = ranked.filter((entry) => entry.score >= GOOD_NAME);
    for (const { record } of good) {
      const read = this.#read(record, action);
      if (read !== null) return read;
    }
    // Texts that a search by content has brought, whatever their name.
    const others = ranked
      .filter(({ record }) => record.content !== null)
      .flatMap(({ record }) => {
        const facts = findFacts(record.content ?? "", record.name ?? "", action);
        return facts === null || facts.kind === "all" ? [] : [{ facts, record, score: facts.score }];
      })
      .toSorted((a, b) => b.score - a.score);
    const [best] = others;
    const lookUp = this.#lookUp(action, "content");
    if (best !== undefined && (best.score >= 1 || !("call" in lookUp))) return this.#take(best.facts, best.record);
    return lookUp;
  }

  /** Facts from one record, its content fetched if need be; null when it holds none. */
  #read(record: SeenRecord, action: Action): Found<{ facts: Facts; record: SeenRecord }> | null {
    if (record.content !== null) {
      const facts = findFacts(record.content, record.name ?? "", action);
      return facts === null ? null : this.#take(facts, record);
    }
    const listedBy = this.#context.calls[record.call]?.tool;
    const nouns = this.#tools.find((tool) => tool.name === listedBy)?.nouns ?? [];
    const getters = this.tools("get", action)
      .filter((tool) => tool.parameters.some((parameter) => parameter.role === "id" || parameter.role === "name"))
      .toSorted((a, b) => overlap(b.nouns, nouns) - overlap(a.nouns, nouns));
    const [getter] = getters;
    const args = getter === undefined ? null : fillArguments(getter, { id: record.id, name: record.name }, action);
    if (getter === undefined || args === null || this.#hasCalled(getter, args)) return null;
    return { call: { tool: getter, arguments: args, purpose: "content" } };
  }

  #take(facts: Facts, record: SeenRecord): Found<{ facts: Facts; record: SeenRecord }> {
    this.#last = record;
    return { found: { facts, record } };
  }

  /** A tool that answers the question itself, such as a weather service: its nouns stand in the question. */
  #direct(action: Action): Found<{ facts: Facts; record: SeenRecord | null }> | null {
    const readers = this.#tools.filter(
      (tool) => ["get", "search", "list", "other"].includes(tool.role) && !tool.nouns.includes("file"),
    );
    const scored = readers
      .map((tool) => ({
        tool,
        score: overlap(tool.nouns, action.words),
        args: fillArguments(tool, { query: queryWords(action) }, action),
      }))
      .filter((entry) => entry.score >= 0.7 && entry.args !== null)
      .toSorted((a, b) => b.score - a.score);
    const [best] = scored;
    if (best === undefined || best.args === null) return null;
    const index = this.#context.calls.findLastIndex((call) => call.tool === best.tool.name);
    const past = this.#context.calls[index];
    if (past === undefined) return { call: { tool: best.tool, arguments: best.args, purpose: "content" } };
    if (past.status !== "ok")
      return past.status === "empty" ? { problem: "nothing was found" } : { problem: past.problem ?? "it failed" };
    for (const record of this.#records.filter((entry) => entry.call === index)) {
      const read = this.#read(record, action);
      if (read !== null) return read;
    }
    return {
      found: { facts: { kind: "lines", heading: null, lines: [past.shown.slice(0, 500)], score: 1 }, record: null },
    };
  }

  #superlative(action: Action): Found<SeenRecord> {
    const listing = this.listing(action);
    if (!("found" in listing)) return listing;
    const byDate = action.superlative === "newest" || action.superlative === "oldest";
    const measure = (record: SeenRecord) =>
      byDate ? Date.parse(record.modified ?? "") : (record.size ?? record.content?.length ?? Number.NaN);
    const measured = listing.found.filter((record) => !Number.isNaN(measure(record)));
    const ascending = measured.toSorted((a, b) => measure(a) - measure(b));
    const chosen =
      action.superlative === "smallest" || action.superlative === "oldest" ? ascending[0] : ascending.at(-1);
    return chosen === undefined ? { problem: "the listing does not say enough to compare" } : { found: chosen };
  }

  #byName(name: string, action: Action): Found<SeenRecord> {
    const lower = name.toLowerCase();
    const found =
      this.#records.find((record) => record.name?.toLowerCase() === lower) ??
      this.#records.find((record) => record.name?.toLowerCase().replace(/\.[a-z0-9]+$/, "") === lower);
    if (found !== undefined) return { found };
    const search = this.tools("search", action).find((tool) =>
      tool.parameters.some((parameter) => parameter.role === "name"),
    );
    if (search !== undefined) {
      const args = fillArguments(search, { name }, action);
      if (args !== null && !this.#hasCalled(search, args))
        return { call: { tool: search, arguments: args, purpose: "names" } };
    }
    const listing = this.listing(action);
    return "call" in listing ? listing : { problem: `there is no ${name}` };
  }

  #ranked(action: Action): { record: SeenRecord; score: number }[] {
    const words = this.#wordsFor(action);
    return this.#records
      .filter((record) => !this.#isOwnWork(record))
      .map((record) => {
        const isLast = this.#last !== null && record.id === this.#last.id && record.name === this.#last.name;
        const bonus = isLast
          ? (this.#isFocus ? FOCUS_BONUS : SAME_SOURCE_BONUS) +
            (action.sameSource || !action.words.some(isTelling) ? 10 : 0)
          : 0;
        const byContent = record.content === null ? 0 : 0.1 * overlap(words, contentWords(record.content));
        // The last source is asked first whenever its text holds the answer.
        const answers =
          isLast && record.content !== null && findFacts(record.content, record.name ?? "", action) !== null
            ? GOOD_NAME
            : 0;
        return { record, score: overlap(words, nameWords(record.name ?? "")) + byContent + bonus + answers };
      })
      .toSorted((a, b) => b.score - a.score);
  }

  /** The action's own words; where they name nothing, those of the whole request. */
  #wordsFor(action: Action): readonly string[] {
    if (action.words.some(isTelling)) return action.words;
    return this.#last === null
      ? contentWords(withoutDates(this.#context.request.actions.map((entry) => entry.words.join(" ")).join(" ")))
      : action.words;
  }

  /** What the model itself made in this run is no source. */
  #isOwnWork(record: SeenRecord): boolean {
    const tool = this.#context.calls[record.call]?.tool;
    return this.#tools.some((offered) => offered.name === tool && offered.role === "create");
  }

  /** List first, then search by content, then by name; a search that was made is not made again. */
  #lookUp(action: Action, purpose: "names" | "content"): Found<never> {
    const [list] = this.tools("list", action);
    if (list !== undefined && !this.#context.calls.some((call) => call.tool === list.name)) {
      const listed = this.#call(list, {}, "names", action);
      if ("call" in listed) return listed;
    }
    const searches = this.tools("search", action);
    const made = this.#context.calls.filter((call) => searches.some((tool) => tool.name === call.tool)).length;
    if (made < MOST_SEARCHES) {
      const byContent = searches.filter((tool) => tool.parameters.some((parameter) => parameter.role === "query"));
      const byName = searches.filter((tool) => !byContent.includes(tool));
      for (const query of queriesFor(action, this.#wordsFor(action))) {
        for (const tool of [...(list === undefined ? byName : []), ...byContent, ...byName]) {
          const args = fillArguments(tool, { query }, action);
          if (args !== null && !this.#hasCalled(tool, args))
            return { call: { tool, arguments: args, purpose: purpose === "content" ? "content" : "names" } };
        }
      }
    }
    return { problem: purpose === "content" ? "nothing that was found says it" : "it was not found" };
  }

  #call(
    tool: OfferedTool,
    known: { query?: string },
    purpose: Intent["purpose"],
    action: Action,
  ): { call: Intent } | { problem: string } {
    const args = fillArguments(tool, known, action);
    return args === null
      ? { problem: `${tool.name} needs what was not given` }
      : { call: { tool, arguments: args, purpose } };
  }

  #hasCalled(tool: OfferedTool, args: JsonObject): boolean {
    return this.#context.calls.some(
      (call) => call.tool === tool.name && JSON.stringify(call.arguments) === JSON.stringify(args),
    );
  }
}

/** Something of which only the id is known. */
function bareRecord(id: string): SeenRecord {
  return { id, name: null, size: null, modified: null, owner: null, content: null, call: -1, raw: {} };
}

function queryWords(action: Action): string | null {
  const words = action.words.filter(isTelling);
  return words.length === 0 ? null : words.join(" ");
}

/** All telling words together, then the day as it is written, then each word alone. */
function queriesFor(action: Action, words: readonly string[]): string[] {
  const telling = words.filter(isTelling);
  const day = /\b\p{Lu}\p{Ll}+ \d{1,2}\b/u.exec(action.text)?.[0];
  return [
    ...new Set([...(telling.length > 0 ? [telling.join(" ")] : []), ...(day === undefined ? [] : [day]), ...telling]),
  ];
}
