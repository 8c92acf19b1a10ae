// Model or server? For a turn that ends without a call: which it was, and why, from what stands on record. The first
// cause that the evidence shows counts; only what none explains is called the model's own choice.
import type { StopLogprobs } from "../../src-shared/trace/events/response-finished.ts";
import type { ChatMessage } from "../../src-shared/trace/message.ts";
import { messageReasoning, messageText } from "../../src-shared/trace/message.ts";
import type { CallRecord, TurnRecord } from "../../src-shared/trace/turn-record.ts";
import { overflowMend } from "./errors/context-overflow.ts";
import { judgeContext } from "./judge/context-flags.ts";
import { estimateMessageTokens } from "./message-tokens.ts";
import { stopMargin } from "./stop-margin.ts";
import { USUAL_WINDOWS } from "./tokens.ts";

export type VerdictKind =
  | "text_call"
  | "tools_not_offered"
  | "context_truncated"
  | "cut"
  | "swallowed"
  | "template_tools_hidden"
  | "reasoning_not_echoed"
  | "tool_choice_ignored"
  | "broken_off"
  | "refused"
  | "model_choice";

export interface Verdict {
  verdict: VerdictKind;
  /** On whose side the cause lies. */
  whose: "model" | "server" | "template" | "client";
  /** One line each, with the numbers or the words it rests on. */
  evidence: string[];
  /** What to change, in one sentence; null where nothing is known to help. */
  what_to_change: string | null;
  /** Log-probability of ending minus that of opening a call; null where the server gave none. */
  stop_margin: number | null;
}

export type VerdictTurn = Pick<
  TurnRecord,
  | "turn"
  | "content"
  | "reasoning"
  | "finish_reason"
  | "effective_finish_reason"
  | "flags"
  | "text_calls"
  | "usage"
  | "error"
> & {
  calls: readonly Pick<CallRecord, "id" | "name" | "arguments_text" | "flags">[];
  stop_logprobs?: StopLogprobs | null;
};

export interface VerdictFacts {
  turn: VerdictTurn;
  /** The turns before it, in order. */
  earlier: readonly VerdictTurn[];
  /** What the request sent. */
  messages: readonly ChatMessage[];
  /** Names of the tools offered on this request, and on any earlier one. */
  offered: readonly string[];
  offeredBefore: readonly string[];
  /** Estimated tokens of the offered tools' JSON; 0 for not known. */
  toolsTokens?: number;
  maxTokens?: number | null;
  toolChoice?: string | null;
  /** `ollama`, `llama.cpp`, …; null for not known. */
  server?: string | null;
  /** Tokens the context window holds, where the server said. */
  window?: number | null;
  /** The chat template prints the tools only while the last message is the user's; null where the server did not show it. */
  hidesTools?: boolean | null;
}

/** None of the calls is whole: a cut call never runs, so the turn ends as one without a call does. True of no calls at all. */
export function noWholeCall(calls: VerdictTurn["calls"]): boolean {
  return calls.every((call) => call.flags.includes("arguments_truncated"));
}

/** Null for a turn that made a whole call: there is nothing to explain. */
export function verdictOf(facts: VerdictFacts): Verdict | null {
  if (!noWholeCall(facts.turn.calls)) return null;
  const found = CAUSES.map((cause) => cause(facts)).find((verdict) => verdict !== null) ?? modelChoice(facts);
  return { ...found, stop_margin: stopMargin(facts.turn.stop_logprobs ?? null).margin };
}

type Finding = Omit<Verdict, "stop_margin">;

const CAUSES: readonly ((facts: VerdictFacts) => Finding | null)[] = [
  textCall,
  brokenOff,
  toolsNotOffered,
  toolsHidden,
  contextTruncated,
  cut,
  swallowed,
  refused,
  toolChoiceIgnored,
  reasoningNotEchoed,
];

