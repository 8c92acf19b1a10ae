// Failure → one category and one line: what happened, then what to do about it. The category decides what the client
// tries next; the line is all that a person sees.
import { assertNever } from "../../../src-shared/prelude/assert-never.ts";
import type { ModelError, ModelErrorCategory } from "../../../src-shared/trace/events/response-finished.ts";
import type { Failure } from "../exchange/failure.ts";
import { errorText, looksLikeHtml } from "./error-text.ts";
import { overflowMend, readOverflow } from "./context-overflow.ts";

export interface RequestFacts {
  /** The base URL, without secrets. */
  url: string;
  model: string;
  toolsSent: boolean;
  /** The server, where it is known (`ollama`, `llama.cpp`, …). */
  server: string | null;
}

export interface ClassifiedFailure {
  error: ModelError;
  /** What the server said, in one line; "" when it said nothing. */
  text: string;
}

export function classifyFailure(failure: Failure, facts: RequestFacts): ClassifiedFailure {
  switch (failure.kind) {
    case "connect":
      return { error: connectError(failure, facts), text: failure.message };
    case "lost":
      return line(
        "connection_lost",
        null,
        `The connection to ${facts.url} broke while the answer came (${failure.message})`,
        "Look whether the server was restarted, ran out of memory or evicted the model, then run it again",
        failure.message,
      );
    case "headers_timeout":
      return line(
        "timeout",
        null,
        `${facts.url} did not begin to answer within ${seconds(failure.limitMs)}`,
        "Raise the time limit for the first byte, or shorten the prompt: a long one takes long to read",
        "",
      );
    case "idle":
      return line(
        "idle_timeout",
        null,
        `${facts.url} stalled: no byte came for ${seconds(failure.limitMs)} while the connection stayed open`,
        "Look at the server's log; raise the idle limit if it is only slow",
        "",
      );
    case "cut_short":
      return line(
        "connection_lost",
        null,
        `${facts.url} ended the answer without a finish reason and without [DONE]`,
        "Look at the server's log for a crash or an evicted model, then run it again",
        "",
      );
    case "line_too_long":
      return line(
        "line_too_long",
        null,
        `${facts.url} sent one line of more than ${failure.limit} characters (line too long)`,
        "Ask for less in one call: a tool argument of this size is not taken",
        "",
      );
    case "aborted":
      return line("aborted", null, "The request was stopped", "Run it again or fork from this turn", "");
    case "not_a_completion":
      return notACompletion(failure, facts);
    case "in_stream": {
      const text = errorText(failure.text);
      return said(text, failure.text, statusInStream(failure.text), facts, "server_error", true);
    }
    case "status":
      return statusError(failure, facts);
    default:
      return assertNever(failure);
  }
}

function line(
  category: ModelErrorCategory,
  status: number | null,
  what: string,
  mend: string,
  text: string,
): ClassifiedFailure {
  const end = /[.!?…]$/.test(what) ? "" : ".";
  return { error: { category, status, message: `${what}${end} ${mend}.` }, text };
}

function seconds(ms: number): string {
  return ms >= 1000 ? `${Math.round(ms / 100) / 10} s` : `${ms} ms`;
}

function connectError(failure: Extract<Failure, { kind: "connect" }>, facts: RequestFacts): ModelError {
  const { code } = failure;
  switch (code) {
    case "ECONNREFUSED":
      return line(
        "unreachable",
        null,
        `Nothing listens at ${facts.url} (connection refused)`,
        "Start the model server, or correct the address and port",
        "",
      ).error;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return line("unreachable", null, `The host of ${facts.url} is not known`, "Correct the address", "").error;
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return line(
        "unreachable",
        null,
        `${facts.url} cannot be reached (${failure.message})`,
        "Check that the machine is on, and that no firewall stands between",
        "",
      ).error;
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return line(
        "connection_lost",
        null,
        `${facts.url} closed the connection before it answered (${failure.message})`,
        "Look at the server's log: it may have crashed or be restarting",
        "",
      ).error;
    default:
      if (code?.startsWith("HPE_") || /HTTP\/1\.1 protocol|parse error/i.test(failure.message)) {
        return line(
          "unreachable",
          null,
          `What answers at ${facts.url} does not speak HTTP (${failure.message})`,
          "Correct the port, or use https:// instead of http://",
          "",
        ).error;
      }
      return line(
        "unreachable",
        null,
        `${facts.url} cannot be reached (${failure.message})`,
        "Check the address, the port and whether it wants http or https",
        "",
      ).error;
  }
}

