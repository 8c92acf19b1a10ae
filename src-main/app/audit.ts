// The audit of a stored run: its own events, handed to the rules with the bodies of its environments.
import type { AuditDocument } from "../../src-shared/cli/audit-document.ts";
import { BlobHash, type RunId } from "../../src-shared/prelude/ids.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import { auditRun } from "../diagnose/audit/audit.ts";
import type { Store } from "../store/store.ts";

/** @throws UserError `not_found` */
export function auditStoredRun(store: Store, run: RunId): AuditDocument {
  const events = store.events(run).flatMap((stored) => parseEvent(stored) ?? []);
  return auditRun(events, (hash) => store.blobText(BlobHash.parse(hash)).text);
}