function textCall({ turn }: VerdictFacts): Finding | null {
  const [first] = turn.text_calls;
  if (!first) return null;
  const names = [...new Set(turn.text_calls.map((call) => call.name))].join(", ");
  const evidence = [
    `the ${first.where} holds a call of ${names} in the syntax ${first.syntax}${first.complete ? "" : ", not closed"}`,
  ];
  if (first.where === "reasoning") evidence.push("it stands inside the thinking, where tool parsers do not look");
  const change =
    first.where === "reasoning"
      ? "Turn thinking off for tool steps, or use a server version that looks for calls after an unclosed think block"
      : "Use the server's tool parser for this syntax (or a newer version), try without streaming, or let this endpoint accept the syntax";
  return { verdict: "text_call", whose: "server", evidence, what_to_change: change };
}

function brokenOff({ turn, server }: VerdictFacts): Finding | null {
  if (!turn.error) return null;
  if (turn.error.category === "context_overflow") {
    return {
      verdict: "context_truncated",
      whose: "server",
      evidence: [turn.error.message],
      what_to_change: overflowMend(turn.error.message, server ?? null),
    };
  }
  return { verdict: "broken_off", whose: "server", evidence: [turn.error.message], what_to_change: null };
}

function toolsNotOffered({ offered, offeredBefore, turn }: VerdictFacts): Finding | null {
  const missing = offeredBefore.filter((name) => !offered.includes(name));
  if (missing.length === 0 && !turn.flags.includes("tools_not_offered")) return null;
  const evidence = [
    offered.length === 0
      ? `this request offered no tools; earlier ones offered ${offeredBefore.length}`
      : `this request no longer offered ${missing.join(", ")}`,
  ];
  return {
    verdict: "tools_not_offered",
    whose: "client",
    evidence,
    what_to_change: "Offer the same tools on every request of the run",
  };
}

/** The last message is a tool's result, and the template prints the tools only for a user's. */
function toolsHidden(facts: VerdictFacts): Finding | null {
  if (facts.offered.length === 0 || facts.messages.at(-1)?.role !== "tool") return null;
  const change = "Use a newer chat template or model build that prints the tools on every turn";
  if (facts.hidesTools === true) {
    return {
      verdict: "template_tools_hidden",
      whose: "template",
      evidence: [
        "the chat template prints the tools only when the last message is the user's; here it is a tool result",
      ],
      what_to_change: change,
    };
  }
  const before = facts.earlier.at(-1)?.usage.prompt_tokens ?? null;
  const now = facts.turn.usage.prompt_tokens;
  const size = facts.toolsTokens ?? 0;
  if (before === null || now === null || size < 40 || now >= before || facts.earlier.length !== 1) return null;
  const fell = before - now;
  if (fell > size * 1.5 || judgeWindow(facts) !== null) return null;
  return {
    verdict: "template_tools_hidden",
    whose: "template",
    evidence: [
      `the prompt fell from ${before} to ${now} tokens after the first tool result, about what the tools take (${size})`,
    ],
    what_to_change: change,
  };
}

function judgeContextOf(facts: VerdictFacts) {
  return judgeContext({
    estimated: facts.turn.usage.estimated_prompt_tokens ?? 0,
    reported: facts.turn.usage.prompt_tokens,
    completion: facts.turn.usage.completion_tokens,
    earlier: facts.earlier.map((turn) => ({
      estimated: turn.usage.estimated_prompt_tokens ?? 0,
      reported: turn.usage.prompt_tokens,
    })),
  });
}

function judgeWindow(facts: VerdictFacts): number | null {
  return judgeContextOf(facts).window;
}

function contextTruncated(facts: VerdictFacts): Finding | null {
  const judged = judgeContextOf(facts);
  if (!judged.truncated && !facts.turn.flags.includes("context_truncated")) return null;
  const evidence = judged.evidence.length > 0 ? [...judged.evidence] : ["the turn is marked context_truncated"];
  const largest = largestMessage(facts.messages);
  if (largest) evidence.push(largest);
  return {
    verdict: "context_truncated",
    whose: "server",
    evidence,
    what_to_change: overflowMend(
      "",
      facts.server ?? (judged.window !== null && judged.window <= 4096 ? "ollama" : null),
    ),
  };
}

