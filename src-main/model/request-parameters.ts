// Sampling → the body's parameters. A null is not sent; usage is always asked for when streaming.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import type { ModelRequest } from "./types.ts";

/** How many alternatives are asked for beside each token: enough to hold the end token and the tool opener. */
const TOP_LOGPROBS = 10;

export function requestParameters(request: ModelRequest): JsonObject {
  const { sampling } = request;
  const parameters: JsonObject = { stream: sampling.stream };
  if (sampling.stream) parameters["stream_options"] = { include_usage: true };
  if (sampling.temperature !== null) parameters["temperature"] = sampling.temperature;
  if (sampling.top_p !== null) parameters["top_p"] = sampling.top_p;
  if (sampling.max_tokens !== null) parameters["max_tokens"] = sampling.max_tokens;
  if (sampling.seed !== null) parameters["seed"] = sampling.seed;
  if (sampling.stop !== null && sampling.stop.length > 0) parameters["stop"] = sampling.stop;
  // Without tools a choice among them is an error on most servers.
  if (sampling.tool_choice !== null && request.tools.length > 0) parameters["tool_choice"] = sampling.tool_choice;
  if (sampling.logprobs === true) {
    parameters["logprobs"] = true;
    parameters["top_logprobs"] = TOP_LOGPROBS;
  }
  if (sampling.thinking !== null) parameters["chat_template_kwargs"] = { enable_thinking: sampling.thinking };
  return parameters;
}
