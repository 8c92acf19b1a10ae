// Texts of what was learned of an endpoint, and of waiting for a server that is loading.
import { formatNumber, plural } from "../format.ts";

export const endpointProfile = {
  title: (model: string) => `Learned of ${model}`,
  summary: (on: number, accepted: number) =>
    [
      on === 0 ? "no adaptation switched on" : plural(on, "adaptation switched on", "adaptations switched on"),
      accepted === 0 ? "" : plural(accepted, "accepted syntax", "accepted syntaxes"),
    ]
      .filter((part) => part !== "")
      .join(", "),
  nothing: "Nothing was learned of this server yet: it is learned from its errors while runs use it.",
  server: (name: string) => `server: ${name}`,
  window: (tokens: number) => `context of ${formatNumber(tokens)} tokens`,
  thinking: (field: string) => `thinking under ${field}`,
  streamingLoses: "loses tool calls while streaming",
  streamingKeeps: "keeps tool calls while streaming",
  rules: "Adaptations of requests",
  rulesBody:
    "Each is a named change of what is sent, shown in the trace where it was used. Switched off here it stays off, whatever an error calls for.",
  always: "on by default",
  becauseOf: (why: string) => `because: ${why}`,
  detail: (memory: string) => `remembers: ${memory}`,
  reset: "Default",
  resetTip: "Forgets what was set or learned for this adaptation.",
  showAll: (count: number) => `Show the other ${count}`,
  showFewer: "Show only those in use",
  accepted: "Text calls that run as calls",
  acceptedNone: "No syntax is accepted. A turn whose call stands as text offers to accept its syntax.",
  removeSyntax: (syntax: string) => `Stop accepting ${syntax}`,
  forget: "Forget all",
  forgotten: "What was learned is forgotten",
  loading: "loading",
  waiting: (seconds: number) => `The server is loading its model: asked again every two seconds, ${seconds} s so far.`,
  stopWaiting: "Stop waiting",
};
