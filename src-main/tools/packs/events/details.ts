// One event's details in three shapes: words only, the back end's own entity, and what a contract promises. Which one is a variant's choice.
import type { JsonObject, JsonValue } from "../../../../src-shared/prelude/json.ts";
import type { EventRow } from "./data.ts";
import type { Events } from "./events.ts";
import { CONTRACT_FIELDS, contractResult, object, string } from "./schemas.ts";

export interface DetailsShape {
  description: string;
  result_schema: JsonObject;
  public_fields: string[] | null;
  value(event: EventRow, state: Events): JsonValue;
}

/** Reads well, and leaves nothing to go on with: no id, no version, no seats. */
const message: DetailsShape = {
  description: "Words only: no ids, no state.",
  result_schema: { type: "string", pattern: "^Event found: " },
  public_fields: null,
  value: (event) => `Event found: ${event.title} (${event.title_zh}), ${day(event)}, ${event.venue}, ${event.city}.`,
};

/**
 * What the back end keeps, handed on whole. `event_id` is the organiser's own number, `state_version` the session's and `seats` the size of the room:
 * each is named like something a caller needs and is something else.
 */
const raw: DetailsShape = {
  description: "The back end's whole entity, with its internal names.",
  result_schema: {
    type: "object",
    properties: { _id: string, event_id: string, title: string, startsAt: { type: "string", format: "date-time" } },
    required: ["_id", "event_id", "title", "startsAt"],
  },
  public_fields: ["title", "title_zh", "startsAt", "venue"],
  value(event) {
    const number = Number(event.event_id.slice(3));
    return {
      _id: `665f1c0a9be2${(number * 7919).toString(16).padStart(12, "0")}`,
      event_id: `ORG-2207-${number}`,
      uid: 88_000 + number,
      user_id: `u_${number * 37}`,
      owner_email: `organiser.${number}@venues.example`,
      session: { sid: `sim-session-${number}`, cookie: `sim=${number}; Path=/; HttpOnly`, state_version: 3 },
      title: event.title,
      title_zh: event.title_zh,
      startsAt: new Date(event.starts_at).toISOString(),
      venue: event.venue,
      seats: event.capacity,
      a11y: event.accessibility.startsWith("Not ") ? 0 : 5,
      flags: { is_internal: false, shadow_rank: number % 7, feature_new_checkout: true },
      description_html: `<html><body><div class="ev-desc"><h1>${event.title}</h1><p>${event.description}</p></div></body></html>`,
      sql: `select * from ev_event where org_no = 'ORG-2207-${number}'`,
      __v: 12,
    };
  },
};

const contract: DetailsShape = {
  description:
    "What the contract promises: the answer, the ids and version the next call needs, and what can be done now.",
  result_schema: contractResult("found", {
    event_id: string,
    title: string,
    title_zh: string,
    starts_at: { type: "string", format: "date-time" },
    ends_at: { type: "string", format: "date-time" },
    city: string,
    venue: string,
    price_twd: { type: "integer", minimum: 0 },
    seats_left: { type: "integer", minimum: 0 },
    accessibility: string,
    description: string,
    is_cancelled: { type: "boolean" },
    is_saved: { type: "boolean" },
  }),
  public_fields: CONTRACT_FIELDS,
  value(event, state) {
    const isSaved = state.saved.some((entry) => entry.event_id === event.event_id);
    const { event_id, title, title_zh, starts_at, ends_at, city, venue, price_twd, seats_left } = event;
    const { accessibility, description } = event;
    const told = { event_id, title, title_zh, starts_at, ends_at, city, venue, price_twd, seats_left };
    return {
      ok: true,
      code: "found",
      data: { ...told, accessibility, description, is_cancelled: event.cancelled, is_saved: isSaved },
      guidance: {
        availableActions: event.cancelled || isSaved ? [] : ["save_event"],
        currentTarget: event_id,
        requiresHumanConfirmation: event.needs_confirmation,
      },
      uiUpdated: false,
      stateVersion: state.version - state.details_lag,
    };
  },
};

export const DEFAULT_SHAPE = "contract";

/** By name; the default stands first. */
export const DETAILS_SHAPES: Readonly<Record<string, DetailsShape>> = { contract, message, raw };

/** The day alone, as a person writes it. */
function day(event: EventRow): string {
  return event.starts_at.slice(0, 10);
}

/** Input of `get_event_details`: one id and nothing else. */
export const detailsInput: JsonObject = object({
  event_id: { type: "string", minLength: 1, description: "The event's id as search_events gives it, e.g. EV-101" },
});
