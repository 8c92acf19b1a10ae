// Model turns, tool attempts and time stay within what the variant allows.
import { admittedAttempts } from "../admitted-attempts.ts";
import { examination, type Check } from "../check.ts";

export const turnsWithinBudget: Check = {
  name: "turns_within_budget",
  rule: "No more model requests begin than the variant allows.",
  examine({ events, started }) {
    const found = examination();
    const { turns } = started.variant.budgets;
    for (const event of events) {
      if (event.kind !== "turn.started") continue;
      found.fact();
      if (found.examined === turns + 1) found.broken(`More than ${turns} model turns began.`, event.seq);
    }
    return found;
  },
};

export const attemptsWithinBudget: Check = {
  name: "attempts_within_budget",
  rule: "No more tool attempts are admitted than the variant allows; rejected arguments, retries and look-ups count.",
  examine({ events, started }) {
    const found = examination();
    const { attempts } = started.variant.budgets;
    found.examined = admittedAttempts(events);
    if (found.examined > attempts) {
      const last = events.findLast((event) => event.kind === "tool.started" || event.kind === "policy.decided");
      found.broken(`${found.examined} tool attempts were admitted; the variant allows ${attempts}.`, last?.seq);
    }
    return found;
  },
};

/**
 * The trace's own measurements are added up (answers of the model, attempts, back-offs): the least that can have passed on the run's clock, which may be
 * a simulated one. What begins after the budget is spent by that sum alone, has no excuse.
 */
export const timeWithinBudget: Check = {
  name: "time_within_budget",
  rule: "No request, attempt or wait begins when the time budget is spent, and no wait begins that does not fit it.",
  examine({ events, started }) {
    const found = examination();
    const budget = started.variant.budgets.elapsed_ms;
    let spent = 0;
    const begins = (what: string, seq: number, needs = 0): void => {
      found.fact();
      if (spent >= budget || spent + needs > budget)
        found.broken(`${what} after ${Math.round(spent)} ms of work; the variant allows ${budget} ms.`, seq);
    };
    let planned: number | null = null;
    for (const event of events) {
      if (event.kind === "turn.started") begins("A model request began", event.seq);
      else if (event.kind === "tool.started") begins(`${event.data.tool} began`, event.seq);
      else if (event.kind === "response.finished") spent += started.simulated_clock ? 0 : (event.data.latency_ms ?? 0);
      else if (event.kind === "tool.finished") spent += event.data.latency_ms ?? 0;
      else if (event.kind === "wait.started") planned = event.data.planned_ms;
      else if (event.kind === "wait.ended") {
        // Waits for the model's server are part of its latency; only the executor's own back-offs stand outside of it.
        const own = event.data.why === "backoff" && planned !== null;
        if (own && event.data.how === "done") begins("A wait began", event.seq, planned ?? 0);
        if (own) spent += event.data.waited_ms;
        planned = null;
      }
    }
    return found;
  },
};
