// A server that could not parse its own model's call: asked once more, with a line that says what was wrong. Not kept in
// a profile: it is the model's slip, not the server's need.
import type { Adaptation } from "../../../src-shared/trace/events/request-sent.ts";
import type { AdaptedRequest } from "./adapt.ts";

/** The request with one more user message at its end, and the adaptation that names it. */
export function nudgeAfterMalformedCall(adapted: AdaptedRequest, nudge: Adaptation): AdaptedRequest {
  const content =
    "Your last tool call could not be parsed. Send the call again: one JSON object for the arguments, every quotation mark and line break inside a string escaped, nothing after it.";
  return {
    request: { ...adapted.request, messages: [...adapted.request.messages, { role: "user", content }] },
    adaptations: [...adapted.adaptations, nudge],
  };
}
