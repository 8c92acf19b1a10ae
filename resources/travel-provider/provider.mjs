// The simulated travel provider: a process of its own with its own SQLite database. One JSON request a line on stdin, one
// JSON answer a line on stdout. A hold and its operation key are one row, written by one statement: both are there or neither.
// Plain JavaScript, and node:sqlite instead of the app's database package, since any Node that starts it must be able to run it.
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

const database = new DatabaseSync(process.argv[2] ?? ":memory:");
database.exec(`
  PRAGMA busy_timeout = 10000;
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS holds (
    session TEXT NOT NULL,
    tenant TEXT NOT NULL,
    operation_key TEXT NOT NULL,
    hold_id TEXT NOT NULL,
    hotel_id TEXT NOT NULL,
    PRIMARY KEY (session, tenant, operation_key),
    UNIQUE (session, hold_id)
  ) STRICT;
`);

// The number of a session's next hold is counted by the same statement that writes it. A key that is known writes nothing.
const insertHold = database.prepare(`
  INSERT INTO holds (session, tenant, operation_key, hold_id, hotel_id)
  SELECT :session, :tenant, :key, 'H-' || (447 + (SELECT count(*) FROM holds WHERE session = :session)), :hotel
  WHERE true ON CONFLICT (session, tenant, operation_key) DO NOTHING
`);
const holdByKey = database.prepare(
  "SELECT hold_id, hotel_id FROM holds WHERE session = ? AND tenant = ? AND operation_key = ?",
);
const holdsOfHotel = database.prepare(
  "SELECT hold_id, hotel_id FROM holds WHERE session = ? AND tenant = ? AND hotel_id = ? ORDER BY hold_id",
);

const FLIGHTS = [
  { flight_id: "JL-001", assistance_status: "reported_available" },
  { flight_id: "NH-107", assistance_status: "reported_available" },
  { flight_id: "UA-837", assistance_status: "reported_unavailable" },
];
const HOTELS = [
  { hotel_id: "HT-KYO-12", accessible_room: "reported_available", usd_per_night: 410 },
  { hotel_id: "HT-TYO-31", accessible_room: "reported_available", usd_per_night: 385 },
];

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  const answer = respond(request);
  // A fixture's lost response: what was written stays written, and no answer is ever sent for it.
  if (answer === null) return;
  process.stdout.write(`${JSON.stringify({ id: request.id, ...answer })}\n`);
});

/** `{body, retry_after?, latency_ms?, lost?}`, or null where the answer is withheld. */
function respond(request) {
  const { op, fixture, attempt } = request;
  const latency_ms = fixture.latency_ms ?? 0;
  if (op === "find_by_key") return findByKey(request);
  if (op === "hold_room") return hold(request);
  if (fixture.access_denied) return { body: failure("access_denied", false) };
  if (fixture.rate_limited && attempt === 1) return rateLimited(fixture.rate_limited, request.now);
  return { body: search(request), latency_ms };
}

function search({ op, session, tenant, args, fixture, now }) {
  const source_timestamp = new Date(now).toISOString();
  switch (op) {
    case "search_flights": {
      const flights = fixture.ambiguous
        ? FLIGHTS.map((flight) => ({ ...flight, assistance_status: "unknown" }))
        : FLIGHTS;
      const options = fixture.exhausted ? [] : flights.slice(0, args.max_results);
      return { status: "ok", options, source_timestamp, ...MALFORMED[fixture.malformed] };
    }
    case "search_hotels":
      return { status: "ok", options: fixture.exhausted ? [] : HOTELS.slice(0, args.max_results), source_timestamp };
    case "rail_pass_coverage":
      return { status: "ok", covered: true, pass_days: 7, source_timestamp };
    case "find_hold":
      return { status: "ok", holds: holdsOfHotel.all(session, tenant, args.hotel_id), source_timestamp };
    default:
      return failure("invalid_arguments", false);
  }
}

/** Answers that break the contract, each in one way. */
const MALFORMED = {
  numeric_options: { options: 3 },
  mixed: { error_code: "rate_limited", retryable: true },
  bad_timestamp: { source_timestamp: "yesterday" },
};

function hold({ session, tenant, key, args, fixture, attempt, now }) {
  const silent = attempt === 1 ? fixture.silent : undefined;
  if (silent === "before_write") return null;
  if (fixture.lost_before_write && attempt === 1) return { lost: true };
  insertHold.run({ session, tenant, key, hotel: args.hotel_id });
  if (silent === "after_write") return null;
  if (fixture.response_lost) return { lost: true };
  return { body: holdBody(holdByKey.get(session, tenant, key), now) };
}

function findByKey({ session, tenant, key, fixture, now }) {
  if (fixture.reconcile_inconclusive) return { body: failure("service_unavailable", true) };
  const found = holdByKey.get(session, tenant, key);
  return { body: found ? holdBody(found, now) : null };
}

function holdBody(row, now) {
  return { status: "ok", hold_id: row.hold_id, hotel_id: row.hotel_id, source_timestamp: new Date(now).toISOString() };
}

function failure(error_code, retryable) {
  return { status: "error", error_code, retryable };
}

/** `Retry-After` of 2 seconds, in either form of RFC 9110 §10.2.3; a date counts whole seconds, so it is rounded up. */
function rateLimited(form, now) {
  const date = new Date(Math.ceil((now + 2000) / 1000) * 1000).toUTCString();
  return { body: failure("rate_limited", true), retry_after: form === "date" ? date : "2" };
}
