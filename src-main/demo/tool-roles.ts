// What the demo model takes each offered tool for, judged by its name, description and parameters alone; no tool is known beforehand.
import { isJsonObject, type JsonObject, type JsonValue } from "../../src-shared/prelude/json.ts";
import { contentWords } from "./words.ts";

export type Role = "list" | "search" | "get" | "create" | "append" | "share" | "delete" | "other";

export type ParameterRole =
  | "id"
  | "name"
  | "content"
  | "email"
  | "permission"
  | "query"
  | "date"
  | "place"
  | "number"
  | "flag"
  | "text";

export interface Parameter {
  name: string;
  role: ParameterRole;
  required: boolean;
  type: string;
  /** Allowed values; null where any goes. */
  choices: JsonValue[] | null;
}

export interface OfferedTool {
  name: string;
  description: string;
  role: Role;
  /** Words of the name that are no verb: what it is about ("file", "weather"). */
  nouns: readonly string[];
  parameters: Parameter[];
}

/** How the tools reached the model: natively, or as text in the system prompt, where a call is written as text too. */
export interface Offered {
  tools: OfferedTool[];
  native: boolean;
}

const ROLE_WORDS: readonly (readonly [Role, readonly string[]])[] = [
  ["delete", ["delete", "remove", "erase", "trash", "unlink", "rm"]],
  ["append", ["append", "extend"]],
  ["share", ["share", "grant", "invite"]],
  ["search", ["search", "find", "lookup", "query", "grep", "filter"]],
  ["list", ["list", "ls", "index", "enumerate", "browse"]],
  ["create", ["create", "write", "save", "make", "new", "store", "put", "upload"]],
  ["get", ["get", "read", "fetch", "open", "load", "view", "retrieve", "show", "cat"]],
];
const CREATE_NEEDS: readonly ParameterRole[] = ["content", "name"];

/** Native definitions where the request has any, else the textual schemas of the system prompt. */
export function offeredTools(native: readonly JsonValue[], systemPrompt: string): Offered {
  if (native.length > 0) {
    return {
      tools: native.flatMap((entry) =>
        isJsonObject(entry) && isJsonObject(entry.function) ? readTool(entry.function) : [],
      ),
      native: true,
    };
  }
  return { tools: textualTools(systemPrompt), native: false };
}

/** `- name: description` with a `parameters: {…}` line below it, or one JSON definition a line. */
function textualTools(prompt: string): OfferedTool[] {
  const lines = prompt.split("\n").map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const block = /^[-*•]\s*`?([A-Za-z_][\w.-]*)`?\s*[:：]\s*(.*)$/.exec(line);
    const schema = /^parameters\s*[:：]\s*(\{.*\})$/.exec(lines[index + 1] ?? "")?.[1];
    if (block && schema !== undefined) {
      return readTool({ name: block[1] ?? "", description: block[2] ?? "", parameters: parse(schema) });
    }
    const value = line.startsWith("{") ? parse(line) : null;
    const definition = isJsonObject(value) && isJsonObject(value.function) ? value.function : value;
    return isJsonObject(definition) && isJsonObject(definition.parameters) ? readTool(definition) : [];
  });
}

function readTool(definition: JsonObject): OfferedTool[] {
  const { name, description, parameters } = definition;
  if (typeof name !== "string" || name === "") return [];
  const told = typeof description === "string" ? description : "";
  const schema = isJsonObject(parameters) ? parameters : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const read = Object.entries(properties).map(([key, value]) => readParameter(key, value, required.includes(key)));
  const tokens = nameTokens(name);
  const role = roleOf(tokens, told, read);
  const verbs = new Set(ROLE_WORDS.flatMap(([, words]) => words));
  const nouns = contentWords(
    tokens.filter((token) => !verbs.has(token) && !["by", "id", "all"].includes(token)).join(" "),
  );
  return [
    {
      name,
      description: told,
      role,
      nouns: tokens.some((token) => /^files?$|^filename$/.test(token)) ? ["file", ...nouns] : nouns,
      parameters: read,
    },
  ];
}

/** The verb of the name decides; a tool without one goes by the first word of its description. */
function roleOf(tokens: string[], description: string, parameters: Parameter[]): Role {
  const first =
    description
      .toLowerCase()
      .match(/[a-z]+/)?.[0]
      ?.replace(/s$/, "") ?? "";
  const [verb] = tokens;
  for (const words of [[verb ?? ""], tokens, [first]]) {
    for (const [role, names] of ROLE_WORDS) {
      if (!words.some((word) => names.includes(word))) continue;
      // "add_to_file" and "write_note" make something only where there is a text or a name to give.
      if (role === "create" && !parameters.some((parameter) => CREATE_NEEDS.includes(parameter.role))) return "other";
      return role;
    }
  }
  if (tokens.includes("add")) return parameters.some((parameter) => parameter.role === "id") ? "append" : "create";
  return "other";
}

function readParameter(name: string, schema: JsonValue | undefined, required: boolean): Parameter {
  const declared = isJsonObject(schema) ? schema : {};
  const type = Array.isArray(declared.type) ? declared.type.find((entry) => entry !== "null") : declared.type;
  const choices = Array.isArray(declared.enum) ? declared.enum : null;
  const kind = typeof type === "string" ? type : "string";
  return { name, required, type: kind, choices, role: parameterRole(name, kind, declared) };
}

const PARAMETER_NAMES: readonly (readonly [ParameterRole, RegExp])[] = [
  ["id", /(^|_)ids?$|^id_$|[a-z]Id$/],
  ["email", /e?mail|recipient|participant|invitee|^to$|^with$|address$/i],
  ["permission", /permission|access|^role$|^mode$/i],
  ["content", /content|^text$|body|markdown|^data$|message/i],
  ["name", /(file|path|doc).?name|^name$|title|^path$|file_?path|subject|^file$/i],
  ["date", /date|^day$|^time$|start|^end|until|from/i],
  ["place", /city|location|place|origin|destination|country|town/i],
  ["query", /query|^q$|keyword|search|term|pattern|topic/i],
];

function parameterRole(name: string, type: string, schema: JsonObject): ParameterRole {
  if (schema.format === "email") return "email";
  const found = PARAMETER_NAMES.find(([, pattern]) => pattern.test(name))?.[0];
  if (found !== undefined) return found;
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "flag" : "text";
}

function nameTokens(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((token) => token !== "");
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
