// The travel contracts' schemas. A result is exactly one of two shapes, `ok` or `error`, and holds nothing else.
import type { JsonObject } from "../../../../src-shared/prelude/json.ts";

const date = (description: string): JsonObject => ({ type: "string", format: "date", description });
const sourceTimestamp: JsonObject = { type: "string", format: "date-time" };
const reported: JsonObject = { enum: ["unknown", "reported_available", "reported_unavailable"] };

export const properties = {
  origin: { type: "string", minLength: 3, description: "Airport code, e.g. SFO" },
  destination: { type: "string", minLength: 3, description: "Airport code, e.g. HND" },
  city: { type: "string", minLength: 1, description: "City, e.g. Kyoto" },
  date_start: date("First day, YYYY-MM-DD; not after date_end"),
  date_end: date("Last day, YYYY-MM-DD"),
  accessibility: { enum: ["wheelchair", "none"], description: "What the travellers need" },
  max_results: { type: "integer", minimum: 1, maximum: 10, description: "At most this many options" },
  hotel_id: { type: "string", minLength: 1, description: "The hotel's id, e.g. HT-KYO-12" },
  hold_id: { type: "string", minLength: 1, description: "The hold's id, e.g. H-447" },
} satisfies Record<string, JsonObject>;

/** An arguments object of these properties, all required and nothing else. */
export function inputSchema(names: readonly (keyof typeof properties)[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: [...names],
    additionalProperties: false,
  };
}

/** `{status: "ok", …fields}` or `{status: "error", error_code, retryable}`. */
function resultSchema(fields: JsonObject): JsonObject {
  return { oneOf: [exactly({ status: { const: "ok" }, ...fields }), errorSchema] };
}

function exactly(fields: JsonObject): JsonObject {
  return { type: "object", properties: fields, required: Object.keys(fields), additionalProperties: false };
}

const errorSchema = exactly({
  status: { const: "error" },
  error_code: { enum: ["invalid_arguments", "access_denied", "rate_limited", "service_unavailable"] },
  retryable: { type: "boolean" },
});

const listOf = (fields: JsonObject): JsonObject => ({ type: "array", maxItems: 10, items: exactly(fields) });
const id: JsonObject = { type: "string", minLength: 1 };

export const flightsResult = resultSchema({
  options: listOf({ flight_id: id, assistance_status: reported }),
  source_timestamp: sourceTimestamp,
});
export const hotelsResult = resultSchema({
  options: listOf({ hotel_id: id, accessible_room: reported, usd_per_night: { type: "number", minimum: 0 } }),
  source_timestamp: sourceTimestamp,
});
export const railPassResult = resultSchema({
  covered: { type: "boolean" },
  pass_days: { type: "integer", minimum: 0 },
  source_timestamp: sourceTimestamp,
});
export const holdResult = resultSchema({ hold_id: id, hotel_id: id, source_timestamp: sourceTimestamp });
export const holdsResult = resultSchema({
  holds: listOf({ hold_id: id, hotel_id: id }),
  source_timestamp: sourceTimestamp,
});
export const bookingResult = resultSchema({ booking_id: id, hold_id: id, source_timestamp: sourceTimestamp });
