// Every fixture of the travel pack through the real loop with a scripted model: the same end and the same events, three times from clean.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../../src-shared/prelude/json.ts";
import type { TraceEvent } from "../../../../src-shared/trace/event.ts";
import { cleanUp, runTestLoop, type LoopTest } from "../../../agent/testing/harness.ts";
import { scriptedModel, type ScriptedAnswer } from "../../../agent/testing/scripted-model.ts";
import { simulatedClock } from "../../simulated-clock.ts";
import { validateArguments, validateResult } from "../../validate.ts";
import { travelPack } from "./index.ts";
import { askProvider } from "./provider-client.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loopscope-travel-test-"));
  vi.stubEnv("LOOPSCOPE_TRAVEL_DATABASE", join(folder, "provider.db"));
});
afterAll(() => {
  vi.unstubAllEnvs();
  cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

const dates = { date_start: "2026-04-01", date_end: "2026-04-10" };
const flights = { origin: "SFO", destination: "HND", ...dates, accessibility: "wheelchair", max_results: 5 };
const search = (more: JsonObject = {}): ScriptedAnswer => ({
  calls: [{ name: "search_flights", args: { ...flights, ...more } }],
});
const hold: ScriptedAnswer = { calls: [{ name: "hold_room", args: { hotel_id: "HT-KYO-12", ...dates } }] };
const book: ScriptedAnswer = { calls: [{ name: "book", args: { hold_id: "H-447" } }] };
const says = (text: string): ScriptedAnswer => ({ says: text });

const FLIGHTS = "JPN-2026-0417: find flights from SFO to HND for four, one in a wheelchair.";
const HOLD = "JPN-2026-0417: hold a room at HT-KYO-12.";

interface Row {
  fixture: JsonObject;
  prompt: string;
  script: ScriptedAnswer[];
  attempts?: number;
  /** Terminal state and reason. */
  end: string;
  steps: string[];
}

const ROWS: Record<string, Row> = {
  "a search that works": {
    fixture: {},
    prompt: FLIGHTS,
    script: [search(), says("JL-001 and NH-107 report assistance.")],
    end: "complete: answered",
    steps: ["search_flights: run (read_runs)", "→ call", "attempt 1", "ok", "→ observe", "→ plan", "→ complete"],
  },
  "rate limited, in seconds": {
    fixture: { rate_limited: "seconds" },
    prompt: FLIGHTS,
    script: [search(), says("JL-001 reports assistance.")],
    end: "complete: answered",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "transient, not shown",
      "→ observe",
      "waited 2000 ms: done",
      "→ call",
      "attempt 2",
      "ok",
      "→ observe",
      "→ plan",
      "→ complete",
    ],
  },
  "rate limited, as an HTTP date": {
    fixture: { rate_limited: "date" },
    prompt: FLIGHTS,
    script: [search(), says("JL-001 reports assistance.")],
    end: "complete: answered",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "transient, not shown",
      "→ observe",
      "waited 2750 ms: done",
      "→ call",
      "attempt 2",
      "ok",
      "→ observe",
      "→ plan",
      "→ complete",
    ],
  },
  "arguments that one retry corrects": {
    fixture: {},
    prompt: FLIGHTS,
    script: [search({ max_results: 20 }), search({ max_results: 10 }), says("JL-001 reports assistance.")],
    end: "complete: answered",
    steps: [
      "search_flights: refuse (invalid_arguments)",
      "→ call",
      "invalid_arguments",
      "→ observe",
      "→ plan",
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "ok",
      "→ observe",
      "→ plan",
      "→ complete",
    ],
  },
  "dates that are not authorised, then ones that are": {
    fixture: { authorised_dates: { earliest: "2026-04-01", latest: "2026-04-10" } },
    prompt: FLIGHTS,
    script: [search({ date_end: "2026-05-01" }), search(), says("JL-001 reports assistance.")],
    end: "complete: answered",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "invalid_arguments",
      "→ observe",
      "→ plan",
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "ok",
      "→ observe",
      "→ plan",
      "→ complete",
    ],
  },
  "dates in the wrong order, then the right one": {
    fixture: {},
    prompt: FLIGHTS,
    script: [search({ date_start: "2026-04-11" }), search(), says("JL-001 reports assistance.")],
    end: "complete: answered",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "invalid_arguments",
      "→ observe",
      "→ plan",
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "ok",
      "→ observe",
      "→ plan",
      "→ complete",
    ],
  },
  "access denied": {
    fixture: { access_denied: true },
    prompt: FLIGHTS,
    script: [search()],
    end: "escalate: access_denied",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "access_denied, not shown",
      "→ observe",
      "→ escalate",
    ],
  },
  "a hold whose response was lost": {
    fixture: { response_lost: true },
    prompt: HOLD,
    script: [hold, says("The room is held as H-447.")],
    end: "complete: answered",
    steps: [
      "hold_room: run (write_runs)",
      "→ call",
      "attempt 1",
      "unknown, not shown",
      "→ observe",
      "→ call",
      "hold_room: reconcile (write_response_lost)",
      "attempt 2",
      "ok",
      "→ observe",
      "→ plan",
      "→ complete",
    ],
  },
  "a hold whose request was lost": {
    fixture: { lost_before_write: true },
    prompt: HOLD,
    script: [hold, says("The room is held as H-447.")],
    end: "complete: answered",
    steps: [
      "hold_room: run (write_runs)",
      "→ call",
      "attempt 1",
      "unknown, not shown",
      "→ observe",
      "→ call",
      "hold_room: reconcile (write_response_lost)",
      "attempt 2",
      "transient, not shown",
      "→ observe",
      "→ call",
      "attempt 3",
      "ok",
      "→ observe",
      "→ plan",
      "→ complete",
    ],
  },
  "a look-up that tells nothing": {
    fixture: { response_lost: true, reconcile_inconclusive: true },
    prompt: HOLD,
    script: [hold],
    end: "unknown: write_outcome_unknown",
    steps: [
      "hold_room: run (write_runs)",
      "→ call",
      "attempt 1",
      "unknown, not shown",
      "→ observe",
      "→ call",
      "hold_room: reconcile (write_response_lost)",
      "attempt 2",
      "unknown, not shown",
      "→ observe",
      "→ unknown",
    ],
  },
  "a lost response with the attempts spent": {
    fixture: { response_lost: true, reconcile_inconclusive: true },
    prompt: HOLD,
    attempts: 1,
    script: [hold],
    end: "unknown: write_outcome_unknown",
    steps: [
      "hold_room: run (write_runs)",
      "→ call",
      "attempt 1",
      "unknown, not shown",
      "→ observe",
      "→ call",
      "hold_room: reconcile (write_response_lost)",
      "→ unknown",
    ],
  },
  "a search that is exhausted": {
    fixture: { exhausted: true },
    prompt: FLIGHTS,
    script: [
      search(),
      search({ date_start: "2026-04-03", date_end: "2026-04-12" }),
      says("I could not find flights: there are no options."),
    ],
    end: "abstain: searched_everything_allowed",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "empty",
      "→ observe",
      "→ plan",
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "empty",
      "→ observe",
      "→ plan",
      "→ abstain",
    ],
  },
  "an ambiguous accessibility record": {
    fixture: { ambiguous: true },
    prompt: `${FLIGHTS} Then hold a room at HT-KYO-12.`,
    script: [search(), says("No assistance is confirmed. Should I go on all the same?")],
    end: "escalate: asked_instead_of_acting",
    steps: ["search_flights: run (read_runs)", "→ call", "attempt 1", "ok", "→ observe", "→ plan", "→ escalate"],
  },
  "booking and charging next": {
    fixture: {},
    prompt: `${HOLD} Then book it.`,
    script: [hold, book],
    end: "escalate: person_required",
    steps: [
      "hold_room: run (write_runs)",
      "→ call",
      "attempt 1",
      "ok",
      "→ observe",
      "→ plan",
      "book: escalate (person_required)",
      "→ escalate",
    ],
  },
  "a deadline that passes": {
    fixture: { latency_ms: 31_000 },
    prompt: FLIGHTS,
    script: [search()],
    end: "abstain: elapsed_budget",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "timeout, not shown",
      "→ observe",
      "waited 0 ms: refused",
      "→ abstain",
    ],
  },
  "options that are a number": {
    fixture: { malformed: "numeric_options" },
    prompt: FLIGHTS,
    script: [search(), says("I could not get the flights: the result cannot be relied on.")],
    end: "escalate: gave_up_without_finding",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "invalid_result",
      "→ observe",
      "→ plan",
      "→ escalate",
    ],
  },
  "ok mixed with the fields of an error": {
    fixture: { malformed: "mixed" },
    prompt: FLIGHTS,
    script: [search(), says("I could not get the flights: the result cannot be relied on.")],
    end: "escalate: gave_up_without_finding",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "invalid_result",
      "→ observe",
      "→ plan",
      "→ escalate",
    ],
  },
  "a source_timestamp that is none": {
    fixture: { malformed: "bad_timestamp" },
    prompt: FLIGHTS,
    script: [search(), says("I could not get the flights: the result cannot be relied on.")],
    end: "escalate: gave_up_without_finding",
    steps: [
      "search_flights: run (read_runs)",
      "→ call",
      "attempt 1",
      "invalid_result",
      "→ observe",
      "→ plan",
      "→ escalate",
    ],
  },
};

