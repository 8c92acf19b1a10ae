// Builds the travel tools: a contract, and one request to the provider whose answer is judged by the contract alone.
import { isJsonObject, type JsonObject, type JsonValue } from "../../../../src-shared/prelude/json.ts";
import type { ToolContract } from "../../../../src-shared/trace/tool-contract.ts";
import type { Outcome } from "../../../../src-shared/trace/vocabulary.ts";
import { retryAfterMs } from "../../../model/retry-after.ts";
import { standingStill } from "../../simulated-clock.ts";
import type { Reconciled, Tool, ToolAttempt, ToolContext } from "../../types.ts";
import { validateResult } from "../../validate.ts";
import { type TravelFixture, TravelEnvironment } from "./fixture.ts";
import { askProvider, type ProviderAnswer, type ProviderRequest } from "./provider-client.ts";

type Declared = Pick<
  ToolContract,
  "name" | "description" | "use_when" | "not_when" | "triggers" | "effect" | "input_schema" | "result_schema"
>;

export function contractOf(declared: Declared, more: Partial<ToolContract> = {}): ToolContract {
  return {
    ...declared,
    public_fields: null,
    limits: { result_chars: 20_000, timeout_ms: 60_000 },
    suppresses_duplicates: false,
    ...more,
  };
}

/** A tool that asks the provider; `execute` gets arguments that the input schema has accepted. */
export function travelTool(contract: ToolContract, op: ProviderRequest["op"]): Tool {
  return {
    contract,
    async execute(args, context): Promise<ToolAttempt> {
      const { fixture } = TravelEnvironment.parse(context.environment);
      const refused = wrongDates(args, fixture);
      if (refused !== null) return failed("invalid_arguments", "invalid_arguments", false, refused);
      const answer = await ask(op, args, context);
      if (answer.lost) return lost(contract);
      if (answer.latency_ms !== undefined && answer.latency_ms > 0)
        await context.clock?.sleep(answer.latency_ms, context.signal);
      return judge(contract, answer, context.now);
    },
  };
}

/** The same with a look-up of lost writes by their operation key. */
export function reconcilable(tool: Tool): Tool {
  return {
    ...tool,
    async reconcile(_key, context): Promise<Reconciled> {
      const { body, lost: unanswered } = await ask("find_by_key", {}, context);
      if (unanswered || body === undefined) return { found: "unknown" };
      if (body === null) return { found: "not_done" };
      const holds = validateResult(tool.contract, body).ok && isJsonObject(body) && body.status === "ok";
      return holds ? { found: "done", value: body } : { found: "unknown" };
    },
  };
}

function ask(op: ProviderRequest["op"], args: JsonObject, context: ToolContext): Promise<ProviderAnswer> {
  const { session, fixture } = TravelEnvironment.parse(context.environment);
  const request = {
    op,
    session,
    tenant: context.tenant,
    fixture: JSON.parse(JSON.stringify(fixture)) as JsonObject,
    args,
    key: context.operationKey,
    attempt: context.attempt,
    now: context.now,
  };
  return standingStill(context.clock, askProvider(request, context.signal));
}

/** Why the dates cannot be asked for, or null: the order, and what the traveller has authorised. JSON Schema can say neither. */
function wrongDates(args: JsonObject, { authorised_dates: authorised }: TravelFixture): string | null {
  const { date_start: start, date_end: end } = args;
  if (typeof start !== "string" || typeof end !== "string") return null;
  if (start > end) return `date_start ${start} is after date_end ${end}.`;
  if (authorised === undefined || (start >= authorised.earliest && end <= authorised.latest)) return null;
  return `The traveller has authorised dates from ${authorised.earliest} to ${authorised.latest} only.`;
}

const OUTCOMES: Record<string, { outcome: Outcome; message: string }> = {
  invalid_arguments: { outcome: "invalid_arguments", message: "The provider does not accept these arguments." },
  access_denied: { outcome: "access_denied", message: "This account has no permission for the request." },
  rate_limited: { outcome: "transient", message: "The provider limits the rate of requests." },
  service_unavailable: { outcome: "transient", message: "The provider is not available." },
};

function judge(contract: ToolContract, { body, retry_after }: ProviderAnswer, now: number): ToolAttempt {
  const value: JsonValue = body ?? null;
  const code = isJsonObject(value) && typeof value.error_code === "string" ? value.error_code : "";
  const known = OUTCOMES[code];
  // Only what keeps to the contract is believed, errors too: the executor finds the rest wanting as `invalid_result`.
  if (!validateResult(contract, value).ok || !isJsonObject(value) || known === undefined) {
    return { outcome: holdsNothing(value) ? "empty" : "ok", value };
  }
  const attempt = failed(known.outcome, code, value.retryable === true, known.message);
  const wait = retry_after === undefined ? null : retryAfterMs({ "retry-after": retry_after }, now);
  return { ...attempt, value, ...(wait === null ? {} : { retryAfterMs: wait }) };
}

function holdsNothing(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const list = value.options ?? value.holds;
  return Array.isArray(list) && list.length === 0;
}

function lost(contract: ToolContract): ToolAttempt {
  const reads = contract.effect === "read";
  return failed(
    reads ? "transient" : "unknown",
    "response_lost",
    reads,
    `The connection broke before ${contract.name} was answered.`,
  );
}

function failed(outcome: Outcome, code: string, retryable: boolean, message: string): ToolAttempt {
  const error = { status: "error" as const, error_code: code, retryable, message };
  return { outcome, value: { ...error }, error };
}