function notACompletion(
  failure: Extract<Failure, { kind: "not_a_completion" }>,
  facts: RequestFacts,
): ClassifiedFailure {
  const text = errorText(failure.text);
  if (looksLikeHtml(failure.text)) {
    return line(
      "not_a_stream",
      200,
      `${facts.url} answered with a web page (“${text}”) instead of a chat completion`,
      "Correct the base URL: it usually ends in /v1 and has the model server's own port",
      text,
    );
  }
  return line(
    "not_a_stream",
    200,
    `${facts.url} answered with something that is no chat completion (${text === "" ? "an empty body" : text})`,
    "Correct the base URL: it usually ends in /v1",
    text,
  );
}

function statusInStream(text: string): number | null {
  const match = /"(?:code|status|status_code)"\s*:\s*"?(\d{3})\b/.exec(text);
  return match ? Number(match[1]) : null;
}

function statusError(failure: Extract<Failure, { kind: "status" }>, facts: RequestFacts): ClassifiedFailure {
  const { status } = failure;
  const text = errorText(failure.text);
  if (status >= 300 && status < 400) {
    return line(
      "not_found",
      status,
      `${facts.url} sends requests on to ${failure.location ?? "another address"}`,
      "Use that address as the base URL",
      text,
    );
  }
  if (status === 404 || status === 405) return notFound(failure, text, facts);
  if (status === 401 || status === 403) {
    return line(
      "auth",
      status,
      `${facts.url} refuses access (${status}${text === "" ? "" : `: ${text}`})`,
      "Give the endpoint a valid API key",
      text,
    );
  }
  if (status === 407)
    return line(
      "auth",
      status,
      `A proxy before ${facts.url} wants a log-in (407)`,
      "Set the proxy up, or go round it",
      text,
    );
  if (status === 429) {
    return line(
      "rate_limited",
      status,
      `${facts.url} limits the rate of requests (429${text === "" ? "" : `: ${text}`})`,
      "Wait and run it again, or lower the number of runs at once",
      text,
    );
  }
  if (status === 408 || status === 504) {
    return line(
      "timeout",
      status,
      `${facts.url} gave up waiting (${status}${text === "" ? "" : `: ${text}`})`,
      "Raise the time limit of the server or the proxy before it",
      text,
    );
  }
  if (status === 413)
    return line(
      "context_overflow",
      status,
      `${facts.url} refuses the request as too large (413)`,
      "Compact the largest tool result, or raise the server's limit",
      text,
    );
  const words = text === "" ? "no reason given" : text;
  return said(words, failure.text, status, facts, status >= 500 ? "server_error" : "bad_request");
}

function notFound(failure: Extract<Failure, { kind: "status" }>, text: string, facts: RequestFacts): ClassifiedFailure {
  // Routers that know no server for this model with tools.
  if (facts.toolsSent && /support tool/i.test(text)) {
    return said(text, failure.text, failure.status, facts, "not_found");
  }
  if (/model/i.test(text) && !looksLikeHtml(failure.text)) {
    const pull =
      facts.server === "ollama" || /try pulling/i.test(text)
        ? `Run \`ollama pull ${facts.model}\`, or choose`
        : "Load it, or choose";
    return line(
      "not_found",
      failure.status,
      `The server has no model “${facts.model}” (${text})`,
      `${pull} one of the models it lists`,
      text,
    );
  }
  return line(
    "not_found",
    failure.status,
    `There is no chat completions API at ${facts.url} (${failure.status}${text === "" ? "" : `: ${text}`})`,
    "Correct the base URL: it usually ends in /v1",
    text,
  );
}

