// Which messages and tools a frozen turn needs to stop as it did: tried out with single requests, so that a bundle holds no more.
import type { ForkEdit } from "../../src-shared/trace/fork-edit.ts";
import type { FrozenTurn } from "./experiment/frozen-turn.ts";
import { interventions } from "./experiment/interventions.ts";
import { messageGroups } from "./experiment/message-groups.ts";
import { smallestSubset } from "./experiment/reduce.ts";

export interface Needed {
  /** Positions of the messages. */
  messages: number[];
  tools: string[];
  /** With these alone it stops as it did; false: it does not even stop with all of them at the recorded seed. */
  stops: boolean;
}

/** Sends the turn with these edits and tells whether the next message holds no call. */
export type StopsWith = (edits: readonly ForkEdit[]) => Promise<boolean>;

/**
 * The request in force always stays, and so do the tools that the kept messages call and that the outstanding actions need: without
 * them it would stop for another reason.
 */
export async function needed(frozen: FrozenTurn, stopsWith: StopsWith, maxTests: number): Promise<Needed> {
  const all = [...frozen.messages.keys()];
  const whole = { messages: all, tools: [...frozen.tools] };
  if (!(await stopsWith([]))) return { ...whole, stops: false };
  const groups = messageGroups(frozen.messages);
  const request = groups.findLast((group) => group.kind === "user");
  const others = groups.filter((group) => group !== request);
  const keep = (kept: typeof groups) => {
    const indexes = new Set([...(request?.indexes ?? []), ...kept.flatMap((group) => group.indexes)]);
    return all.filter((index) => indexes.has(index));
  };
  const without = (kept: readonly number[]) =>
    all.filter((index) => !kept.includes(index)).map((index): ForkEdit => ({ kind: "remove_message", index }));
  const found = (await stopsWith(without(keep([]))))
    ? []
    : (await smallestSubset(others, (kept) => stopsWith(without(keep([...kept]))), maxTests)).smallest;
  const messages = found === null ? all : keep([...found]);
  const tools = neededTools(frozen, messages);
  if (tools.length === frozen.tools.length) return { messages, tools, stops: true };
  const fewer = await stopsWith([...without(messages), { kind: "tools", tools }]);
  return { messages, tools: fewer ? tools : whole.tools, stops: true };
}

function neededTools(frozen: FrozenTurn, messages: readonly number[]): string[] {
  const called = new Set(
    messages.flatMap((index) => (frozen.messages[index]?.tool_calls ?? []).map((call) => call.function.name)),
  );
  const edits = interventions(frozen, { endpoint: null, wanted: [] }).flatMap((change) => change.edits);
  const outstanding = edits.flatMap((edit) => (edit.kind === "tools" ? edit.tools : []));
  return outstanding.length === 0
    ? [...frozen.tools]
    : frozen.tools.filter((name) => called.has(name) || outstanding.includes(name));
}
