// The environment of `events`: what is on, what is saved, and a version that grows by one with each change. Pure steps from one to the next.
import { z } from "zod";
import type { JsonValue } from "../../../../src-shared/prelude/json.ts";
import { EVENT_ROWS, EventRow } from "./data.ts";

export const Events = z.object({
  /** Of the saved list; what `stateVersion` in results claims. */
  version: z.number().int().positive(),
  events: z.array(EventRow),
  saved: z.array(z.object({ event_id: z.string(), saved_by: z.enum(["assistant", "someone_else"]) })),
  /** Saves of someone else that reach the back end just before the assistant's next one does. */
  pending: z.array(z.string()),
  /** By how many versions the details lag behind, as a cache would. */
  details_lag: z.number().int().nonnegative(),
});
export type Events = z.infer<typeof Events>;

const FIRST_VERSION = 41;

export const EventsFixture = z.strictObject({
  someone_else_saves: z.array(z.string()).default([]),
  details_lag: z
    .number()
    .int()
    .min(0)
    .max(FIRST_VERSION - 1)
    .default(0),
});
export type EventsFixture = z.infer<typeof EventsFixture>;

export function initialEvents(fixture: EventsFixture): Events {
  return {
    version: FIRST_VERSION,
    events: structuredClone([...EVENT_ROWS]),
    saved: [],
    pending: [...fixture.someone_else_saves],
    details_lag: fixture.details_lag,
  };
}

/** Throws for anything that is no environment of this pack. */
export function readEvents(environment: JsonValue): Events {
  return Events.parse(environment);
}

export function findEvent(state: Events, id: string): EventRow | null {
  return state.events.find((event) => event.event_id === id) ?? null;
}

/** Says nothing about which event is meant. */
const COMMON = new Set(["a", "an", "the", "of", "for", "in", "at", "on", "and", "event", "events", "活動", "活动"]);

/**
 * The events that meet most words of the query, in the order of the list; none where no word is met. Case does not count; Chinese is compared
 * by pairs of characters, since no spaces part its words. `city` narrows.
 */
export function searchEvents(state: Events, query: string, city: string | null): EventRow[] {
  const words = wordsOf(query);
  const scored = state.events
    .filter((event) => city === null || event.city.toLowerCase() === city.trim().toLowerCase())
    .map((event) => ({ event, score: words.filter((word) => standsIn(word, event)).length }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ event }) => event);
}

function wordsOf(text: string): string[] {
  const runs =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
  const words = runs.flatMap((run) => {
    if (COMMON.has(run)) return [];
    if (!/\p{Script=Han}/u.test(run) || run.length <= 2) return [run];
    return Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2));
  });
  return [...new Set(words)].filter((word) => !COMMON.has(word));
}

/** Short Latin words must be whole ("ai" is not in "maintain"); longer ones may be the beginning of one ("robot"). */
function standsIn(word: string, event: EventRow): boolean {
  const text = [event.title, event.title_zh, event.title_zh_hans, event.city, ...event.topics].join(" ").toLowerCase();
  if (/\p{Script=Han}/u.test(word)) return text.includes(word);
  return text.split(/[^\p{L}\p{N}]+/u).some((other) => other === word || (word.length > 3 && other.startsWith(word)));
}

export type SaveStep =
  | { kind: "saved"; state: Events; event: EventRow }
  | { kind: "already_saved"; event: EventRow }
  /** `state` is there where someone else's save came first. */
  | { kind: "refused"; code: "not_found" | "not_available" | "stale_state_version"; message: string; state?: Events };

/** Saves an event on the version the caller has seen; on any other nothing of the caller's is done. */
export function saveEvent(given: Events, id: string, expectedVersion: number): SaveStep {
  const state = given.pending.length === 0 ? given : takeInPending(given);
  const moved = state === given ? {} : { state };
  if (expectedVersion !== state.version) {
    const message = `The saved list is at version ${state.version}, not ${expectedVersion}: it has changed since it was read. Read the event's details again.`;
    return { kind: "refused", code: "stale_state_version", message, ...moved };
  }
  const event = findEvent(state, id);
  if (event === null) {
    const message = `There is no event ${JSON.stringify(id)}; event ids look like EV-101 and stand in search results.`;
    return { kind: "refused", code: "not_found", message };
  }
  if (event.cancelled) {
    return { kind: "refused", code: "not_available", message: `${event.title} is cancelled and cannot be saved.` };
  }
  if (state.saved.some((entry) => entry.event_id === id)) return { kind: "already_saved", event };
  return { kind: "saved", event, state: withSaved(state, id, "assistant") };
}

function takeInPending(state: Events): Events {
  const isSaved = (id: string): boolean => state.saved.some((entry) => entry.event_id === id);
  const taken = state.pending.filter((id) => !isSaved(id)).reduce((so, id) => withSaved(so, id, "someone_else"), state);
  return { ...taken, pending: [] };
}

function withSaved(state: Events, id: string, by: Events["saved"][number]["saved_by"]): Events {
  return { ...state, version: state.version + 1, saved: [...state.saved, { event_id: id, saved_by: by }] };
}
