// The `travel` pack: flights, hotels, rail passes and holds at a simulated provider that runs in a process of its own.
import type { JsonValue } from "../../../../src-shared/prelude/json.ts";
import type { Pack, Tool } from "../../types.ts";
import { freshEnvironment, readFixture, type TravelFixture } from "./fixture.ts";
import {
  bookingResult,
  flightsResult,
  holdResult,
  holdsResult,
  hotelsResult,
  inputSchema,
  railPassResult,
} from "./schemas.ts";
import { contractOf, reconcilable, travelTool } from "./travel-tool.ts";

const searchFlights = travelTool(
  contractOf({
    name: "search_flights",
    description: "Searches flights with the assistance that each one reports.",
    use_when: "flights are to be found for given airports and dates",
    not_when: "a hotel is wanted (search_hotels)",
    triggers: ["flight", "flights", "fly"],
    effect: "read",
    input_schema: inputSchema(["origin", "destination", "date_start", "date_end", "accessibility", "max_results"]),
    result_schema: flightsResult,
  }),
  "search_flights",
);

const searchHotels = travelTool(
  contractOf({
    name: "search_hotels",
    description:
      "Searches hotels of a city with what each reports of accessible rooms, and the price of a night in USD.",
    use_when: "hotels are to be found for a city and dates",
    not_when: "a room is to be held (hold_room)",
    triggers: ["hotel", "hotels", "stay"],
    effect: "read",
    input_schema: inputSchema(["city", "date_start", "date_end", "accessibility", "max_results"]),
    result_schema: hotelsResult,
  }),
  "search_hotels",
);

const railPassCoverage = travelTool(
  contractOf({
    name: "rail_pass_coverage",
    description: "Tells whether a rail pass covers the way between two places, and for how many days.",
    use_when: "it is asked what a rail pass covers",
    not_when: "a flight is wanted (search_flights)",
    triggers: ["rail", "train", "pass"],
    effect: "read",
    input_schema: inputSchema(["origin", "destination", "date_start", "date_end"]),
    result_schema: railPassResult,
  }),
  "rail_pass_coverage",
);

const holdRoom = reconcilable(
  travelTool(
    contractOf(
      {
        name: "hold_room",
        description: "Holds a room of a hotel for given dates without charging anything.",
        use_when: "a room is to be held or reserved without payment",
        not_when: "a hold is to be looked up (find_hold) or paid for (book)",
        triggers: ["hold", "reserve"],
        effect: "write",
        input_schema: inputSchema(["hotel_id", "date_start", "date_end"]),
        result_schema: holdResult,
      },
      { suppresses_duplicates: true },
    ),
    "hold_room",
  ),
);

const findHold = travelTool(
  contractOf({
    name: "find_hold",
    description: "Lists the holds that stand at a hotel.",
    use_when: "it is asked whether a room is held already",
    not_when: "a new hold is wanted (hold_room)",
    triggers: ["holds", "held"],
    effect: "read",
    input_schema: inputSchema(["hotel_id"]),
    result_schema: holdsResult,
  }),
  "find_hold",
);

/** Charging is a person's to do: policy hands the run over before the tool is reached, and the account could not charge anyway. */
const book: Tool = {
  contract: contractOf(
    {
      name: "book",
      description: "Books what a hold stands for and charges the traveller's card.",
      use_when: "a hold is to be booked and paid",
      not_when: "a room is only to be held (hold_room)",
      triggers: ["book", "pay", "charge"],
      effect: "destructive",
      input_schema: inputSchema(["hold_id"]),
      result_schema: bookingResult,
    },
    { needs_person: true },
  ),
  execute: () => ({
    outcome: "access_denied",
    value: { status: "error", error_code: "access_denied", retryable: false },
    error: {
      status: "error",
      error_code: "access_denied",
      retryable: false,
      message: "This account may search and hold; it has no permission to charge.",
    },
  }),
};

function packWith(fixture: TravelFixture): Pack {
  return {
    name: "travel",
    description:
      "A simulated travel provider in a process of its own: flights, hotels, rail passes, holds and bookings.",
    simulated: true,
    tools: [searchFlights, searchHotels, railPassCoverage, holdRoom, findHold, book],
    // Through JSON, since the environment is stored as such: fields that are left out are not there.
    initialEnvironment: () => JSON.parse(JSON.stringify(freshEnvironment(fixture))) as JsonValue,
    simulatedClock: fixture.simulated_clock,
    withFixture: (given) => packWith(readFixture(given)),
  };
}

export const travelPack = packWith(readFixture({}));
