// One stored event → one line of the event list. Reads tolerantly and cheaply, so that 20,000 of them cost no visible time and a
// bad or unknown record still has its row. Words for people are the message catalogue's: here are codes and data only.
import type { JsonObject } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { StoredEvent } from "../../src-shared/trace/event.ts";
import { argumentsLine, listAt, numberAt, objectOf, oneLine, textAt, textsAt } from "./read-data.ts";

export type MarkKind = "error" | "approval" | "compaction" | "reminder" | "stop";

export interface EventRow {
  seq: number;
  kind: string;
  turn: number | null;
  /** Milliseconds since the run's first event. */
  offsetMs: number;
  durationMs: number | null;
  /** A tool's name, a status or another short subject; "" where there is none. Untrusted. */
  subject: string;
  /** Arguments or text on one line. Untrusted. */
  detail: string;
  /** Size of the body in characters. */
  chars: number | null;
  /** Size of what the model was shown, where a compactor changed it. */
  shownChars: number | null;
  outcome: string | null;
  flags: string[];
  mark: MarkKind | null;
}

type Part = Partial<Pick<EventRow, "durationMs" | "subject" | "detail" | "chars" | "shownChars" | "outcome" | "flags">>;

/** `startedAt` is the time of the run's first event (milliseconds since the epoch). */
export function eventRow(event: StoredEvent, startedAt: number): EventRow {
  const data = objectOf(event.data);
  const read = Object.hasOwn(readers, event.kind) ? readers[event.kind] : undefined;
  return {
    seq: event.seq,
    kind: event.kind,
    turn: event.turn,
    offsetMs: Math.max(0, event.at - startedAt),
    durationMs: null,
    subject: "",
    chars: null,
    shownChars: null,
    outcome: null,
    flags: [],
    mark: markOf(event),
    ...(read ? { detail: "", ...read(data) } : { detail: oneLine(event.data) }),
  };
}

const readers: Record<string, (data: JsonObject) => Part> = {
  "run.started": (data) => ({
    subject: textAt(data, "model") ?? "",
    detail: oneLine(textAt(data, "prompt") ?? ""),
  }),
  "turn.started": (data) => ({
    subject: `${numberAt(data, "message_count") ?? "?"} (+${numberAt(data, "new_messages") ?? "?"})`,
    detail: textsAt(data, "tool_names").join(" "),
  }),
  "request.sent": (data) => ({
    subject: textAt(data, "method") ?? "",
    detail: textAt(data, "url") ?? "",
    chars: numberAt(data, "body_chars"),
    flags: listAt(data, "adaptations").map((item) => textAt(objectOf(item), "rule") ?? "?"),
  }),
  "response.started": (data) => ({
    outcome: String(numberAt(data, "status") ?? "?"),
    durationMs: numberAt(data, "at_ms"),
  }),
  "wire.lines": (data) => ({
    subject: String(numberAt(data, "count") ?? "?"),
    detail: oneLine(textAt(objectOf(data["lines"]), "preview") ?? ""),
    chars: numberAt(objectOf(data["lines"]), "chars"),
  }),
  "response.finished": (data) => ({
    subject: textAt(data, "effective_finish_reason") ?? textAt(data, "finish_reason") ?? "",
    detail: responseDetail(data),
    durationMs: numberAt(data, "latency_ms"),
    chars: textAt(data, "content")?.length ?? null,
    outcome: textAt(objectOf(data["error"]), "category"),
    flags: textsAt(data, "flags"),
  }),
  "wait.started": (data) => ({
    subject: textAt(data, "why") ?? "",
    detail: oneLine(textAt(data, "detail") ?? ""),
    durationMs: numberAt(data, "planned_ms"),
  }),
  "wait.ended": (data) => ({ outcome: textAt(data, "how"), durationMs: numberAt(data, "waited_ms") }),
  "policy.decided": (data) => ({
    subject: textAt(data, "tool") ?? "",
    detail: argumentsLine(data["arguments"]),
    outcome: textAt(data, "decision"),
    flags: [textAt(data, "reason") ?? ""].filter((reason) => reason !== ""),
  }),
  "approval.requested": (data) => ({
    subject: textAt(data, "tool") ?? "",
    detail: argumentsLine(data["arguments"]),
    outcome: textAt(data, "effect"),
  }),
  "approval.decided": (data) => ({
    subject: textAt(data, "tool") ?? "",
    detail: oneLine([textAt(data, "by"), textAt(data, "reason")].filter((part) => part).join(": ")),
    outcome: textAt(data, "decision"),
  }),
  "tool.started": (data) => ({ subject: textAt(data, "tool") ?? "", detail: argumentsLine(data["arguments"]) }),
  "tool.finished": toolFinished,
  "environment.changed": (data) => ({
    subject: String(listAt(data, "changes").length),
    detail: listAt(data, "changes")
      .map((change) => `${textAt(objectOf(change), "op") ?? "?"} ${textAt(objectOf(change), "path") ?? "?"}`)
      .join("  "),
  }),
  transition: (data) => ({
    subject: `${textAt(data, "from") ?? "?"} → ${textAt(data, "to") ?? "?"}`,
    detail: oneLine([textAt(data, "tool"), textAt(data, "reason")].filter((part) => part).join(" ")),
    outcome: textAt(data, "outcome"),
    durationMs: numberAt(data, "latency_ms"),
  }),
  "planner.asked": () => ({}),
  "subtask.named": (data) => ({
    subject: String(numberAt(data, "number") ?? "?"),
    detail: oneLine(
      [textAt(data, "subtask") ?? "", textsAt(data, "tools").join(", ")].filter((part) => part).join("  "),
    ),
    outcome: textAt(data, "chosen_by"),
  }),
  "gate.reminded": (data) => ({
    subject: String(numberAt(data, "count") ?? "?"),
    detail: listAt(data, "outstanding")
      .map((item) => textAt(objectOf(item), "action") ?? "?")
      .join("; "),
  }),
  "loop.noticed": (data) => ({ subject: textAt(data, "tool") ?? "", detail: `×${numberAt(data, "times") ?? "?"}` }),
  "turn.ended": () => ({}),
  "run.ended": (data) => ({
    subject: textAt(data, "ending") ?? "",
    detail: oneLine(textAt(data, "detail") ?? ""),
    outcome: textAt(data, "terminal_state"),
    flags: data["early_stop"] === true ? ["early_stop"] : [],
  }),
};

