// The model client: one turn's request, sent as often as it takes (loading, rate limits, a stale socket, a rule that an
// error calls for), each attempt on record. Whatever a server does comes back as a value.
import type { ModelError } from "../../src-shared/trace/events/response-finished.ts";
import type { Adaptation } from "../../src-shared/trace/events/request-sent.ts";
import { redactText, redactUrl } from "../capture/redact.ts";
import { requestParameters } from "./request-parameters.ts";
import { classifyFailure } from "./errors/classify.ts";
import type { ClassifiedFailure } from "./errors/classify.ts";
import { exchangeChat } from "./exchange/chat-exchange.ts";
import type { ExchangeResult } from "./exchange/chat-exchange.ts";
import { judgeTurn } from "./judge/judge-turn.ts";
import type { JudgedTurn } from "./judge/judge-turn.ts";
import { memoryProfileStore, profileId } from "./profile.ts";
import type { EndpointProfile, ProfileStore } from "./profile.ts";
import { adaptRequest, learnRule } from "./rules/adapt.ts";
import type { AdaptedRequest } from "./rules/adapt.ts";
import type { WireRequest } from "./rules/rule.ts";
import { findOffendingTool } from "./rules/find-offending-tool.ts";
import { nudgeAfterMalformedCall } from "./rules/nudge-malformed-call.ts";
import { mayHaveLostCalls, WITHOUT_STREAMING } from "./rules/without-streaming.ts";
import type {
  ModelClient,
  ModelClientOptions,
  ModelHooks,
  ModelRequest,
  ModelResponse,
  ModelTimeouts,
} from "./types.ts";
import { Waiting } from "./waiting.ts";

/** Milliseconds. Prefill of a long prompt on a slow machine may take many minutes, so the first byte has the longest. */
export const defaultTimeouts: ModelTimeouts = {
  connect: 10_000,
  headers: 30 * 60_000,
  idle: 5 * 60_000,
  loading: 10 * 60_000,
  retryAfterCap: 120_000,
};

/** Rules that one request may switch on, one after another, before its error stands. */
const MAX_RULES_LEARNED = 6;

/**
 * A client for one endpoint. `profiles` is where what is learned of it is kept; without one it is kept while the
 * client lives.
 */
export function createModelClient(
  options: ModelClientOptions,
  profiles: ProfileStore = memoryProfileStore(),
): ModelClient {
  return {
    complete: (request, hooks) => new Completion(options, profiles, request, hooks).run(),
  };
}

class Completion {
  readonly #options: ModelClientOptions;
  readonly #profiles: ProfileStore;
  readonly #request: ModelRequest;
  readonly #hooks: ModelHooks;
  readonly #waiting: Waiting;
  readonly #startedAt: number;
  readonly #url: string;
  readonly #profileId: string;
  #profile: EndpointProfile;
  #attempt = 0;
  /** Rules that this request's errors have switched on; kept in the profile once an attempt succeeds. */
  #learned: string[] = [];
  #staleRetried = false;
  #nudge: Adaptation | null = null;
  /** The offending tool has been looked for. */
  #offender = false;
  #offenderWords = "";

  constructor(options: ModelClientOptions, profiles: ProfileStore, request: ModelRequest, hooks: ModelHooks) {
    this.#options = options;
    this.#profiles = profiles;
    this.#request = request;
    this.#hooks = hooks;
    this.#waiting = new Waiting(options, hooks);
    this.#startedAt = options.clock.monotonic();
    this.#url = redactUrl(options.baseUrl, options.apiKey === null ? [] : [options.apiKey]);
    this.#profileId = profileId(this.#url, request.model);
    this.#profile = profiles.load(this.#profileId);
  }

