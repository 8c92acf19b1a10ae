// Waits that are not the model's work: a loading server, a rate limit. Each is told when it begins and ends, fits the
// run's remaining time or is not begun, and ends at once when the run is stopped.
import type { WaitStarted } from "../../src-shared/trace/events/waiting.ts";
import type { ClassifiedFailure } from "./errors/classify.ts";
import type { ExchangeResult } from "./exchange/chat-exchange.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { ModelClientOptions, ModelHooks } from "./types.ts";

/** What a wait came to: send again, or give up with the reason as one sentence. */
export type WaitOutcome = { go: true } | { go: false; aborted: boolean; why: string };

/** A rate limit that names no time: 1 s, doubled each time. */
const FIRST_BACKOFF_MS = 1_000;
const MAX_RATE_LIMITS = 10;
/** Between two looks at a loading server. */
const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 5_000;
/** Longest wait for a gateway that does not say that anything is loading. */
const GATEWAY_MS = 60_000;

export class Waiting {
  readonly #options: ModelClientOptions;
  readonly #hooks: ModelHooks;
  #loading: { since: number; looks: number; why: WaitStarted["why"] } | null = null;
  #rateLimits = 0;

  constructor(options: ModelClientOptions, hooks: ModelHooks) {
    this.#options = options;
    this.#hooks = hooks;
  }

  /** Waits if this failure is one that passes by itself; null when it is not. */
  async for(result: ExchangeResult, failure: ClassifiedFailure): Promise<WaitOutcome | null> {
    const { category } = failure.error;
    if (category === "rate_limited" && result.status === 429) return this.#rateLimited(result, failure);
    const gateway = result.failure?.kind === "status" && (result.status === 503 || result.status === 502);
    if (category === "loading" || (gateway && category === "server_error")) {
      return this.#forServer(result, failure, category === "loading");
    }
    return null;
  }

  /** Tells the end of a wait for a loading server; call it once something else came. */
  settle(how: "done" | "aborted" | "refused" = "done"): void {
    if (!this.#loading) return;
    const { since, why } = this.#loading;
    this.#loading = null;
    this.#hooks.onWire({
      kind: "wait_ended",
      wait: { why, waited_ms: this.#options.clock.monotonic() - since, how },
    });
  }

  async #rateLimited(result: ExchangeResult, failure: ClassifiedFailure): Promise<WaitOutcome | null> {
    if (/insufficient_quota|billing|exceeded your current quota/i.test(failure.text)) return null;
    this.settle();
    this.#rateLimits += 1;
    const { clock, timeouts } = this.#options;
    const asked = retryAfterMs(result.headers, clock.now());
    const ms = asked ?? FIRST_BACKOFF_MS * 2 ** (this.#rateLimits - 1);
    const words =
      asked === null ? "the server limits the rate and names no time" : `the server asks for ${seconds(ms)}`;
    if (this.#rateLimits > MAX_RATE_LIMITS) return { go: false, aborted: false, why: "It limited the rate too often" };
    const limits = [
      { limit: timeouts.retryAfterCap, name: "the longest wait that is obeyed" },
      { limit: this.#hooks.remainingMs(), name: "the time that is left" },
    ];
    for (const { limit, name } of limits) {
      if (ms > limit)
        return this.#refuse(
          "rate_limited",
          words,
          ms,
          `It asks to wait ${seconds(ms)}, more than ${name} (${seconds(limit)})`,
        );
    }
    return this.#sleep("rate_limited", words, ms);
  }

  async #forServer(result: ExchangeResult, failure: ClassifiedFailure, saysLoading: boolean): Promise<WaitOutcome> {
    const { clock, timeouts } = this.#options;
    const why = saysLoading ? "loading" : "backoff";
    const limit = saysLoading ? timeouts.loading : Math.min(timeouts.loading, GATEWAY_MS);
    this.#loading ??= { since: clock.monotonic(), looks: 0, why };
    if (this.#loading.looks === 0) {
      const detail = `${result.status ?? "error"}: ${failure.text === "" ? "the server is not ready" : failure.text}`;
      this.#hooks.onWire({ kind: "wait_started", wait: { why, detail, planned_ms: null } });
    }
    const waited = clock.monotonic() - this.#loading.since;
    const asked = retryAfterMs(result.headers, clock.now());
    const step = Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 1.5 ** this.#loading.looks, Math.max(10, limit / 4));
    const ms = Math.max(step, asked ?? 0);
    this.#loading.looks += 1;
    if (waited + ms > limit || ms > this.#hooks.remainingMs()) {
      this.settle("refused");
      return { go: false, aborted: false, why: `It was still not ready after ${seconds(waited)}` };
    }
    try {
      await clock.sleep(ms, this.#hooks.signal);
      return { go: true };
    } catch {
      this.settle("aborted");
      return { go: false, aborted: true, why: "The wait was stopped" };
    }
  }

  async #sleep(why: WaitStarted["why"], detail: string, ms: number): Promise<WaitOutcome> {
    const { clock } = this.#options;
    const since = clock.monotonic();
    const ended = (how: "done" | "aborted") =>
      this.#hooks.onWire({ kind: "wait_ended", wait: { why, waited_ms: clock.monotonic() - since, how } });
    this.#hooks.onWire({ kind: "wait_started", wait: { why, detail, planned_ms: ms } });
    try {
      await clock.sleep(ms, this.#hooks.signal);
    } catch {
      ended("aborted");
      return { go: false, aborted: true, why: "The wait was stopped" };
    }
    // A timer may fire a little early; what the server asked for is the least.
    const short = ms - (clock.monotonic() - since);
    if (short > 0 && short < 5) await clock.sleep(Math.ceil(short), this.#hooks.signal).catch(() => undefined);
    ended("done");
    return { go: true };
  }

  #refuse(why: WaitStarted["why"], detail: string, ms: number, reason: string): WaitOutcome {
    this.#hooks.onWire({ kind: "wait_started", wait: { why, detail, planned_ms: ms } });
    this.#hooks.onWire({ kind: "wait_ended", wait: { why, waited_ms: 0, how: "refused" } });
    return { go: false, aborted: false, why: reason };
  }
}

function seconds(ms: number): string {
  return ms >= 1000 ? `${Math.round(ms / 100) / 10} s` : `${Math.round(ms)} ms`;
}
