// The final answer with each value marked by where it came from, and the gaps with whose they are. A value leads to the result that holds it.
import type {
  GroundedValue,
  GroundingDocument,
  GroundingGap,
  ValueOrigin,
  ValueStatus,
} from "../../src-shared/cli/grounding-document.ts";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { Badge } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice, Spinner } from "../ui/states.tsx";
import "./grounding-panel.css";

const t = m.audit;

type RunData = MethodOutput<"runs.get">;

const STATUSES: readonly ValueStatus[] = ["result", "given", "derived", "argument", "hidden", "not_found"];

export function GroundingPanel({ run, known }: { run: RunData; known: string }) {
  const loaded = useCall("runs.grounding", { run: run.summary.id }, { staleTime: known === "" ? 0 : 5000 });
  return (
    <section className="why__part" aria-label={t.grounding}>
      <h3>{t.grounding}</h3>
      <p className="secondary">{t.groundingHelp}</p>
      {loaded.error ? <Notice tone="bad">{errorText(loaded.error)}</Notice> : null}
      {loaded.isPending ? <Spinner inline label={t.grounding} /> : null}
      {loaded.data ? <Grounding document={loaded.data} run={run} /> : null}
    </section>
  );
}

function Grounding({ document, run }: { document: GroundingDocument; run: RunData }) {
  if (document.answer === null) return <p className="muted">{t.noAnswer}</p>;
  const counts = STATUSES.flatMap((status) => {
    const count = document.values.filter((value) => value.status === status).length;
    return count === 0 ? [] : [{ status, count }];
  });
  return (
    <>
      <p className="why__line">
        {counts.length === 0 ? <span className="muted">{t.noValues}</span> : null}
        {counts.map(({ status, count }) => (
          <span key={status} className={`grounded grounded--${status}`}>
            {t.counts(count, status)}
          </span>
        ))}
      </p>
      <p className="grounding__answer">{marked(document, run)}</p>
      <Gaps gaps={document.gaps} run={run} />
    </>
  );
}

/** The answer cut at its values. */
function marked({ answer, values }: GroundingDocument, run: RunData) {
  const text = answer ?? "";
  const parts = values.flatMap((value, index) => {
    const before = text.slice(values[index - 1]?.end ?? 0, value.start);
    return [before, <Value key={value.start} value={value} run={run} />];
  });
  return [...parts, text.slice(values.at(-1)?.end ?? 0)];
}

function Value({ value, run }: { value: GroundedValue; run: RunData }) {
  const [first] = value.origins;
  const where = value.derivation ?? value.origins.map(whereText).join("; ");
  const className = `grounded grounded--${value.status}`;
  const title = t.valueTip(value.status, where);
  if (!first)
    return (
      <span className={className} title={title}>
        {value.text}
      </span>
    );
  return (
    <a className={className} title={title} href={hrefOf(first, run)}>
      {value.text}
    </a>
  );
}

function whereText({ tool, turn, field }: ValueOrigin): string {
  return t.where(tool, turn, field);
}

/** A turn that a fork shares stands in the run it was shared from; its results show in this one all the same. */
function hrefOf(origin: ValueOrigin, run: RunData): string {
  return links.run(run.summary.id, { turn: origin.turn, tab: "results" });
}

function Gaps({ gaps, run }: { gaps: readonly GroundingGap[]; run: RunData }) {
  return (
    <>
      <h4>{t.gapsTitle}</h4>
      {gaps.length === 0 ? <p className="muted">{t.noGaps}</p> : null}
      {gaps.length === 0 ? null : (
        <table className="grounding__gaps">
          <thead>
            <tr>
              <th>{t.gapColumns.whose}</th>
              <th>{t.gapColumns.what}</th>
              <th>{t.gapColumns.gap}</th>
              <th>{t.gapColumns.results}</th>
            </tr>
          </thead>
          <tbody>
            {gaps.map((gap, index) => (
              <tr key={index}>
                <td>
                  <Badge tone={gap.whose === "model" ? "stop" : "cut"}>{t.whose[gap.whose]}</Badge>
                </td>
                <td>
                  {gap.number === null ? "" : `${gap.number}. `}
                  {gap.what}
                </td>
                <td>{t.gap[gap.gap]}</td>
                <td>
                  {gap.results.map((origin, place) => (
                    <a key={place} className="grounding__result" href={hrefOf(origin, run)}>
                      {whereText(origin)}
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