function toolFinished(data: JsonObject): Part {
  const raw = objectOf(data["raw"]);
  const shown = objectOf(data["shown"]);
  const error = textAt(objectOf(data["error"]), "message");
  return {
    subject: textAt(data, "tool") ?? "",
    detail: oneLine(error ?? textAt(shown, "preview") ?? ""),
    durationMs: numberAt(data, "latency_ms"),
    chars: numberAt(raw, "chars"),
    shownChars: isCompacted(data) ? numberAt(shown, "chars") : null,
    outcome: textAt(data, "outcome"),
    flags: isCompacted(data) ? [textAt(data, "compactor") ?? ""] : [],
  };
}

function responseDetail(data: JsonObject): string {
  const calls = listAt(data, "calls").map((call) => {
    const { name, arguments: args } = objectOf(call);
    return `${typeof name === "string" ? name : "?"}(${argumentsLine(args, 80)})`;
  });
  const error = textAt(objectOf(data["error"]), "message");
  return oneLine([error, ...calls, textAt(data, "content")].filter((part) => part).join("  "));
}

function isCompacted(data: JsonObject): boolean {
  return textAt(objectOf(data["raw"]), "hash") !== textAt(objectOf(data["shown"]), "hash");
}

const FINE_OUTCOMES: ReadonlySet<string> = new Set(["ok", "empty"]);

/** What an event stands for on the minimap and for the next-error key; null for the many ordinary ones. */
export function markOf(event: StoredEvent): MarkKind | null {
  const data = event.data;
  if (!isJsonObject(data)) return null;
  switch (event.kind) {
    case "response.finished":
      return isJsonObject(data["error"]) ? "error" : null;
    case "tool.finished":
      if (!FINE_OUTCOMES.has(textAt(data, "outcome") ?? "")) return "error";
      return isCompacted(data) ? "compaction" : null;
    case "policy.decided":
      return textAt(data, "decision") === "refuse" ? "error" : null;
    case "approval.requested":
    case "approval.decided":
      return "approval";
    case "gate.reminded":
    case "loop.noticed":
      return "reminder";
    case "run.ended":
      return "stop";
    default:
      return null;
  }
}
