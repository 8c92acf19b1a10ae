// The comparison: heads, aligned rows with what differs in each, and below the chosen row in detail. Steps in lock-step.
import { useEffect, useRef } from "react";
import { Difference } from "../../src-shared/cli/documents.ts";
import type { MethodOutput } from "../../src-shared/rpc/contract.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go, goBack } from "../data/location.ts";
import { nextWhere } from "../derive/marks.ts";
import { useCommands } from "../ui/commands.ts";
import { m } from "../ui/messages/messages.ts";
import { Splitter } from "../ui/splitter.tsx";
import { VirtualRows, type VirtualRowsHandle } from "../ui/virtual-rows.tsx";
import { changeCompare, type CompareState } from "./compare-state.ts";
import "./compare-view.css";
import { CompareRow } from "./compare-row.tsx";
import { RowDetails } from "./row-details.tsx";
import { RunHead } from "./run-head.tsx";

const t = m.compare;
const ROW_PX = 52;

export type Compared = MethodOutput<"runs.compare">;
export type RunRecord = MethodOutput<"runs.get">;

export function CompareView({ compared, state }: { compared: Compared; state: CompareState }) {
  const { rows } = compared;
  const records = useRecords(state.runs);
  const list = useRef<VirtualRowsHandle>(null);
  const divergence = rows.findIndex((row) => !row.same);
  const chosen = chosenRow(compared, state, divergence);
  const row = rows[chosen];
  const facet = state.facet ?? row?.differs[0] ?? "response";
  useEffect(() => {
    if (chosen >= 0) list.current?.reveal(chosen, "auto");
  }, [chosen]);
  const to = (at: number) => changeCompare({ row: Math.max(0, Math.min(rows.length - 1, at)) + 1 });
  const toDifference = (backwards: boolean) => {
    const at = nextWhere(rows, chosen, (candidate) => !candidate.same, backwards);
    if (at !== null) to(at);
  };
  useCompareKeys({ compared, state, chosen, divergence, facet, to, toDifference, list });
  const columns = { gridTemplateColumns: `56px repeat(${state.runs.length}, minmax(0, 1fr)) clamp(150px, 23%, 310px)` };
  return (
    <div className="compare">
      <h1 className="visually-hidden">{t.title}</h1>
      <div className="compare__heads" style={columns}>
        <span className="compare__count numeric muted">{t.rowOf(chosen + 1, rows.length)}</span>
        {state.runs.map((run, index) => (
          <RunHead
            key={run}
            run={run}
            record={records[index] ?? null}
            base={index === 0}
            {...(state.runs.length > 2
              ? { onRemove: () => changeCompare({ runs: state.runs.filter((other) => other !== run) }) }
              : {})}
          />
        ))}
        <div className="compare__jump">
          {divergence === -1 ? (
            <span className="muted">{t.noDivergence}</span>
          ) : (
            <button type="button" className="button button--normal button--small" onClick={() => to(divergence)}>
              {t.goToDivergence}
            </button>
          )}
        </div>
      </div>
      <div className="compare__body">
        <Splitter
          id="compare"
          direction="vertical"
          panes={[
            {
              id: "rows",
              defaultSize: "42%",
              minSize: "110px",
              content: (
                <VirtualRows
                  ref={list}
                  className="compare__rows"
                  count={rows.length}
                  rowHeight={ROW_PX}
                  label={t.columns}
                  role="listbox"
                  activeId={`compare-row-${chosen}`}
                  render={(index) => {
                    const one = rows[index];
                    return one ? (
                      <CompareRow
                        index={index}
                        row={one}
                        runs={state.runs}
                        records={records}
                        columns={columns}
                        chosen={index === chosen}
                        divergence={index === divergence}
                        onChoose={() => to(index)}
                      />
                    ) : null;
                  }}
                />
              ),
            },
            {
              id: "details",
              defaultSize: "58%",
              minSize: "140px",
              content: row ? <RowDetails row={row} facet={facet} state={state} records={records} /> : null,
            },
          ]}
        />
      </div>
    </div>
  );
}

