// Decisions and approvals over all runs, by time, tool and decision, without reading the other events.
import type { Migration } from "./migration.ts";

/** The kinds that say who let what happen; decisions.ts asks with these very expressions, or the indexes are not used. */
export const DECISION_KINDS = "kind IN ('policy.decided', 'approval.decided', 'handover.settled')";
/** Data of these kinds is kept as text (event-codec.ts); rows of an older version may be packed and then have their preview. */
const DATA = "CASE WHEN typeof(data) = 'text' THEN data ELSE preview END";
export const TOOL = `json_extract(${DATA}, '$.tool')`;
export const DECISION = `coalesce(json_extract(${DATA}, '$.decision'), json_extract(${DATA}, '$.action'))`;

export const decisions: Migration = {
  version: 5,
  migrate(db) {
    db.exec(`
      CREATE INDEX events_decisions_by_time ON events (at) WHERE ${DECISION_KINDS};
      CREATE INDEX events_decisions_by_tool ON events (${TOOL}, at) WHERE ${DECISION_KINDS};
      CREATE INDEX events_decisions_by_decision ON events (${DECISION}, at) WHERE ${DECISION_KINDS};
    `);
  },
};
