// `--tools FILE`: a JSON array of OpenAI tool definitions, read as a pack. Beside `function` an entry may hold a fixed `result`, its `effect`, and what
// else a contract says: use_when, not_when, result_schema, public_fields, state_version_argument. A result in the typed form of an error is one.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";
import { EffectClass } from "../../src-shared/trace/vocabulary.ts";
import { rawText } from "./compactors/raw-text.ts";
import { declaredError } from "./declared-error.ts";
import { parseResult } from "./parse-result.ts";
import type { Pack, Tool } from "./types.ts";
import { checkSchema, validateResult } from "./validate.ts";

/** The pack's name in environments and messages. */
const TOOLS_FILE_PACK = "tools-file";

/** Reads a file of tool definitions. Throws UserError naming the file, the entry's position (from 0) and the field. */
export function readToolsFile(path: string): Pack {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UserError(
      "unreadable_file",
      `Cannot read the tools file ${path} (${reason}); give the path of a JSON file.`,
      { cause: error },
    );
  }
  return parseTools(text, path);
}

/** As `readToolsFile`, from its text; `file` stands in error messages. */
export function parseTools(text: string, file: string): Pack {
  let value: JsonValue;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, "")) as JsonValue;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UserError("invalid_input", `${file} is not valid JSON: ${reason}`, { cause: error });
  }
  if (!Array.isArray(value))
    throw new UserError("invalid_input", `${file} must hold a JSON array of tool definitions, not ${kindOf(value)}.`);
  const tools = value.map((entry, index) => readTool(entry, index, file));
  const names = tools.map((tool) => tool.contract.name);
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (repeated >= 0) {
    const first = names.indexOf(names[repeated] ?? "");
    throw new UserError(
      "invalid_input",
      `${file}: [${repeated}].function.name ${JSON.stringify(names[repeated])} is taken by entry [${first}]; rename one of them.`,
    );
  }
  return {
    name: TOOLS_FILE_PACK,
    description: `Tools of ${basename(file)}, answering with fixed results`,
    // Not built in: its writes are asked about like those of any foreign tool, though each call only answers a fixed value.
    simulated: false,
    tools,
    initialEnvironment: () => null,
  };
}

function readTool(entry: JsonValue, index: number, file: string): Tool {
  const bad = (field: string, problem: string): UserError =>
    new UserError("invalid_input", `${file}: [${index}]${field} ${problem}.`);
  if (!isJsonObject(entry)) throw bad("", `must be an object, not ${kindOf(entry)}`);
  if (entry.type !== undefined && entry.type !== "function") throw bad(".type", 'must be "function"');
  const declared = entry.function;
  if (!isJsonObject(declared))
    throw bad(".function", declared === undefined ? "is missing" : `must be an object, not ${kindOf(declared)}`);
  const { name, description, parameters } = declared;
  if (typeof name !== "string" || name === "")
    throw bad(".function.name", name === undefined ? "is missing" : "must be a string that is not empty");
  if (description !== undefined && description !== null && typeof description !== "string")
    throw bad(".function.description", "must be a string");
  const schema = parameters ?? { type: "object", properties: {} };
  if (!isJsonObject(schema)) throw bad(".function.parameters", `must be a JSON Schema object, not ${kindOf(schema)}`);
  const checked = checkSchema(schema);
  if (!checked.ok) throw bad(".function.parameters", `is not valid JSON Schema: ${checked.error.replace(/\.$/, "")}`);
  const effect = EffectClass.safeParse(entry.effect ?? "read");
  if (!effect.success)
    throw bad(".effect", `must be one of ${EffectClass.options.join(", ")}, not ${JSON.stringify(entry.effect)}`);
  const said = readContractFields(entry, bad);
  const result = entry.result ?? "";
  // A write that says nothing has still been done; a read that says nothing found nothing.
  const outcome = effect.data === "read" && isEmpty(result) ? "empty" : "ok";
  const contract = { ...contractOf(name, description ?? "", schema, effect.data), ...said };
  // An error that breaks the declared schema is no error to believe: it is found wanting as `invalid_result`.
  const isValid = validateResult(contract, result).ok;
  return {
    contract,
    ...(entry.result === undefined ? {} : { example: result }),
    execute: (_args, { now }) =>
      (isValid ? declaredError(typeof result === "string" ? parseResult(result) : result, now) : null) ?? {
        outcome,
        value: result,
      },
  };
}

type ContractFields = Pick<ToolContract, "use_when" | "not_when" | "result_schema" | "public_fields"> &
  Partial<Pick<ToolContract, "state_version_argument">>;

/** What an entry says of its contract beyond the definition; left out, nothing is declared. */
function readContractFields(entry: JsonObject, bad: (field: string, problem: string) => UserError): ContractFields {
  const text = (field: "use_when" | "not_when" | "state_version_argument"): string => {
    const value = entry[field] ?? "";
    if (typeof value !== "string") throw bad(`.${field}`, `must be a string, not ${kindOf(value)}`);
    return value;
  };
  const schema = entry["result_schema"] ?? null;
  if (schema !== null) {
    if (!isJsonObject(schema)) throw bad(".result_schema", `must be a JSON Schema object, not ${kindOf(schema)}`);
    const checked = checkSchema(schema);
    if (!checked.ok) throw bad(".result_schema", `is not valid JSON Schema: ${checked.error.replace(/\.$/, "")}`);
  }
  const fields = z
    .array(z.string().min(1))
    .nullable()
    .safeParse(entry["public_fields"] ?? null);
  if (!fields.success) throw bad(".public_fields", "must be a list of field names");
  const version = text("state_version_argument");
  return {
    use_when: text("use_when"),
    not_when: text("not_when"),
    result_schema: schema,
    public_fields: fields.data,
    ...(version === "" ? {} : { state_version_argument: version }),
  };
}

function contractOf(
  name: string,
  description: string,
  schema: JsonObject,
  effect: EffectClass,
): Omit<ToolContract, keyof ContractFields> {
  return {
    name,
    description,
    triggers: [],
    effect,
    input_schema: schema,
    limits: { result_chars: 2_000_000, timeout_ms: 10_000 },
    suppresses_duplicates: false,
  };
}

function isEmpty(result: JsonValue): boolean {
  return rawText(result).trim() === "" || result === null || (Array.isArray(result) && result.length === 0);
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