/** The row of the address, else the first divergence, else the row of the turn asked for, else the last. */
function chosenRow(compared: Compared, state: CompareState, divergence: number): number {
  const { rows } = compared;
  if (state.row !== null) return Math.min(state.row, rows.length) - 1;
  if (divergence !== -1) return divergence;
  const ofTurn = state.turn === null ? -1 : rows.findIndex((row) => row.turns.includes(state.turn));
  return ofTurn === -1 ? rows.length - 1 : ofTurn;
}

/** The records of up to four runs; always four calls, as hooks want it. */
function useRecords(runs: readonly string[]): (RunRecord | null)[] {
  const input = (at: number) => (runs[at] === undefined ? null : { run: runs[at] });
  const a = useCall("runs.get", input(0));
  const b = useCall("runs.get", input(1));
  const c = useCall("runs.get", input(2));
  const d = useCall("runs.get", input(3));
  return [a, b, c, d].slice(0, runs.length).map((call) => call.data ?? null);
}

interface CompareKeys {
  compared: Compared;
  state: CompareState;
  chosen: number;
  divergence: number;
  facet: Difference;
  list: { current: VirtualRowsHandle | null };
  to(row: number): void;
  toDifference(backwards: boolean): void;
}

function useCompareKeys({ compared, state, chosen, divergence, facet, to, toDifference, list }: CompareKeys): void {
  const group = t.group;
  const { rows } = compared;
  const open = () => {
    const turn = rows[chosen]?.turns[0] ?? null;
    const [run] = state.runs;
    if (run) go(links.run(run, { turn }));
  };
  const page = () => list.current?.pageRows() ?? 8;
  useCommands([
    {
      id: "row.next",
      title: t.nextRow,
      group,
      keys: ["j", "ArrowDown"],
      paletteHidden: true,
      run: () => to(chosen + 1),
    },
    {
      id: "row.previous",
      title: t.previousRow,
      group,
      keys: ["k", "ArrowUp"],
      paletteHidden: true,
      run: () => to(chosen - 1),
    },
    {
      id: "row.pageDown",
      title: t.nextRow,
      group,
      keys: ["PageDown"],
      paletteHidden: true,
      helpHidden: true,
      run: () => to(chosen + page()),
    },
    {
      id: "row.pageUp",
      title: t.previousRow,
      group,
      keys: ["PageUp"],
      paletteHidden: true,
      helpHidden: true,
      run: () => to(chosen - page()),
    },
    { id: "row.first", title: t.firstRow, group, keys: ["g g", "Home"], paletteHidden: true, run: () => to(0) },
    {
      id: "row.last",
      title: t.lastRow,
      group,
      keys: ["G", "End"],
      paletteHidden: true,
      run: () => to(rows.length - 1),
    },
    { id: "row.difference", title: t.nextDifference, group, keys: ["n"], run: () => toDifference(false) },
    { id: "row.differenceBack", title: t.previousDifference, group, keys: ["N"], run: () => toDifference(true) },
    {
      id: "row.divergence",
      title: t.goToDivergence,
      group,
      keys: ["g d"],
      enabled: divergence !== -1,
      run: () => to(divergence),
    },
    ...Difference.options.map((option, at) => ({
      id: `facet.${option}`,
      title: t.facetHelp[option],
      group,
      keys: [String(at + 1)],
      run: () => changeCompare({ facet: option }),
    })),
    {
      id: "row.editor",
      title: t.editorDiff,
      group,
      keys: ["d"],
      run: () => changeCompare({ facet, editor: !state.editor }),
    },
    { id: "row.open", title: t.openRun, group, keys: ["Enter"], run: open },
    {
      id: "compare.swap",
      title: t.swap,
      group,
      keys: ["s"],
      run: () => changeCompare({ runs: state.runs.toReversed() }),
    },
    {
      id: "compare.back",
      title: m.common.back,
      group,
      keys: ["Escape"],
      paletteHidden: true,
      run: () => (state.editor ? changeCompare({ editor: false }) : goBack()),
    },
  ]);
}