/** `message 3 (tool result of list_files) takes about 7,400 of 9,000 tokens`. */
function largestMessage(messages: readonly ChatMessage[]): string | null {
  const sizes = messages.map((message) => estimateMessageTokens(message));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const largest = Math.max(...sizes);
  const at = sizes.indexOf(largest);
  const message = messages[at];
  if (!message || total === 0) return null;
  return `message ${at + 1} (${describe(message, messages.slice(0, at))}) takes most room: about ${largest.toLocaleString("en")} of ${total.toLocaleString("en")} tokens`;
}

function describe(message: ChatMessage, before: readonly ChatMessage[]): string {
  if (message.role !== "tool") return message.role;
  const call = before
    .flatMap((earlier) => earlier.tool_calls ?? [])
    .findLast((candidate) => candidate.id === message.tool_call_id);
  const name = call?.function.name ?? message.name;
  return name === undefined ? "a tool result" : `the result of ${name}`;
}

function cut(facts: VerdictFacts): Finding | null {
  const { turn, maxTokens } = facts;
  if (!turn.flags.includes("truncated")) return null;
  const used = turn.usage.completion_tokens;
  const atLimit = maxTokens !== null && maxTokens !== undefined && used !== null && used >= maxTokens;
  const full = atLimit ? null : filledWindow(facts);
  if (full !== null) return full;
  const shown = (turn.content ?? "").trim() === "" ? turn.reasoning : turn.content;
  const cutCall = turn.calls.at(-1);
  const call = cutCall ? [`the call of ${cutCall.name} ends in “${tail(cutCall.arguments_text)}”`] : [];
  const evidence = atLimit
    ? [`the output took all of its ${maxTokens} tokens`, ...call]
    : turn.effective_finish_reason === turn.finish_reason
      ? ["the server says that a limit was reached", ...call]
      : cutCall
        ? [...call, `the server says ${turn.finish_reason ?? "nothing"}`]
        : [
            `the ${shown === turn.content ? "text" : "thinking"} ends in “${tail(shown ?? "")}”, while the server says ${turn.finish_reason ?? "nothing"}`,
          ];
  return {
    verdict: "cut",
    whose: "server",
    evidence,
    what_to_change: atLimit
      ? "Raise max_tokens"
      : "Raise max_tokens or the server's own output limit, and look at the stop strings: they also match inside thinking",
  };
}

/** Output that went on until prompt and output together filled the window: no limit of the request's would have helped. */
function filledWindow({ turn, window, server, messages }: VerdictFacts): Finding | null {
  const { prompt_tokens: prompt, completion_tokens: completion } = turn.usage;
  if (prompt === null || completion === null) return null;
  const windows = [...(window ? [window] : []), ...USUAL_WINDOWS];
  const filled = windows.find((size) => Math.abs(prompt + completion - size) <= 1);
  if (filled === undefined) return null;
  const largest = largestMessage(messages);
  return {
    verdict: "cut",
    whose: "server",
    evidence: [
      `prompt (${prompt}) and output (${completion}) together fill the context window of ${filled} tokens`,
      ...(largest ? [largest] : []),
    ],
    what_to_change: overflowMend("", server ?? null),
  };
}

function tail(text: string): string {
  const end = text.trimEnd().slice(-40);
  return end.replaceAll(/\s+/g, " ");
}