/** A quarter of a second past a full one, so that an HTTP date, which counts whole seconds, has to be rounded up. */
const START = Date.UTC(2026, 2, 1) + 250;

function run(row: Row): Promise<LoopTest> {
  return runTestLoop({
    prompt: row.prompt,
    model: scriptedModel(row.script),
    pack: packOf(row.fixture),
    variant: { budgets: { turns: 16, attempts: row.attempts ?? 8, elapsed_ms: 30_000 } },
    deps: { clock: simulatedClock(START) },
  });
}

/** The pack with one environment, so that the run's recorded start and its own are the same session. */
function packOf(fixture: JsonObject) {
  const pack = travelPack.withFixture?.({ simulated_clock: true, ...fixture }) ?? travelPack;
  const environment = pack.initialEnvironment();
  return { ...pack, initialEnvironment: () => environment };
}

/** The executor's part of the trace, one line an event; what the model was asked and said is left out. */
function line(event: TraceEvent): string[] {
  switch (event.kind) {
    case "policy.decided":
      return [`${event.data.tool}: ${event.data.decision} (${event.data.reason})`];
    case "tool.started":
      return [`attempt ${event.data.attempt}`];
    case "tool.finished":
      return [`${event.data.outcome}${event.data.message === null ? ", not shown" : ""}`];
    case "wait.ended":
      return [`waited ${event.data.waited_ms} ms: ${event.data.how}`];
    case "transition":
      return [`→ ${event.data.to}`];
    default:
      return [];
  }
}

