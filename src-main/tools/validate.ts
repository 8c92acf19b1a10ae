// JSON Schema checks on both sides of a tool, formats on. Each schema is compiled once and forgotten with the schema object.
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { fail, ok, type Result } from "../../src-shared/prelude/result.ts";
import type { ToolContract } from "../../src-shared/trace/tool-contract.ts";

/** One thing wrong, in words a model can act on. */
export interface SchemaProblem {
  /** JSON Pointer into the value; "" for the value as a whole. */
  path: string;
  /** What is wrong there and what is allowed, e.g. `must be one of "r", "rw"`. */
  problem: string;
  /** What stood there; left out where nothing did or it is long. */
  got?: JsonValue;
}

const settings = { allErrors: true, strict: false, verbose: true, validateFormats: true } as const;
const draft2020 = new Ajv2020(settings);
const draft07 = new Ajv(settings);
// Draft 6 differs from draft 7 only by keywords that draft 7 adds; its meta-schema id must be known all the same.
draft07.addMetaSchema({
  $id: "http://json-schema.org/draft-06/schema",
  $ref: "http://json-schema.org/draft-07/schema#",
});
addFormats(draft2020);
addFormats(draft07);

const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** Checks a call's arguments against the contract's input schema; problems are ordered as found, each path once per keyword. */
export function validateArguments(
  contract: Pick<ToolContract, "input_schema">,
  args: JsonValue,
): Result<JsonObject, SchemaProblem[]> {
  if (!isJsonObject(args)) {
    return fail([{ path: "", problem: `must be a JSON object of arguments, not ${kindOf(args)}`, got: args }]);
  }
  const problems = validateAgainst(contract.input_schema, args);
  return problems.length === 0 ? ok(args) : fail(problems);
}

/** Checks a raw result against the contract's result schema; a contract without one accepts anything. */
export function validateResult(
  contract: Pick<ToolContract, "result_schema">,
  value: JsonValue,
): Result<JsonValue, SchemaProblem[]> {
  if (contract.result_schema === null) return ok(value);
  const problems = validateAgainst(contract.result_schema, value);
  return problems.length === 0 ? ok(value) : fail(problems);
}

/** Compiles a schema; the error says in one line why it is not one. */
export function checkSchema(schema: JsonObject): Result<JsonObject, string> {
  try {
    compile(schema);
    return ok(schema);
  } catch (error) {
    return fail(error instanceof Error ? (error.message.split("\n")[0] ?? "unreadable") : String(error));
  }
}

function validateAgainst(schema: JsonObject, value: JsonValue): SchemaProblem[] {
  const validate = compile(schema);
  if (validate(value)) return [];
  const seen = new Set<string>();
  const problems: SchemaProblem[] = [];
  for (const error of validate.errors ?? []) {
    const problem = describe(error);
    const key = `${problem.path} ${problem.problem}`;
    if (seen.has(key)) continue;
    seen.add(key);
    problems.push(problem);
  }
  return problems;
}

function compile(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const ajv = isOlderDraft(schema) ? draft07 : draft2020;
  // An `$id` would be kept by the instance and clash with another tool's; nothing here refers across schemas.
  const { $id: _id, $schema, ...rest } = schema;
  const bare: JsonObject = typeof $schema === "string" && isKnownDraft($schema) ? { $schema, ...rest } : rest;
  const validate = ajv.compile(bare);
  // The instance keeps every schema it has compiled; the function lives on without that.
  ajv.removeSchema(bare);
  compiled.set(schema, validate);
  return validate;
}

function isKnownDraft(uri: string): boolean {
  return /draft-0[67]\/schema|draft\/2020-12\/schema/.test(uri);
}

/** Draft 7 or older by its `$schema`, or by the tuple form of `items` that 2020-12 renamed. */
function isOlderDraft(schema: JsonObject): boolean {
  if (typeof schema.$schema === "string") return /draft-0[3-7]/.test(schema.$schema);
  return hasTupleItems(schema, 0);
}

function hasTupleItems(value: JsonValue, depth: number): boolean {
  if (depth > 32 || typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((entry) => hasTupleItems(entry, depth + 1));
  if (Array.isArray(value.items)) return true;
  return Object.values(value).some((entry) => hasTupleItems(entry, depth + 1));
}

function describe(error: ErrorObject): SchemaProblem {
  const at = error.instancePath;
  const params = error.params as Record<string, JsonValue>;
  const got = shortValue(error.data as JsonValue);
  switch (error.keyword) {
    case "required":
      return { path: `${at}/${escapePointer(wordOf(params.missingProperty))}`, problem: "is required and missing" };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = wordOf(params.additionalProperty ?? params.unevaluatedProperty);
      const allowed = Object.keys(isJsonObject(error.parentSchema?.properties) ? error.parentSchema.properties : {});
      const hint = allowed.length > 0 ? `; allowed here: ${allowed.join(", ")}` : "; nothing is allowed here";
      return { path: `${at}/${escapePointer(name)}`, problem: `is not a known argument${hint}` };
    }
    case "enum":
      return withGot({ path: at, problem: `must be one of ${list(params.allowedValues)}` }, got);
    case "const":
      return withGot({ path: at, problem: `must be ${JSON.stringify(params.allowedValue)}` }, got);
    case "type":
      return withGot(
        { path: at, problem: `must be ${list(params.type, "plain")}, not ${kindOf(error.data as JsonValue)}` },
        got,
      );
    case "format":
      return withGot({ path: at, problem: `must be a valid ${wordOf(params.format)}` }, got);
    default:
      return withGot({ path: at, problem: error.message ?? `fails ${error.keyword}` }, got);
  }
}

function withGot(problem: SchemaProblem, got: JsonValue | undefined): SchemaProblem {
  return got === undefined ? problem : { ...problem, got };
}

function list(value: JsonValue | undefined, form: "json" | "plain" = "json"): string {
  const entries = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return entries
    .map((entry) => (form === "plain" ? wordOf(entry) : JSON.stringify(entry)))
    .join(form === "plain" ? " or " : ", ");
}

function wordOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Values that are long would drown the message that is about them. */
function shortValue(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  return (JSON.stringify(value) ?? "").length <= 200 ? value : undefined;
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