  async run(): Promise<ModelResponse> {
    const original: WireRequest = {
      messages: this.#request.messages,
      tools: this.#request.tools,
      parameters: requestParameters(this.#request),
      originalNames: new Map(),
    };
    for (;;) {
      const adapted = this.#adapt(original);
      const result = await this.#exchange(adapted);
      if (!result.failure) {
        this.#waiting.settle();
        this.#keepLearned();
        const judged = this.#judge(result, adapted, null);
        return this.#asResponse(await this.#withoutStreaming(original, adapted, result, judged));
      }
      const failure = this.#classify(result, adapted);
      if (await this.#mayTryAgain(result, failure, adapted, original)) continue;
      return this.#asResponse(this.#judge(result, adapted, this.#withTried(failure.error)));
    }
  }

  #adapt(original: WireRequest): AdaptedRequest {
    const adapted = adaptRequest(original, this.#profile);
    return this.#nudge ? nudgeAfterMalformedCall(adapted, this.#nudge) : adapted;
  }

  async #exchange(adapted: AdaptedRequest): Promise<ExchangeResult> {
    const { request } = adapted;
    this.#attempt += 1;
    return exchangeChat(
      {
        attempt: this.#attempt,
        parameters: bodyOf(this.#request.model, request),
        messages: request.messages,
        adaptations: adapted.adaptations,
        offered: request.tools.map((tool) => tool.function.name),
        streamed: request.parameters["stream"] === true,
      },
      this.#options,
      this.#hooks,
    );
  }

  #classify(result: ExchangeResult, adapted: AdaptedRequest): ClassifiedFailure {
    if (!result.failure) throw new Error("An exchange that did not fail has no failure to classify");
    const classified = classifyFailure(result.failure, {
      url: this.#url,
      model: this.#request.model,
      toolsSent: adapted.request.tools.length > 0,
      server: this.#profile.server,
    });
    const text = this.#clean(classified.text);
    return { error: { ...classified.error, message: this.#clean(classified.error.message) }, text };
  }

  #clean(text: string): string {
    return this.#options.apiKey === null ? text : redactText(text, [this.#options.apiKey]);
  }

  /** Whether the failure is one that another attempt may mend; prepares that attempt. */
  async #mayTryAgain(
    result: ExchangeResult,
    failure: ClassifiedFailure,
    adapted: AdaptedRequest,
    original: WireRequest,
  ): Promise<boolean> {
    const cause = result.failure;
    if (!cause || cause.kind === "aborted") {
      this.#waiting.settle("aborted");
      return false;
    }
    const wait = await this.#waiting.for(result, failure);
    if (wait?.go === true) return true;
    if (wait) {
      failure.error = wait.aborted
        ? {
            category: "aborted",
            status: result.status,
            message: `The wait was stopped (${failure.text}). Run it again or fork from this turn.`,
          }
        : { ...failure.error, message: `${wait.why}. ${failure.error.message}` };
      return false;
    }
    this.#waiting.settle();
    const stale = cause.kind === "connect" && failure.error.category === "connection_lost";
    if (stale && !this.#staleRetried) {
      this.#staleRetried = true;
      return true;
    }
    // Output that was already shown is never asked for again behind the user's back.
    const shown = result.turn !== null && (result.turn.content ?? "") + (result.turn.reasoning ?? "") !== "";
    if (shown || (result.turn?.calls.length ?? 0) > 0) return false;
    if (failure.error.category === "model_output") return this.#nudgeOnce(failure);
    return this.#learn(
      cause.kind === "status" || cause.kind === "in_stream" ? cause.text : "",
      failure,
      adapted,
      original,
    );
  }

  #nudgeOnce(failure: ClassifiedFailure): boolean {
    if (this.#nudge) return false;
    this.#nudge = { rule: "nudge_malformed_call", detail: failure.text };
    return true;
  }

