// What experiments and persons have settled about a run's findings, read from the journal and the trace.
import type { RunId } from "../../src-shared/prelude/ids.ts";
import { parseEvent } from "../../src-shared/trace/event.ts";
import { summarise } from "../debug/experiment/summarise.ts";
import type { HelpingChange, Judgement } from "../diagnose/finding-status.ts";
import type { Store } from "../store/store.ts";
import { experimentJournal } from "./experiment-journal.ts";

/** Changes that help, of experiments on a frozen turn of the run that are done. The newest experiment first. */
export function helpingChanges(store: Store, run: RunId): HelpingChange[] {
  const journal = experimentJournal(store);
  const own = journal.heads().filter((head) => head.run === run && head.state === "done");
  return own.flatMap(({ id }) => {
    const record = journal.get(id);
    if (record?.spec.base.kind !== "turn") return [];
    const { turn } = record.spec.base;
    const { arms } = summarise(record.spec, journal.samples(id));
    return arms
      .filter(({ verdict }) => verdict === "helps")
      .map((arm): HelpingChange => ({
        experiment: id,
        at: new Date(record.createdAt).toISOString(),
        turn,
        name: arm.name,
        // Another variant changes more than its edits say.
        edits: record.spec.arms.find(({ name, variant }) => name === arm.name && variant === null)?.edits ?? [],
        p: arm.pAdjusted,
      }));
  });
}

/** What persons said of the run's findings, in order. */
export function judgementsOf(store: Store, run: RunId): Judgement[] {
  return store.events(run, { kinds: ["finding.judged"] }).flatMap((stored) => {
    const event = parseEvent(stored);
    return event?.kind === "finding.judged" ? [{ at: new Date(event.at).toISOString(), data: event.data }] : [];
  });
}
