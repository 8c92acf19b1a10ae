// The `reach` pack: weather, notes, markdown files of one folder, and deleting in the temporary folder alone.
import { z } from "zod";
import type { JsonObject, JsonValue } from "../../../../src-shared/prelude/json.ts";
import { UserError } from "../../../../src-shared/prelude/result.ts";
import type { ToolContract } from "../../../../src-shared/trace/tool-contract.ts";
import type { Outcome } from "../../../../src-shared/trace/vocabulary.ts";
import { diffEnvironment } from "../../environment.ts";
import type { Pack, Tool, ToolAttempt, ToolContext } from "../../types.ts";
import {
  initialReach,
  MARKDOWN_FOLDER,
  pathWithin,
  type Reach,
  readReach,
  searchNotes,
  TEMPORARY_FOLDER,
  withFile,
  withoutFile,
} from "./reach.ts";

/** The first attempts of get_weather that find the service down. */
const ReachFixture = z.strictObject({ weather_down: z.number().int().nonnegative().default(0) });
type ReachFixture = z.infer<typeof ReachFixture>;

const WEATHER: Record<string, { city: string; celsius: number; sky: string }> = {
  lisbon: { city: "Lisbon", celsius: 19, sky: "clear" },
  oslo: { city: "Oslo", celsius: 7, sky: "rain" },
  kyoto: { city: "Kyoto", celsius: 14, sky: "cloudy" },
};

type Step = { value: JsonValue; reach?: Reach } | { outcome: Outcome; code: string; message: string };
type Declared = Omit<ToolContract, "public_fields" | "limits" | "suppresses_duplicates">;

/** `step` gets arguments that the input schema has accepted. */
function reachTool(declared: Declared, step: (reach: Reach, args: JsonObject, attempt: number) => Step): Tool {
  const tool: Tool = {
    contract: {
      ...declared,
      public_fields: null,
      limits: { result_chars: 50_000, timeout_ms: 10_000 },
      suppresses_duplicates: false,
    },
    execute(args: JsonObject, context: ToolContext): ToolAttempt {
      const done = step(readReach(context.environment), args, context.attempt);
      if ("code" in done) return failed(done.outcome, done.code, done.message);
      const empty = Array.isArray(done.value) && done.value.length === 0;
      return {
        outcome: empty ? "empty" : "ok",
        value: done.value,
        ...(done.reach === undefined ? {} : { environment: done.reach }),
      };
    },
  };
  if (declared.effect === "read") return tool;
  return {
    ...tool,
    preview(args, environment) {
      const done = step(readReach(environment), args, 1);
      return "code" in done || done.reach === undefined ? [] : diffEnvironment(environment, done.reach);
    },
  };
}

function failed(outcome: Outcome, code: string, message: string): ToolAttempt {
  const error = { status: "error" as const, error_code: code, retryable: outcome === "transient", message };
  return { outcome, value: { ...error }, error };
}

function text(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value !== "string")
    throw new TypeError(`Argument ${name} is not a string; the schema should have refused it.`);
  return value;
}

const inputs = (properties: Record<string, string>): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, description]): [string, JsonObject] => [
      name,
      // The text of a file may be empty; a name may not.
      name === "content" ? { type: "string", description } : { type: "string", minLength: 1, description },
    ]),
  ),
  required: Object.keys(properties),
  additionalProperties: false,
});
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const string: JsonObject = { type: "string" };

function getWeather(fixture: ReachFixture): Tool {
  return reachTool(
    {
      name: "get_weather",
      description: "Gets today's weather of a city.",
      use_when: "the weather or the temperature of a city is asked for",
      not_when: "something that was noted down is asked for (search_notes)",
      triggers: ["weather", "temperature"],
      effect: "read",
      input_schema: inputs({ city: "City, e.g. Lisbon" }),
      result_schema: object({ city: string, celsius: { type: "number" }, sky: string }),
    },
    (_reach, args, attempt) => {
      if (attempt <= fixture.weather_down)
        return { outcome: "transient", code: "service_unavailable", message: "The weather service is down." };
      const key = text(args, "city").trim().toLowerCase();
      const weather = Object.hasOwn(WEATHER, key) ? WEATHER[key] : undefined;
      if (weather) return { value: { ...weather } };
      const known = Object.values(WEATHER).map(({ city }) => city);
      const message = `There is no weather for ${JSON.stringify(text(args, "city"))}; there is for ${known.join(", ")}.`;
      return { outcome: "permanent", code: "unknown_city", message };
    },
  );
}