  async #learn(
    body: string,
    failure: ClassifiedFailure,
    adapted: AdaptedRequest,
    original: WireRequest,
  ): Promise<boolean> {
    if (body === "" || this.#learned.length >= MAX_RULES_LEARNED) return false;
    const learned = learnRule(
      { error: failure.error, text: failure.text, body },
      adapted.request,
      original,
      this.#profile,
    );
    if (!learned) {
      if (failure.error.category === "schema_rejected" && !this.#offender) await this.#nameOffender(failure, adapted);
      return false;
    }
    this.#learned.push(learned.rule);
    this.#profile = learned.profile;
    if (learned.rule === "sanitise_schemas" && !this.#offender) await this.#nameOffender(failure, adapted);
    return true;
  }

  /** Finds the tool whose schema the server rejects; the finding stands in the rule's memory and in the error. */
  async #nameOffender(failure: ClassifiedFailure, adapted: AdaptedRequest): Promise<void> {
    const found = await findOffendingTool(adapted, failure, (probe) => this.#exchange(probe), this.#hooks);
    this.#offender = true;
    if (found === null) return;
    const tool = adapted.request.originalNames.get(found.tool) ?? found.tool;
    const words = found.alone ? `It rejects the tool “${tool}”` : `It rejects the tool “${tool}”, and others`;
    this.#offenderWords = `${words}. `;
    const known = this.#profile.rules["sanitise_schemas"];
    if (!known) return;
    this.#profile = {
      ...this.#profile,
      rules: { ...this.#profile.rules, sanitise_schemas: { ...known, detail: tool } },
    };
  }

  /**
   * A stream that ended in silence with tools offered: the server's streaming parser may have lost a call. Asked once
   * more without streaming; what comes then counts, when it is more than silence.
   */
  async #withoutStreaming(
    original: WireRequest,
    adapted: AdaptedRequest,
    result: ExchangeResult,
    judged: JudgedTurn,
  ): Promise<JudgedTurn> {
    this.#rememberReasoning(judged);
    const streamed = adapted.request.parameters["stream"] === true;
    if (!streamed || result.notAStream || this.#profile.streaming_loses_calls !== null) return judged;
    if (!mayHaveLostCalls(judged.finished, adapted.request, result.turn)) return judged;
    const because = "the stream ended in silence with tools offered";
    const trial = { ...this.#profile.rules, [WITHOUT_STREAMING]: { on: true, because, detail: null } };
    const again = adaptRequest(original, { ...this.#profile, rules: trial });
    const second = await this.#exchange(again);
    const better = second.failure ? null : this.#judge(second, again, null);
    const lost = better !== null && (better.finished.calls.length > 0 || (better.finished.content ?? "").trim() !== "");
    const aborted = second.failure?.kind === "aborted";
    if (second.failure && !lost) {
      return aborted ? this.#judge(second, again, this.#classify(second, again).error) : judged;
    }
    this.#profile = {
      ...this.#profile,
      streaming_loses_calls: lost,
      rules: lost
        ? {
            ...trial,
            [WITHOUT_STREAMING]: {
              on: true,
              because: `${because}, and the same request without streaming was answered`,
              detail: null,
            },
          }
        : this.#profile.rules,
    };
    this.#profiles.save(this.#profileId, this.#profile);
    return lost && better ? better : judged;
  }

  #rememberReasoning(judged: JudgedTurn): void {
    const field = judged.finished.reasoning_field;
    if (field === null || field === this.#profile.reasoning_field) return;
    this.#profile = { ...this.#profile, reasoning_field: field };
    this.#profiles.save(this.#profileId, this.#profile);
  }

  #keepLearned(): void {
    if (this.#learned.length > 0) this.#profiles.save(this.#profileId, this.#profile);
  }

  /** The error, with what was tried against it. */
  #withTried(error: ModelError): ModelError {
    const tried = this.#learned.length === 0 ? "" : ` Tried: ${[...new Set(this.#learned)].join(", ")}.`;
    const offender = error.category === "schema_rejected" ? this.#offenderWords : "";
    return { ...error, message: `${offender}${error.message}${tried}` };
  }

  #judge(result: ExchangeResult, adapted: AdaptedRequest, error: ModelError | null): JudgedTurn {
    const kind = result.failure?.kind ?? null;
    const answered = result.status !== null && result.status >= 200 && result.status < 300;
    return judgeTurn({
      turn: result.turn,
      request: this.#request,
      originalNames: adapted.request.originalNames,
      acceptSyntaxes: this.#profile.accept_text_calls,
      error,
      broken: answered && kind !== null && kind !== "in_stream" && kind !== "not_a_completion",
      streamError: answered && kind === "in_stream",
      notAStream: result.notAStream,
      ttftMs: result.ttftMs,
      latencyMs: this.#options.clock.monotonic() - this.#startedAt,
    });
  }

  #asResponse(judged: JudgedTurn): ModelResponse {
    if (this.#options.apiKey === null) return judged;
    // A key that a server echoes in pieces is whole again once the pieces are joined.
    const text = JSON.stringify(judged);
    const clean = redactText(text, [this.#options.apiKey]);
    return clean === text ? judged : (JSON.parse(clean) as JudgedTurn);
  }
}

/** The body's parts in the order in which they are sent. `tools` is never sent empty. */
function bodyOf(model: string, request: WireRequest): Record<string, unknown> {
  const tools = request.tools.length > 0 ? { tools: request.tools } : {};
  return { model, messages: request.messages, ...tools, ...request.parameters };
}