/** Rules over what the server said, first match wins. */
const SAYINGS: readonly {
  category: ModelErrorCategory;
  pattern: RegExp;
  mend: (text: string, facts: RequestFacts) => string;
  onlyWithTools?: boolean;
}[] = [
  {
    category: "model_output",
    pattern:
      /error parsing tool call|failed to parse (?:the )?(?:tool|function) call|(?:tool|function) call (?:could not be parsed|parsing failed|parse error)|failed to parse (?:model )?(?:output|input at pos)|invalid tool call (?:json|format)|harmony.{0,40}(?:pars|unexpected)|unexpected tokens remaining in message header|model (?:produced|generated|output).{0,30}(?:invalid|malformed)|\braw='|failed to call a function|tool_use_failed|failed_generation|xml syntax error/i,
    mend: () =>
      "It is the model's output, not an outage: try again, lower the temperature, or use a model that writes calls reliably",
  },
  {
    category: "context_overflow",
    pattern:
      /context[ _-]?(?:length|window|size|limit)|exceed_context_size|exceeds? (?:the )?(?:available |maximum |model'?s? )*context|maximum (?:input |prompt |sequence )?(?:length|tokens)|max_model_len|n_ctx\b|num_ctx|(?:prompt|input|request|message)s? (?:is|are|was)? ?(?:too (?:long|large|many tokens)|longer than)|too many (?:input )?tokens|keep the first \d+ tokens|no user (?:query|message) found in messages|context (?:overflow|exceeded|is full)|token limit|kv cache is full|reduce the length|tokens?\b.{0,40}must be <=|must have (?:less|fewer|at most)\b.{0,20}tokens|max_(?:prompt|input|seq\w{0,10})_(?:length|len|tokens)|prompt has \d+ tokens/i,
    mend: (text, facts) => overflowMend(text, facts.server),
  },
  {
    category: "tools_unsupported",
    pattern:
      /(?:does not|doesn't|do not|not) support (?:tools?|tool[ -]?(?:use|calls?|calling|choice)|function[ -]?call(?:s|ing)?)|(?:tools?|tool[ -]?(?:use|calling|calls?|choice)|function[ -]?calling|"?tools"? param(?:eter)?)\b.{0,30}(?:is|are) not (?:supported|enabled|available|allowed)|enable-auto-tool-choice|tools param requires --jinja|--jinja.{0,30}(?:flag|required)|cannot use tools|no endpoints found that support tool|(?:unrecogni[sz]ed|unknown|unsupported|unexpected|does not support)\b.{0,40}\btools\b(?![[.])|\btools: extra inputs/i,
    mend: (text, facts) => toolsMend(text, facts),
  },
  {
    category: "template",
    pattern:
      /jinja|chat[ _]?template|template (?:error|rendering|exception)|error rendering prompt|conversation roles must|roles must alternate|only user(?:,| and) (?:assistant|system)|must alternate|system (?:role|message).{0,30}(?:not supported|must be|at the beginning)|raise_exception|minja|reasoning_content.{0,60}(?:passed back|must be|required)|thinking.{0,40}passed back|template: \S*:\d+:\d+/i,
    mend: () =>
      "The server's chat template refuses this history: see the adaptations that were tried, or use another template",
  },
  {
    category: "schema_rejected",
    pattern:
      /json[ _-]?schema|unrecognized schema|(?:parse|build|compile|convert|initiali[sz]e)\w* (?:the )?grammar|grammar (?:error|is invalid)|invalid (?:schema|grammar)|schema (?:conversion|is invalid|error|not supported)|pattern must start|unsupported (?:schema|json|keyword)|invalid '?tools|tools\[\d+\]|tools\.\d+|function(?:\.| )?name|invalid_function_parameters/i,
    mend: () => "Simplify the named tool's schema: this server turns it into a grammar and does not know every keyword",
    onlyWithTools: true,
  },
  {
    category: "loading",
    pattern:
      /loading (?:the )?model|model (?:is )?(?:still )?(?:being )?load(?:ing|ed)\b(?!.*\bfailed)|(?:server|model) (?:is )?(?:starting|warming|initiali[sz]ing|not ready)|(?:still|currently) loading|warm(?:ing)? up|unavailable_error/i,
    mend: () => "Wait until it has loaded, or load it before the run",
  },
  {
    category: "not_found",
    pattern:
      /model .{0,120}(?:not found|does not exist|is not (?:available|loaded))|no models? (?:is |are )?loaded|unknown model|try pulling|invalid model (?:identifier|name|id)|model_not_found|you passed model=/i,
    mend: (_text, facts) => `Load “${facts.model}”, or choose one of the models the server lists`,
  },
  {
    category: "auth",
    pattern: /(?:invalid|incorrect|missing|no) api[ _-]?key|unauthori[sz]ed|authentication (?:failed|required)/i,
    mend: () => "Give the endpoint a valid API key",
  },
  {
    category: "rate_limited",
    pattern: /rate[ _-]?limit|too many requests|quota/i,
    mend: () => "Wait and run it again, or lower the number of runs at once",
  },
];

const TYPES_WITHIN = 4_000;

/** `body` is what `text` was read from: its type and numbers count as well. */
function said(
  text: string,
  body: string,
  status: number | null,
  facts: RequestFacts,
  otherwise: ModelErrorCategory,
  inStream = false,
): ClassifiedFailure {
  const searched = `${text} ${typesIn(body)}`;
  const rule = SAYINGS.find((entry) => (!entry.onlyWithTools || facts.toolsSent) && entry.pattern.test(searched));
  const where = inStream
    ? `The stream told of an error${status === null ? "" : ` (${status})`}`
    : `The server answered ${status ?? "with an error"}`;
  if (rule) {
    if (rule.category === "context_overflow") return overflow(text, body, status, facts);
    const category = rule.category === "loading" && status !== null && status < 500 ? otherwise : rule.category;
    return line(category, status, `${where}: ${text}`, rule.mend(text, facts), text);
  }
  const mend = /memory|cuda|vram|\boom\b/i.test(text)
    ? "It is short of memory: use a smaller model, quantisation or context"
    : /evict|unload|terminated|crash|exited/i.test(text)
      ? "The model was evicted or its process ended: keep one model loaded at a time, and look at the server's log"
      : otherwise === "bad_request"
        ? "See the request on the wire for what it objects to"
        : "Look at the server's log, then run it again";
  return line(otherwise, status, `${where}: ${text}`, mend, text);
}

/** The values of `type` and `code`, which often say more than the message. */
function typesIn(body: string): string {
  const found = [...body.slice(0, TYPES_WITHIN).matchAll(/"(?:type|code|error_type)"\s*:\s*"([^"]{1,80})"/g)];
  return found
    .slice(0, 4)
    .map((match) => match[1])
    .join(" ");
}

function overflow(text: string, body: string, status: number | null, facts: RequestFacts): ClassifiedFailure {
  const { needed, window } = readOverflow(body);
  const numbers =
    needed !== null && window !== null
      ? `The prompt does not fit the context window: ${needed} tokens, and the window holds ${window}`
      : window !== null
        ? `The prompt does not fit the context window of ${window} tokens`
        : "The prompt does not fit the context window";
  return line("context_overflow", status, `${numbers} (${text})`, overflowMend(text, facts.server), text);
}

function toolsMend(text: string, facts: RequestFacts): string {
  if (/jinja/i.test(text) || facts.server === "llama.cpp")
    return "Start llama-server with --jinja and a template that knows tools";
  if (/enable-auto-tool-choice/i.test(text) || facts.server === "vllm") {
    return "Start vLLM with --enable-auto-tool-choice and --tool-call-parser";
  }
  return "Choose a model whose template knows tools (Ollama lists them under “tools”), such as qwen3 or llama3.1";
}