async function holdsOf(test: LoopTest): Promise<unknown> {
  const { session } = test.result.environment.travel as { session: string };
  const request = {
    session,
    tenant: "local",
    fixture: {},
    args: { hotel_id: "HT-KYO-12" },
    key: null,
    attempt: 1,
    now: 0,
  };
  const { body } = await askProvider({ op: "find_hold", ...request }, new AbortController().signal);
  return (body as { holds: unknown }).holds;
}

describe("each fixture, three times from clean", () => {
  it.each(Object.entries(ROWS))("%s", async (_name, row) => {
    for (let time = 1; time <= 3; time += 1) {
      const test = await run(row);
      expect({ end: `${test.result.terminal_state}: ${test.result.reason}`, steps: test.events.flatMap(line) }).toEqual(
        {
          end: row.end,
          steps: row.steps,
        },
      );
    }
  });
});

describe("holds", () => {
  it.each(["a hold whose response was lost", "a hold whose request was lost", "a look-up that tells nothing"])(
    "%s: exactly one hold afterwards, under one operation key",
    async (name) => {
      const test = await run(ROWS[name] as Row);
      expect(await holdsOf(test)).toEqual([{ hold_id: "H-447", hotel_id: "HT-KYO-12" }]);
      const keys = new Set(test.of("tool.started").map((started) => started.operation_key));
      expect([...keys]).toEqual([expect.stringMatching(/./)]);
    },
  );

  it("a booking that was escalated has not run", async () => {
    const test = await run(ROWS["booking and charging next"] as Row);
    expect(test.of("tool.started").map((started) => started.tool)).toEqual(["hold_room"]);
  });
});

describe("contracts", () => {
  const contract = travelPack.tools[0]?.contract;
  if (!contract) throw new Error("The pack has no tools.");
  const ok = { status: "ok", options: [], source_timestamp: "2026-03-01T00:00:00Z" };

  it.each([
    ["ok with options", ok, true],
    ["an error", { status: "error", error_code: "rate_limited", retryable: true }, true],
    ["an error with options", { status: "error", error_code: "rate_limited", retryable: true, options: [] }, false],
    ["an unknown error code", { status: "error", error_code: "other", retryable: true }, false],
    ["ok with a further field", { ...ok, session: "x" }, false],
    ["an unknown assistance status", { ...ok, options: [{ flight_id: "A", assistance_status: "yes" }] }, false],
  ])("search_flights' result: %s", (_name, value, accepted) => {
    expect(validateResult(contract, value).ok).toBe(accepted);
  });

  it.each([
    ["all six", flights, true],
    ["11 results", { ...flights, max_results: 11 }, false],
    ["no results", { ...flights, max_results: 0 }, false],
    ["a date that is none", { ...flights, date_start: "2026-02-30" }, false],
    ["another accessibility", { ...flights, accessibility: "lift" }, false],
    ["a further argument", { ...flights, cabin: "first" }, false],
  ])("search_flights' arguments: %s", (_name, args, accepted) => {
    expect(validateArguments(contract, args).ok).toBe(accepted);
  });
});
