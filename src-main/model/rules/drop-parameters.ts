// Parameters that a server rejects are left out, each by a rule of its own, so that a trace says which.
import type { JsonObject } from "../../../src-shared/prelude/json.ts";
import type { Complaint, Rule } from "./rule.ts";

const REFUSED =
  /not (?:supported|permitted|allowed|recogni[sz]ed|implemented|available|valid)|unsupported|unknown|unexpected|unrecogni[sz]ed|extra (?:inputs?|fields?)|invalid|must be|should be|expected|only (?:supports?|works)|supported (?:string )?values|requires?|cannot|does not/i;

interface Droppable {
  name: string;
  /** Body keys that go together. */
  keys: readonly string[];
  /** How servers name them in their errors. */
  mention: RegExp;
}

const DROPPABLE: readonly Droppable[] = [
  { name: "drop_logprobs", keys: ["logprobs", "top_logprobs"], mention: /log_?probs/i },
  {
    name: "drop_tool_choice",
    keys: ["tool_choice"],
    mention: /tool_choice|tool choice|supported string values: none, auto, required/i,
  },
  { name: "drop_stream_options", keys: ["stream_options"], mention: /stream_options|include_usage/i },
  { name: "drop_parallel_tool_calls", keys: ["parallel_tool_calls"], mention: /parallel_tool_calls/i },
  { name: "drop_thinking_switch", keys: ["chat_template_kwargs"], mention: /chat_template_kwargs|enable_thinking/i },
  { name: "drop_seed", keys: ["seed"], mention: /\bseed\b/i },
  { name: "drop_stop", keys: ["stop"], mention: /['"`.\s]stop['"`\s]/i },
  { name: "drop_top_p", keys: ["top_p"], mention: /\btop_p\b/i },
  { name: "drop_temperature", keys: ["temperature"], mention: /\btemperature\b/i },
];

function dropRule({ name, keys, mention }: Droppable): Rule {
  return {
    name,
    description: `Does not send ${keys.join(" and ")}.`,
    always: false,
    calledFor: (complaint, request) =>
      keys.some((key) => key in request.parameters) && mention.test(complaint.text) && isRefusal(complaint),
    apply(request) {
      const present = keys.filter((key) => key in request.parameters);
      if (present.length === 0) return null;
      const parameters: JsonObject = {};
      for (const [key, value] of Object.entries(request.parameters)) if (!keys.includes(key)) parameters[key] = value;
      const left = present.map((key) => `${key}: ${JSON.stringify(request.parameters[key])}`).join(", ");
      return { request: { ...request, parameters }, detail: `left out ${left}, which this server rejects` };
    },
  };
}

function isRefusal(complaint: Complaint): boolean {
  const status = complaint.error.status ?? 0;
  return status >= 400 && status <= 501 && REFUSED.test(complaint.text);
}

export const dropParameters: readonly Rule[] = DROPPABLE.map((entry) => dropRule(entry));

/** Newer models take the limit under another name only. */
export const maxCompletionTokens: Rule = {
  name: "max_completion_tokens",
  description: "Sends max_tokens as max_completion_tokens.",
  always: false,
  calledFor: (complaint, request) =>
    "max_tokens" in request.parameters && /max_completion_tokens/i.test(complaint.text) && isRefusal(complaint),
  apply(request) {
    const limit = request.parameters["max_tokens"];
    if (limit === undefined) return null;
    const { max_tokens: _limit, ...others } = request.parameters;
    return {
      request: { ...request, parameters: { ...others, max_completion_tokens: limit } },
      detail: "sent max_tokens as max_completion_tokens",
    };
  },
};
