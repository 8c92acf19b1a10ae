// What the demo model means to do: each action of the request done, answered or outstanding, and the call that comes next. Facts come from the context alone.
import { fillArguments, type Known } from "./arguments.ts";
import type { Context, PastCall, SeenRecord } from "./context.ts";
import { asText, type Facts } from "./facts.ts";
import type { Found, Intent } from "./intent.ts";
import { defaultName, sourceName, targetName, withFolders } from "./names.ts";
import type { Action } from "./read-request.ts";
import { Sources } from "./sources.ts";
import type { OfferedTool, Role } from "./tool-roles.ts";
import { nameWords } from "./words.ts";

export type ActionStatus = "done" | "outstanding" | "failed" | "denied" | "impossible";

export interface ActionState {
  action: Action;
  status: ActionStatus;
  facts: Facts | null;
  /** Name of the thing the facts come from. */
  source: string | null;
  /** The thing the action is about. */
  target: { id: string | null; name: string | null; size: number | null } | null;
  /** Why it failed or cannot be done. */
  problem: string | null;
}

export interface Plan {
  states: ActionState[];
  /** Null when nothing is left that a call could do. */
  next: Intent | null;
}

/** Goes through the actions in order, up to the first that needs a call; those after it stay outstanding. */
export function makePlan(context: Context, tools: readonly OfferedTool[]): Plan {
  const planner = new Planner(context, tools);
  const states: ActionState[] = [];
  let next: Intent | null = null;
  for (const action of context.request.actions) {
    const state: ActionState = {
      action,
      status: "outstanding",
      facts: null,
      source: null,
      target: null,
      problem: null,
    };
    states.push(state);
    if (next !== null) continue;
    next = planner.carryOut(state);
  }
  return { states, next };
}

class Planner {
  readonly #context: Context;
  readonly #tools: readonly OfferedTool[];
  readonly #sources: Sources;
  /** What "it" means: the thing last made, found or read. */
  #referent: SeenRecord | null = null;
  /** Something was to be made and was not: "it" means nothing then. */
  #isUnmade = false;
  #facts: { facts: Facts; source: string | null } | null = null;

  constructor(context: Context, tools: readonly OfferedTool[]) {
    this.#context = context;
    this.#tools = tools;
    this.#sources = new Sources(context, tools);
  }

  /** Settles the state from the context, or returns the call that is needed first. */
  carryOut(state: ActionState): Intent | null {
    switch (state.action.kind) {
      case "answer":
        return this.#answer(state);
      case "create": {
        const next = this.#create(state);
        this.#isUnmade = state.status !== "done";
        return next;
      }
      case "append":
      case "share":
      case "delete":
        return this.#change(state, state.action.kind);
      case "other":
        return this.#other(state);
    }
  }

  #answer(state: ActionState): Intent | null {
    const { action } = state;
    if (action.superlative !== null || onlyLocates(action, this.#context.request.actions.at(-1) !== action)) {
      const record = this.#sources.record(action, this.#referent);
      if ("found" in record) {
        this.#referent = record.found;
        this.#sources.focusOn(record.found);
        state.target = record.found;
        state.status = "done";
        return null;
      }
      return settleMissing(state, record);
    }
    if (action.counts || this.#sources.asksForListing(action)) {
      const listing = this.#sources.listing(action);
      if (!("found" in listing)) return settleMissing(state, listing);
      const names = listing.found.map((record) => record.name ?? record.id ?? "");
      state.facts = {
        kind: action.counts ? "lines" : "list",
        heading: null,
        lines: action.counts ? [String(names.length)] : names,
        score: 1,
      };
      state.status = "done";
      return null;
    }
    const facts = this.#sources.facts(action);
    if (!("found" in facts)) return settleMissing(state, facts);
    this.#remember(state, facts.found.facts, facts.found.record);
    state.status = "done";
    return null;
  }