function swallowed({ turn }: VerdictFacts): Finding | null {
  if (!turn.flags.includes("swallowed_output")) return null;
  const used = turn.usage.completion_tokens;
  const evidence = [
    used === null
      ? "the server spoke of a tool call in its own field and then sent nothing"
      : `the server counted ${used} output tokens and showed ${(turn.content ?? "") === "" ? "nothing" : "only part of them"}`,
  ];
  return {
    verdict: "swallowed",
    whose: "server",
    evidence,
    what_to_change:
      "Try the same request without streaming, and a newer version of the server: its parser dropped the output",
  };
}

function refused({ turn }: VerdictFacts): Finding | null {
  if (!turn.flags.includes("refused")) return null;
  return {
    verdict: "refused",
    whose: "model",
    evidence: [`the answer is a refusal (${turn.finish_reason ?? "no finish reason"})`],
    what_to_change: null,
  };
}

function toolChoiceIgnored({ toolChoice, offered }: VerdictFacts): Finding | null {
  if (toolChoice !== "required" || offered.length === 0) return null;
  return {
    verdict: "tool_choice_ignored",
    whose: "server",
    evidence: ["tool_choice was “required”, and no call came"],
    what_to_change: "Do not rely on tool_choice here: this server takes it as a hint",
  };
}

/** Thinking came with earlier calls of this task and was not sent back: gpt-oss and others then lose the thread. */
function reasoningNotEchoed({ earlier, messages, turn }: VerdictFacts): Finding | null {
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  const steps = messages.slice(lastUser + 1).filter((message) => (message.tool_calls?.length ?? 0) > 0);
  if (steps.length === 0 || turn.flags.includes("blank")) return null;
  const silent = steps.filter((message) => messageReasoning(message) === null && !/<think/i.test(messageText(message)));
  const ids = new Set(silent.flatMap((message) => message.tool_calls?.map((call) => call.id) ?? []));
  const lost = earlier.filter(
    (before) => (before.reasoning ?? "") !== "" && before.calls.some((call) => ids.has(call.id)),
  );
  if (lost.length === 0) return null;
  return {
    verdict: "reasoning_not_echoed",
    whose: "client",
    evidence: [
      `thinking came with the calls of turn${lost.length === 1 ? "" : "s"} ${lost.map((before) => before.turn).join(", ")} and was not sent back`,
    ],
    what_to_change: "Send the thinking of the task at hand back with its calls",
  };
}

function modelChoice(facts: VerdictFacts): Finding {
  const { turn } = facts;
  const evidence: string[] = [];
  if (turn.flags.includes("blank"))
    evidence.push("the model ended its turn at once: nothing was generated that could have been lost");
  else if (turn.flags.includes("reasoning_only")) evidence.push("the model ended its turn inside its thinking");
  else if (turn.flags.includes("intent_without_call")) {
    evidence.push(`it announced a step (“${tail(turn.content ?? "")}”) and ended its turn`);
  } else evidence.push("it wrote an answer and ended its turn; nothing on the wire points to a lost call");
  const stop = stopMargin(turn.stop_logprobs ?? null);
  if (stop.margin !== null) {
    evidence.push(
      `ending (${stop.endToken}) was ${stop.margin >= 0 ? "likelier" : "less likely"} than opening a call (${stop.opener}), by ${Math.abs(stop.margin).toFixed(2)} in log-probability`,
    );
  } else if (stop.atLeast !== null) {
    evidence.push(
      `opening a call is not among the likeliest tokens: the margin is at least ${stop.atLeast.toFixed(2)}`,
    );
  }
  return { verdict: "model_choice", whose: "model", evidence, what_to_change: changeForModel(turn) };
}

function changeForModel(turn: VerdictTurn): string | null {
  if (turn.flags.includes("reasoning_only")) {
    return "Turn thinking off for tool steps or lower the effort; at temperature 0 a plain retry repeats it";
  }
  if (turn.flags.includes("blank")) return "Offer fewer tools, shorten the system prompt, or use a larger model";
  if (turn.flags.includes("intent_without_call"))
    return "Let the gate remind the model of what is outstanding, or add completion rules to the prompt";
  return null;
}
