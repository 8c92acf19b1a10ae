// Which server is it? Told by what only one of them has: a native path, a header, the owner it writes into its models.
import type { JsonObject, JsonValue } from "../../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../../src-shared/prelude/json.ts";
import { getJson } from "./get-json.ts";
import type { ProbeAnswer, ProbeOptions } from "./get-json.ts";

export type ServerKind =
  | "ollama"
  | "lmstudio"
  | "llama.cpp"
  | "vllm"
  | "sglang"
  | "koboldcpp"
  | "localai"
  | "jan"
  | "mlx"
  | "tgi";

export interface ServerFacts {
  kind: ServerKind | null;
  /** Name and version for people, e.g. `Ollama 0.12.1`; null when it is not known. */
  label: string | null;
  /** Tokens the context window of the model holds; null when the server does not say. */
  contextWindow: number | null;
  /** The chat template, where the server shows it. */
  template: string | null;
  /** The model can call tools, where the server says. */
  toolsDeclared: boolean | null;
}

const OWNERS: Record<string, ServerKind> = {
  library: "ollama",
  organization_owner: "lmstudio",
  llamacpp: "llama.cpp",
  vllm: "vllm",
  sglang: "sglang",
  koboldcpp: "koboldcpp",
};
const LABELS: Record<ServerKind, string> = {
  ollama: "Ollama",
  lmstudio: "LM Studio",
  "llama.cpp": "llama.cpp",
  vllm: "vLLM",
  sglang: "SGLang",
  koboldcpp: "KoboldCpp",
  localai: "LocalAI",
  jan: "Jan",
  mlx: "MLX",
  tgi: "Text Generation Inference",
};

/** Asks the native paths beside the base URL; a server that has none of them stays unknown. */
export async function identifyServer(
  baseUrl: string,
  models: ProbeAnswer,
  model: string | null,
  options: ProbeOptions,
): Promise<ServerFacts> {
  const root = baseUrl.replace(/\/v\d+(?:beta)?$/, "");
  const facts: ServerFacts = { kind: null, label: null, contextWindow: null, template: null, toolsDeclared: null };
  const entries = modelEntries(models.json);
  const entry = entries.find((candidate) => candidate["id"] === model) ?? entries[0];
  const owner = typeof entry?.["owned_by"] === "string" ? entry["owned_by"].toLowerCase() : "";
  const header = (models.headers["server"] ?? "").toLowerCase();
  facts.kind =
    OWNERS[owner] ?? (header.includes("llama.cpp") ? "llama.cpp" : header.includes("kobold") ? "koboldcpp" : null);
  facts.contextWindow = positive(entry?.["max_model_len"]) ?? positive(entry?.["context_length"]) ?? metaWindow(entry);
  const readers = READERS.filter((reader) => facts.kind === null || reader.kind === facts.kind);
  const found = await Promise.all(readers.map((reader) => reader.read(root, model, options)));
  const first = found.find((answer) => answer !== null);
  if (first) {
    facts.kind ??= first.kind;
    facts.label = first.version === null ? LABELS[first.kind] : `${LABELS[first.kind]} ${first.version}`;
    facts.contextWindow = first.contextWindow ?? facts.contextWindow;
    facts.template = first.template;
    facts.toolsDeclared = first.toolsDeclared;
  }
  if (facts.kind === null && new URL(baseUrl).port === "1337") facts.kind = "jan";
  facts.label ??= facts.kind === null ? null : LABELS[facts.kind];
  return facts;
}

/** The entries of a models list: OpenAI's `data`, or Ollama's and llama.cpp's `models`. */
export function modelEntries(json: JsonValue | undefined): JsonObject[] {
  const list = Array.isArray(json) ? json : isJsonObject(json) ? (json["data"] ?? json["models"]) : undefined;
  return Array.isArray(list) ? list.filter((entry) => isJsonObject(entry)) : [];
}

interface Reading {
  kind: ServerKind;
  version: string | null;
  contextWindow: number | null;
  template: string | null;
  toolsDeclared: boolean | null;
}

interface Reader {
  kind: ServerKind;
  read(root: string, model: string | null, options: ProbeOptions): Promise<Reading | null>;
}