  #create(state: ActionState): Intent | null {
    const { action } = state;
    const tool = this.#toolFor("create", action);
    if (tool === null) return settleMissing(state, { problem: "no tool can create it" });
    const name = withFolders(action, targetName(action) ?? defaultName(action));
    state.target = { id: null, name, size: null };
    const past = this.#pastCall(tool, (call) =>
      Object.values(call.arguments).some(
        (value) => typeof value === "string" && value.toLowerCase() === name.toLowerCase(),
      ),
    );
    if (past !== null) return this.#settlePast(state, past, name);
    const content = this.#contentFor(state, name);
    if (!("found" in content)) return settleMissing(state, content);
    return this.#write(state, tool, { name, content: content.found });
  }

  /** Text of a new file, or of what is added to one. */
  #contentFor(state: ActionState, name: string | null): Found<string> {
    const { action } = state;
    if (action.quoted !== null) return { found: action.quoted };
    const hasOwnWords = action.dates.length > 0 || action.words.length > 0 || sourceName(action) !== null;
    const before = this.#facts;
    if (!hasOwnWords && action.refersBack && before !== null) return this.#use(state, before.facts, before.source);
    if (action.kind === "create" && action.refersBack && before !== null) {
      // "Make a list file of it": what was just read is looked through; nothing further is fetched for it.
      const near = this.#sources.facts(action);
      return "found" in near
        ? this.#use(state, near.found.facts, near.found.record?.name ?? null)
        : this.#use(state, before.facts, before.source);
    }
    const asked = hasOwnWords ? action : { ...action, words: nameWords(name ?? "") };
    const facts = this.#sources.facts(asked);
    if ("found" in facts) {
      this.#remember(state, facts.found.facts, facts.found.record);
      return { found: asText(facts.found.facts) };
    }
    if ("problem" in facts && before !== null) return this.#use(state, before.facts, before.source);
    return facts;
  }

  #use(state: ActionState, facts: Facts, source: string | null): Found<string> {
    state.facts = facts;
    state.source = source;
    return { found: asText(facts) };
  }

  #change(state: ActionState, role: "append" | "share" | "delete"): Intent | null {
    const { action } = state;
    const tool = this.#toolFor(role, action);
    if (tool === null) return settleMissing(state, { problem: `no tool can ${role} it` });
    if (role === "share" && action.emails.length === 0)
      return settleMissing(state, { problem: "no address was given" });
    const named = role === "delete" ? byNameAlone(tool, action) : null;
    if (named !== null) return this.#deleteNamed(state, tool, named);
    const meansTheNew =
      targetName(action) === null && action.superlative === null && (action.refersBack || action.words.length === 0);
    if (this.#isUnmade && meansTheNew) return settleMissing(state, { problem: "it was not made" });
    const record = this.#sources.record(action, this.#referent);
    if (!("found" in record)) return settleMissing(state, record);
    const { id, name } = record.found;
    const email = action.emails[0] ?? null;
    state.target = record.found;
    const past = this.#pastCall(tool, (call) => {
      const values = Object.values(call.arguments).flat().map(String);
      return values.includes(id ?? name ?? "") && (email === null || values.includes(email));
    });
    if (past !== null) {
      this.#referent = record.found;
      return this.#settlePast(state, past, null);
    }
    let content: string | null = null;
    if (role === "append") {
      const text = this.#contentFor(state, null);
      if (!("found" in text)) return settleMissing(state, text);
      content = text.found;
    }
    return this.#write(state, tool, { id, name, content, email, permission: action.permission });
  }

  /** A thing that is named outright and that the tool takes by its name: nothing has to be looked up. */
  #deleteNamed(state: ActionState, tool: OfferedTool, name: string): Intent | null {
    state.target = { id: null, name, size: null };
    const past = this.#pastCall(tool, (call) => Object.values(call.arguments).includes(name));
    return past === null ? this.#write(state, tool, { name }) : this.#settlePast(state, past, null);
  }

  /** A verb this model has no rule for: the tool whose name or description shares most words with the clause. */
  #other(state: ActionState): Intent | null {
    const tool = this.#sources.toolLike(state.action);
    if (tool === null) return settleMissing(state, { problem: "no tool fits it" });
    const args = fillArguments(
      tool,
      {
        email: state.action.emails[0] ?? null,
        name: state.action.names[0] ?? null,
        id: this.#referent?.id ?? null,
        content: this.#facts === null ? null : asText(this.#facts.facts),
      },
      state.action,
    );
    if (args === null) return settleMissing(state, { problem: `${tool.name} needs what was not given` });
    const past = this.#pastCall(tool, (call) => JSON.stringify(call.arguments) === JSON.stringify(args));
    if (past === null) return { tool, arguments: args, purpose: "write" };
    if (past.status === "ok")
      state.facts = { kind: "lines", heading: null, lines: [past.shown.slice(0, 300)], score: 1 };
    return this.#settlePast(state, past, null);
  }

  #write(state: ActionState, tool: OfferedTool, known: Known): Intent | null {
    const args = fillArguments(tool, known, state.action);
    if (args === null) return settleMissing(state, { problem: `${tool.name} needs what was not given` });
    return { tool, arguments: args, purpose: "write" };
  }

  #settlePast(state: ActionState, past: PastCall, createdName: string | null): Intent | null {
    if (past.status === "failed" || past.status === "denied") {
      state.status = past.status;
      state.problem = past.problem;
      return null;
    }
    state.status = "done";
    if (createdName === null) return null;
    // What the call wrote is read off its source again, for the answer; the thing made is what "it" means from here on.
    if (state.action.quoted === null) this.#contentFor(state, createdName);
    const index = this.#context.calls.indexOf(past);
    const made = this.#context.records.find((record) => record.call === index);
    const record = made ?? {
      id: null,
      name: createdName,
      size: null,
      modified: null,
      owner: null,
      content: null,
      call: index,
      raw: {},
    };
    this.#referent = { ...record, name: record.name ?? createdName };
    state.target = { id: this.#referent.id, name: this.#referent.name, size: this.#referent.size };
    return null;
  }

  #remember(state: ActionState, facts: Facts, record: SeenRecord | null): void {
    state.facts = facts;
    state.source = record?.name ?? null;
    this.#facts = { facts, source: state.source };
    if (record !== null) this.#referent = record;
  }

  #pastCall(tool: OfferedTool, matches: (call: PastCall) => boolean): PastCall | null {
    const { calls, earlierCalls } = this.#context;
    const found = calls.slice(earlierCalls).filter((call) => call.tool === tool.name && matches(call));
    return found.find((call) => call.status === "ok") ?? found.at(-1) ?? null;
  }

  #toolFor(role: Role, action: Action): OfferedTool | null {
    return this.#sources.tools(role, action)[0] ?? this.#tools.find((tool) => tool.role === role) ?? null;
  }
}

