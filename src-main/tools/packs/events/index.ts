// The `events` pack: what is on in some cities, one event's details in three shapes, and a saved list that only its present version may change.
import type { JsonObject, JsonValue } from "../../../../src-shared/prelude/json.ts";
import { UserError } from "../../../../src-shared/prelude/result.ts";
import type { ToolContract } from "../../../../src-shared/trace/tool-contract.ts";
import type { Outcome } from "../../../../src-shared/trace/vocabulary.ts";
import { diffEnvironment } from "../../environment.ts";
import type { Pack, Tool, ToolAttempt } from "../../types.ts";
import { DEFAULT_SHAPE, DETAILS_SHAPES, type DetailsShape, detailsInput } from "./details.ts";
import { EventsFixture, findEvent, initialEvents, readEvents, saveEvent, searchEvents } from "./events.ts";
import { CONTRACT_FIELDS, contractResult, object, string } from "./schemas.ts";

const LIMITS = { result_chars: 20_000, timeout_ms: 10_000 };

const searchTool: Tool = {
  contract: {
    name: "search_events",
    description: "Searches events by words of their title, topic or city, in English or Chinese, and gives their ids.",
    use_when: "events are looked for, or the id of an event named in the request is needed",
    not_when: "more is to be known of one event whose id is at hand (get_event_details)",
    triggers: ["events", "search", "find", "活動", "活动", "搜尋", "搜索", "查詢", "查询", "有哪些"],
    effect: "read",
    input_schema: object(
      {
        query: { type: "string", minLength: 1, description: "Words of the title or topic, e.g. jazz" },
        city: { type: "string", minLength: 1, description: "City in English, e.g. Taipei; left out: any" },
      },
      ["city"],
    ),
    result_schema: {
      type: "array",
      items: object({ event_id: string, title: string, title_zh: string, city: string }),
    },
    public_fields: ["event_id", "title", "title_zh", "city"],
    limits: LIMITS,
    suppresses_duplicates: false,
    searches: true,
  },
  execute(args, { environment }) {
    const city = args.city === undefined ? null : text(args, "city");
    const found = searchEvents(readEvents(environment), text(args, "query"), city);
    return {
      outcome: found.length === 0 ? "empty" : "ok",
      value: found.map(({ event_id, title, title_zh, city: where }) => ({ event_id, title, title_zh, city: where })),
    };
  },
};

const detailsContract: Omit<ToolContract, "result_schema" | "public_fields"> = {
  name: "get_event_details",
  description:
    "Gets what is known of one event: when and where it is, seats, price, accessibility, and whether it can be saved.",
  use_when: "something is asked about one event, or before an event is saved",
  not_when: "the event's id is not known yet (search_events)",
  triggers: [
    "details",
    "when",
    "where",
    "seats",
    "accessible",
    "詳情",
    "详情",
    "座位",
    "無障礙",
    "无障碍",
    "時間",
    "时间",
  ],
  effect: "read",
  input_schema: detailsInput,
  limits: LIMITS,
  suppresses_duplicates: false,
};

function withShape(shape: DetailsShape): Pick<Tool, "contract" | "execute"> {
  const { result_schema, public_fields } = shape;
  return {
    contract: { ...detailsContract, result_schema, public_fields },
    execute(args, { environment }) {
      const state = readEvents(environment);
      const event = findEvent(state, text(args, "event_id"));
      if (event !== null) return { outcome: "ok", value: shape.value(event, state) };
      const message = `There is no event ${JSON.stringify(text(args, "event_id"))}; ids stand in the results of search_events.`;
      return failed("permanent", "not_found", message);
    },
  };
}

function detailsTool(): Tool {
  const [, fallback] = Object.entries(DETAILS_SHAPES).find(([name]) => name === DEFAULT_SHAPE) ?? [];
  if (fallback === undefined) throw new Error("The details have no default shape.");
  return {
    ...withShape(fallback),
    resultShapes: {
      usual: DEFAULT_SHAPE,
      shapes: Object.fromEntries(
        Object.entries(DETAILS_SHAPES).map(([name, shape]) => [
          name,
          { description: shape.description, ...withShape(shape) },
        ]),
      ),
    },
  };
}

const saveTool: Tool = {
  contract: {
    name: "save_event",
    description: "Saves an event to the person's list, if the list still is at the version that the details told.",
    use_when: "an event is to be saved, kept or bookmarked",
    not_when: "it is only asked about an event (get_event_details)",
    triggers: ["save", "bookmark", "keep", "儲存", "保存", "收藏", "加入"],
    effect: "write",
    input_schema: object({
      event_id: { type: "string", minLength: 1, description: "The event's id as search_events gives it, e.g. EV-101" },
      expected_state_version: {
        type: "integer",
        minimum: 1,
        description: "The stateVersion that get_event_details or the last save told; a stale one is refused",
      },
    }),
    result_schema: contractResult(["saved", "already_saved"], { event_id: string, title: string }),
    public_fields: CONTRACT_FIELDS,
    limits: LIMITS,
    suppresses_duplicates: true,
    state_version_argument: "expected_state_version",
  },
  execute(args, { environment }) {
    const state = readEvents(environment);
    const step = saveEvent(state, text(args, "event_id"), whole(args, "expected_state_version"));
    if (step.kind === "refused") {
      const refused = failed("permanent", step.code, step.message);
      return step.state === undefined ? refused : { ...refused, environment: step.state };
    }
    const { event_id, title } = step.event;
    const after = step.kind === "saved" ? step.state : state;
    const value = {
      ok: true,
      code: step.kind,
      data: { event_id, title },
      guidance: { availableActions: [], currentTarget: event_id, requiresHumanConfirmation: false },
      uiUpdated: step.kind === "saved",
      stateVersion: after.version,
    };
    return step.kind === "saved" ? { outcome: "ok", value, environment: after } : { outcome: "ok", value };
  },
  /** What would change as things stand; a refusal shows as no change. What others do meanwhile is not foreseen. */
  preview(args, environment) {
    const state = { ...readEvents(environment), pending: [] };
    const step = saveEvent(state, text(args, "event_id"), whole(args, "expected_state_version"));
    return step.kind === "saved" ? diffEnvironment(state, step.state) : [];
  },
};

function failed(outcome: Outcome, code: string, message: string): ToolAttempt {
  const error = { status: "error" as const, error_code: code, retryable: false, message };
  return { outcome, value: { ...error }, error };
}

function text(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new TypeError(`Argument ${name} is not a string; the schema should have refused it.`);
}

function whole(args: JsonObject, name: string): number {
  const value = args[name];
  if (typeof value === "number") return value;
  throw new TypeError(`Argument ${name} is not a number; the schema should have refused it.`);
}

function packWith(fixture: EventsFixture): Pack {
  return {
    name: "events",
    description: "Simulated cultural and tech events with English and Chinese titles, and a list of saved ones.",
    simulated: true,
    tools: [searchTool, detailsTool(), saveTool],
    initialEnvironment: () => initialEvents(fixture),
    stateVersion: (environment: JsonValue) => readEvents(environment).version,
    withFixture(given) {
      const read = EventsFixture.safeParse(given);
      if (read.success) return packWith(read.data);
      const [issue] = read.error.issues;
      const where = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
      throw new UserError("invalid_input", `The events fixture is wrong: ${where}${issue?.message ?? "unreadable"}.`);
    },
  };
}

export const eventsPack = packWith(EventsFixture.parse({}));
