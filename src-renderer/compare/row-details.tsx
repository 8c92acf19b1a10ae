// The chosen row in detail: one facet of the first run's turn held against another's, side by side, with what differs marked.
import { Difference } from "../../src-shared/cli/documents.ts";
import { links } from "../data/links.ts";
import { CodeView } from "../ui/code-view.tsx";
import { MonacoDiff } from "../ui/monaco.tsx";
import { m } from "../ui/messages/messages.ts";
import { EmptyState, ErrorState, Spinner } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ContextDiffView } from "../ui/trace/context-diff-view.tsx";
import { LineDiffView } from "../ui/trace/line-diff-view.tsx";
import { changeCompare, type CompareState } from "./compare-state.ts";
import type { Compared, RunRecord } from "./compare-view.tsx";
import { useFacet, type FacetSide } from "./use-facet.ts";

const t = m.compare;

export interface RowDetailsProps {
  row: Compared["rows"][number];
  facet: Difference;
  state: CompareState;
  records: readonly (RunRecord | null)[];
}

export function RowDetails({ row, facet, state, records }: RowDetailsProps) {
  const { runs, against } = state;
  return (
    <Tabs
      className="row-details"
      value={facet}
      onChange={(next) => changeCompare({ facet: next })}
      label={t.facetsLabel}
      items={Difference.options.map((option) => ({
        value: option,
        label: t.facets[option],
        ...(row.differs.includes(option) ? { mark: <span className="row-details__dot" title={t.changed} /> } : {}),
      }))}
      after={
        <span className="row-details__tools">
          {runs.length > 2 ? (
            <span className="row-details__against">
              <span className="secondary">{t.against}</span>
              {runs.slice(1).map((run, at) => (
                <button
                  key={run}
                  type="button"
                  aria-pressed={against === at + 1}
                  className="row-details__pick"
                  onClick={() => changeCompare({ against: at + 1 })}
                >
                  {at + 2}
                </button>
              ))}
            </span>
          ) : null}
          <button
            type="button"
            aria-pressed={state.editor}
            className="row-details__pick"
            onClick={() => changeCompare({ facet, editor: !state.editor })}
          >
            {t.editorDiff} <kbd>d</kbd>
          </button>
        </span>
      }
    >
      <Sides
        key={`${facet} ${row.turns[0]} ${row.turns[against]}`}
        facet={facet}
        differs={row.differs.includes(facet)}
        editor={state.editor}
        left={sideOf(runs, records, row.turns, 0)}
        right={sideOf(runs, records, row.turns, against)}
      />
    </Tabs>
  );
}

interface Side extends FacetSide {
  name: string;
}

function sideOf(
  runs: readonly string[],
  records: readonly (RunRecord | null)[],
  turns: readonly (number | null)[],
  at: number,
): Side {
  const turn = turns[at] ?? null;
  const record = records[at] ?? null;
  const title = record?.summary.variant ?? record?.summary.title ?? "";
  return {
    run: runs[at] ?? "",
    turn,
    record: record?.turns.find((candidate) => candidate.turn === turn) ?? null,
    name: `${at + 1}: ${title}${turn === null ? "" : `, ${t.turn(turn)}`}`,
  };
}

interface SidesProps {
  facet: Difference;
  /** The runs of the row differ here, though perhaps not these two, or not in what is shown. */
  differs: boolean;
  editor: boolean;
  left: Side;
  right: Side;
}

function Sides({ facet, differs, editor, left, right }: SidesProps) {
  const a = useFacet(facet, left);
  const b = useFacet(facet, right);
  const error = a.error ?? b.error;
  if (error) return <ErrorState error={error} />;
  if (a.loading || b.loading) return <Spinner />;
  if (left.turn === null && right.turn === null) return <EmptyState icon="compare" title={t.noTurn} />;
  if (left.turn === null || right.turn === null) {
    const [present, missing] = left.turn === null ? [right, left] : [left, right];
    return (
      <div className="row-details__one">
        <p className="secondary">{t.missingTurn(missing.name)}</p>
        <h3>
          <a href={links.run(present.run, { turn: present.turn })}>{present.name}</a>
        </h3>
        <CodeView text={(left.turn === null ? b : a).text} label={present.name} rows={40} />
      </div>
    );
  }
  if (editor) {
    return <MonacoDiff original={a.text} modified={b.text} originalLabel={left.name} modifiedLabel={right.name} />;
  }
  if (a.context && b.context && a.text !== b.text) {
    return <ContextDiffView left={a.context} right={b.context} leftName={left.name} rightName={right.name} />;
  }
  if (a.text === b.text) {
    return (
      <div className="row-details__one">
        <p className="secondary">{differs ? t.sameText : t.sameHere}</p>
        <CodeView text={a.text} label={left.name} rows={40} />
      </div>
    );
  }
  return (
    <div className="row-details__diff">
      <LineDiffView fill left={a.text} right={b.text} label={t.textDiff} sides={[left.name, right.name]} />
    </div>
  );
}