/** The name, with its folders, that a tool without an id parameter takes; null where it needs more or none was given. */
function byNameAlone(tool: OfferedTool, action: Action): string | null {
  const [parameter, ...others] = tool.parameters.filter((entry) => entry.required);
  const takesName = others.length === 0 && parameter?.role === "name";
  const name = takesName ? targetName(action) : null;
  return name === null ? null : withFolders(action, name);
}

function settleMissing(state: ActionState, missing: { call: Intent } | { problem: string }): Intent | null {
  if ("call" in missing) return missing.call;
  state.status = "impossible";
  state.problem = missing.problem;
  return null;
}

/** "Find the travel plans": where they are is all that is asked. So it is with "read the plans" when the real question follows. */
function onlyLocates(action: Action, moreFollows: boolean): boolean {
  const locates = /^\W*(?:please\s+)?(?:find|locate|look for|search for|找到?|尋找|寻找)\b(?!\s*out)/iu.test(
    action.text,
  );
  const opens =
    moreFollows &&
    /^\W*(?:please\s+)?(?:read|open|look (?:at|into|through|up)|go through|check|see|打[開开]|[讀读]取?|看)/iu.test(
      action.text,
    );
  const asks =
    action.dates.length > 0 ||
    action.summarizes ||
    /\b(?:what|when|who|which|how|where|whether|if)\b|什[麼么]|哪|多少/iu.test(action.text);
  return (locates || opens) && !asks;
}