const searchNotesTool = reachTool(
  {
    name: "search_notes",
    description: "Searches the notes by words of their title and text.",
    use_when: "something that was noted down is asked for",
    not_when: "the weather is asked for (get_weather)",
    triggers: ["note", "notes"],
    effect: "read",
    input_schema: inputs({ query: "Words that all stand in the note" }),
    result_schema: { type: "array", items: object({ id: string, title: string, text: string }) },
  },
  (reach, args) => ({ value: searchNotes(reach, text(args, "query")) }),
);

const writeMarkdownFile = reachTool(
  {
    name: "write_markdown_file",
    description: "Writes a markdown file in the markdown folder, in place of one of the same name.",
    use_when: "a markdown file is to be written, created or saved",
    not_when: "a file is to be removed (delete_file)",
    triggers: ["write", "create", "save"],
    effect: "write",
    input_schema: inputs({ filename: "Name of the file, ending in .md", content: "The whole text of the file" }),
    result_schema: object({ path: string, characters: { type: "integer", minimum: 0 } }),
  },
  (reach, args) => {
    const path = pathWithin(MARKDOWN_FOLDER, text(args, "filename"));
    if (path === null || !path.toLowerCase().endsWith(".md")) {
      const message = `Only .md files within ${MARKDOWN_FOLDER}/ can be written; ${JSON.stringify(text(args, "filename"))} is none.`;
      return { outcome: "permanent", code: "outside_folder", message };
    }
    const content = text(args, "content");
    return { value: { path, characters: content.length }, reach: withFile(reach, path, content) };
  },
);

const deleteFile = reachTool(
  {
    name: "delete_file",
    description: "Deletes a file of the temporary folder for good.",
    use_when: "a temporary file is to be deleted or removed",
    not_when: "a file is to be overwritten (write_markdown_file)",
    triggers: ["delete", "remove"],
    effect: "destructive",
    input_schema: inputs({ path: "Path of the file, e.g. tmp/export-1.csv" }),
    result_schema: object({ deleted: string }),
  },
  (reach, args) => {
    const given = text(args, "path");
    const path = given.includes("/") ? pathWithin(TEMPORARY_FOLDER, given) : `${TEMPORARY_FOLDER}/${given}`;
    const within = path !== null && (!given.includes("/") || given.startsWith(`${TEMPORARY_FOLDER}/`));
    if (!within) {
      const message = `Files outside ${TEMPORARY_FOLDER}/ may not be deleted; ${JSON.stringify(given)} is one.`;
      return { outcome: "access_denied", code: "access_denied", message };
    }
    if (!Object.hasOwn(reach.files, path))
      return { outcome: "permanent", code: "not_found", message: `There is no file ${JSON.stringify(path)}.` };
    return { value: { deleted: path }, reach: withoutFile(reach, path) };
  },
);

function packWith(fixture: ReachFixture): Pack {
  return {
    name: "reach",
    description: "Simulated weather, notes, a folder of markdown files, and a temporary folder that may be cleared.",
    simulated: true,
    tools: [getWeather(fixture), searchNotesTool, writeMarkdownFile, deleteFile],
    initialEnvironment: () => initialReach(),
    withFixture(given) {
      const read = ReachFixture.safeParse(given);
      if (read.success) return packWith(read.data);
      throw new UserError(
        "invalid_input",
        `The reach fixture is wrong: ${read.error.issues[0]?.message ?? "unreadable"}.`,
      );
    },
  };
}

export const reachPack = packWith({ weather_down: 0 });
