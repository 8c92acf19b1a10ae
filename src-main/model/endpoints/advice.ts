// What to change before something bites: one line each, naming the setting of the server at hand.
import type { ProbedCapabilities } from "./capabilities.ts";
import type { ServerFacts } from "./identify.ts";

/** Below this, a tool loop with a few results does not fit. */
const SMALL_WINDOW = 8192;

export function adviceFor(facts: ServerFacts, probed: ProbedCapabilities | null): string[] {
  const advice: string[] = [];
  const { kind, contextWindow } = facts;
  if (kind === "ollama" && (contextWindow === null || contextWindow <= SMALL_WINDOW)) {
    const now = contextWindow === null ? "4,096 unless it was set" : contextWindow.toLocaleString("en");
    advice.push(
      `Ollama cuts a longer prompt in silence at its context length (${now} tokens): set OLLAMA_CONTEXT_LENGTH=32768 before “ollama serve”.`,
    );
  } else if (contextWindow !== null && contextWindow < SMALL_WINDOW) {
    advice.push(
      `The context window holds ${contextWindow.toLocaleString("en")} tokens, little for a tool loop: ${windowMend(facts)}.`,
    );
  }
  if (probed?.tools === false || (probed?.tools !== true && facts.toolsDeclared === false))
    advice.push(toolsMend(facts, probed));
  else if (probed?.tools === null)
    advice.push("The model was asked to call a tool and did not: try a model that is trained for tools.");
  if (probed?.tools === true && probed.streaming_tools === false) {
    advice.push("Tool calls are lost while streaming: update the server, or run variants with “stream”: false.");
  }
  if (facts.template !== null && hidesToolsAfterFirstTurn(facts.template)) {
    advice.push(
      "The chat template shows the tools only while the last message is the user's, so the model no longer sees them after the first call: use a newer template or model build.",
    );
  }
  if (probed?.usage === false)
    advice.push("The server reports no usage: token counts are estimates, and a cut context shows late.");
  return advice;
}

function windowMend(facts: ServerFacts): string {
  switch (facts.kind) {
    case "llama.cpp":
      return "start llama-server with a larger -c (it is shared among the -np slots)";
    case "vllm":
      return "raise --max-model-len";
    case "lmstudio":
      return "raise the context length in LM Studio's load settings";
    case "koboldcpp":
      return "raise --contextsize";
    default:
      return "raise the server's context length";
  }
}

function toolsMend(facts: ServerFacts, probed: ProbedCapabilities | null): string {
  const said = probed?.refusal ? ` (${probed.refusal})` : "";
  switch (facts.kind) {
    case "llama.cpp":
      return `Tools do not work here${said}: start llama-server with --jinja and a chat template that knows tools.`;
    case "vllm":
      return `Tools do not work here${said}: start vLLM with --enable-auto-tool-choice and the --tool-call-parser of the model.`;
    case "ollama":
      return `This model has no tools${said}: choose one that “ollama show” lists with the capability tools, such as qwen3.`;
    default:
      return `Tools do not work here${said}: choose a model whose template knows tools.`;
  }
}

/**
 * Ollama templates that print `.Tools` inside the last user message only (llama3.1, ministral): after a tool result the
 * last message is not the user's and the tools are gone.
 */
export function hidesToolsAfterFirstTurn(template: string): boolean {
  const onlyForLast = /\{\{-?\s*if\s+and\s+[^}]*\$\.Tools[^}]*\}\}/g;
  const guards = template.match(onlyForLast) ?? [];
  if (!guards.some((guard) => /\$last|len \(slice/.test(guard))) return false;
  const head = template.split(/\{\{-?\s*range[^}]*\.Messages/)[0] ?? "";
  return !/\{\{-?\s*(?:range\s+(?:\$\w+(?:,\s*\$\w+)?\s*:?=\s*)?|json\s+)?\$?\.Tools\s*-?\}\}/.test(head);
}