const READERS: readonly Reader[] = [
  { kind: "ollama", read: readOllama },
  { kind: "lmstudio", read: readLmStudio },
  { kind: "llama.cpp", read: readLlamaCpp },
  { kind: "koboldcpp", read: readKobold },
  { kind: "localai", read: readLocalAi },
  { kind: "vllm", read: readVllm },
];

function reading(kind: ServerKind, version: JsonValue | undefined, more: Partial<Reading> = {}): Reading {
  return {
    kind,
    version: typeof version === "string" ? version : null,
    contextWindow: null,
    template: null,
    toolsDeclared: null,
    ...more,
  };
}

async function object(url: string, options: ProbeOptions, body?: JsonValue): Promise<JsonObject | null> {
  const answer = await getJson(url, options, body);
  return answer.ok && answer.value.status === 200 && isJsonObject(answer.value.json) ? answer.value.json : null;
}

async function readOllama(root: string, model: string | null, options: ProbeOptions): Promise<Reading | null> {
  const tags = await object(`${root}/api/tags`, options);
  if (!Array.isArray(tags?.["models"])) return null;
  const version = await object(`${root}/api/version`, options);
  const loaded = modelEntries((await object(`${root}/api/ps`, options)) ?? undefined);
  const running = loaded.find((entry) => entry["name"] === model || entry["model"] === model);
  const shown = model === null ? null : await object(`${root}/api/show`, options, { model });
  const capabilities = shown?.["capabilities"];
  const parameters = typeof shown?.["parameters"] === "string" ? shown["parameters"] : "";
  const set = /num_ctx\s+(\d+)/.exec(parameters);
  return reading("ollama", version?.["version"], {
    contextWindow: positive(running?.["context_length"]) ?? (set ? Number(set[1]) : null),
    template: typeof shown?.["template"] === "string" ? shown["template"] : null,
    toolsDeclared: Array.isArray(capabilities) ? capabilities.includes("tools") : null,
  });
}

async function readLmStudio(root: string, model: string | null, options: ProbeOptions): Promise<Reading | null> {
  const list = await object(`${root}/api/v0/models`, options);
  const entries = modelEntries(list ?? undefined);
  if (!entries.some((entry) => "state" in entry || "max_context_length" in entry)) return null;
  const entry = entries.find((candidate) => candidate["id"] === model) ?? entries[0];
  const capabilities = entry?.["capabilities"];
  return reading("lmstudio", undefined, {
    contextWindow: positive(entry?.["loaded_context_length"]) ?? positive(entry?.["max_context_length"]),
    toolsDeclared: Array.isArray(capabilities) ? capabilities.includes("tool_use") : null,
  });
}

async function readLlamaCpp(root: string, _model: string | null, options: ProbeOptions): Promise<Reading | null> {
  const props = await object(`${root}/props`, options);
  const settings = props?.["default_generation_settings"];
  if (!props || !isJsonObject(settings)) return null;
  const template = typeof props["chat_template"] === "string" ? props["chat_template"] : null;
  return reading("llama.cpp", props["build_info"], {
    contextWindow: positive(settings["n_ctx"]),
    template,
    toolsDeclared: template === null ? null : /\btools\b/.test(template),
  });
}

async function readKobold(root: string, _model: string | null, options: ProbeOptions): Promise<Reading | null> {
  const version = await object(`${root}/api/extra/version`, options);
  if (!version || !/kobold/i.test(JSON.stringify(version["result"] ?? ""))) return null;
  const window = await object(`${root}/api/extra/true_max_context_length`, options);
  return reading("koboldcpp", version["version"], { contextWindow: positive(window?.["value"]) });
}

async function readLocalAi(root: string, _model: string | null, options: ProbeOptions): Promise<Reading | null> {
  const system = await object(`${root}/system`, options);
  return system && Array.isArray(system["backends"]) ? reading("localai", system["version"]) : null;
}

async function readVllm(root: string, _model: string | null, options: ProbeOptions): Promise<Reading | null> {
  const version = await object(`${root}/version`, options);
  return typeof version?.["version"] === "string" ? reading("vllm", version["version"]) : null;
}

function metaWindow(entry: JsonObject | undefined): number | null {
  const meta = entry?.["meta"];
  return isJsonObject(meta) ? positive(meta["n_ctx"]) : null;
}

function positive(value: JsonValue | undefined): number | null {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null;
}
