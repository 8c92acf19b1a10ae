// Links to the events that prove something. Events of a turn that a fork shares stand in the run it was shared from.
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { links } from "../data/links.ts";
import { m } from "../ui/messages/messages.ts";

const t = m.diagnosis;

/** A long list of proofs is cut here. */
const SHOWN = 8;

export function EvidenceLinks(props: {
  run: MethodOutput<"runs.get">;
  /** The turn it is about; null where that is not known: then a fork's events are named without a link. */
  turn: number | null;
  seqs: readonly number[];
}) {
  const { run, turn, seqs } = props;
  if (seqs.length === 0) return null;
  const { id, parent_run: parent } = run.summary;
  const owner =
    turn === null
      ? parent === null
        ? id
        : null
      : (run.turns.find((other) => other.turn === turn)?.inherited_from ?? id);
  return (
    <p className="evidence">
      <span className="secondary">{t.evidence}</span>
      {seqs.slice(0, SHOWN).map((seq) =>
        owner === null ? (
          <span key={seq} className="numeric">
            {t.event(seq)}
          </span>
        ) : (
          <a key={seq} className="numeric" href={links.run(owner, { tab: "events", seq, turn })}>
            {t.event(seq)}
          </a>
        ),
      )}
      {seqs.length > SHOWN ? <span className="secondary">{t.moreEvidence(seqs.length - SHOWN)}</span> : null}
    </p>
  );
}
