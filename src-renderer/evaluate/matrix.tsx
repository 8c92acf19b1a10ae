// Tasks × variants, grouped by class: a mark for each repeat in every cell. One tab stop; arrow keys move, Enter opens a cell's runs.
import { useRef, useState, type KeyboardEvent } from "react";
import type { EvaluationCell, EvaluationDocument } from "../../src-shared/rpc/evaluations.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { endingText } from "../ui/badge.tsx";
import { m } from "../ui/messages/messages.ts";
import { MARKS, markOf } from "./marks.ts";

const t = m.evaluate.matrix;

/** As many runs as stand side by side in a comparison. */
const COMPARED = 4;

/** `row` is the task's place in the suite, `shown` its row in the grid. */
type Task = EvaluationDocument["tasks"][number] & { row: number; shown: number };

export function Matrix({ evaluation }: { evaluation: EvaluationDocument }) {
  const { tasks, evaluated } = evaluation;
  const [at, setAt] = useState({ row: 0, column: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const groups = groupsOf(tasks);
  const focus = (row: number, column: number) => {
    setAt({ row, column });
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, row: number, column: number) => {
    const last = { row: tasks.length - 1, column: evaluated.length - 1 };
    const next = moved(event, { row, column }, last);
    if (next === null) return;
    event.preventDefault();
    focus(next.row, next.column);
  };
  return (
    <section className="evaluate__section" aria-labelledby="matrix-title">
      <h2 id="matrix-title">{t.title}</h2>
      <p className="secondary">{t.help}</p>
      <div className="evaluate__scroll">
        <table className="matrix" role="grid" ref={grid} aria-labelledby="matrix-title">
          <thead>
            <tr>
              <th scope="col">{t.task}</th>
              {evaluated.map((variant) => (
                <th key={variant.variant} scope="col" title={variant.description}>
                  {variant.variant}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.name}>
              <tr className="matrix__class">
                <th scope="rowgroup" colSpan={evaluated.length + 1}>
                  {t.classes[group.name]}
                </th>
              </tr>
              {group.tasks.map((task) => (
                <tr key={task.task}>
                  <th scope="row" title={task.prompt}>
                    <span className="mono">{task.task}</span>
                    <span className="matrix__prompt secondary">{task.prompt}</span>
                  </th>
                  {evaluated.map((variant, column) => (
                    <td key={variant.variant}>
                      <MatrixCell
                        task={task.task}
                        variant={variant.variant}
                        strip={variant.strips[task.row] ?? []}
                        place={`${task.shown} ${column}`}
                        isStop={at.row === task.shown && at.column === column}
                        onFocus={() => setAt({ row: task.shown, column })}
                        onKeyDown={(event) => onKeyDown(event, task.shown, column)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <Legend />
    </section>
  );
}

function moved(
  event: KeyboardEvent,
  from: { row: number; column: number },
  last: { row: number; column: number },
): { row: number; column: number } | null {
  if (event.altKey || event.metaKey || event.shiftKey) return null;
  const whole = event.ctrlKey;
  const { row, column } = from;
  switch (event.key) {
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: Math.min(last.column, column + 1) };
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: Math.min(last.row, row + 1), column };
    case "Home":
      return { row: whole ? 0 : row, column: 0 };
    case "End":
      return { row: whole ? last.row : row, column: last.column };
    default:
      return null;
  }
}

interface CellProps {
  task: string;
  variant: string;
  strip: readonly EvaluationCell[];
  place: string;
  isStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function MatrixCell({ task, variant, strip, place, isStop, onFocus, onKeyDown }: CellProps) {
  const taken = strip.flatMap((cell) => cell ?? []);
  const passed = taken.filter((cell) => cell.passed === true).length;
  const endings = [...new Set(taken.map((cell) => endingText(cell.ending)))].map(
    (name) => `${taken.filter((cell) => endingText(cell.ending) === name).length} ${name}`,
  );
  const label = t.cell(task, variant, passed, taken.length, strip.length - taken.length, endings.join(", "));
  const [first] = taken;
  return (
    <button
      type="button"
      className="matrix__cell"
      data-cell={place}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-disabled={first === undefined}
      title={label}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => {
        const address = runsAddress(taken);
        if (address !== null) go(address);
      }}
    >
      <span className="outcome-strip" aria-hidden="true">
        {strip.map((cell, repeat) => (
          <span key={repeat} className={`outcome outcome--${markOf(cell)}`} />
        ))}
      </span>
      <span className="numeric matrix__count" aria-hidden="true">
        {taken.length === 0 ? "–" : t.passedOf(passed, taken.length)}
      </span>
    </button>
  );
}

/** One run is opened; of several those that tell most are compared: passes and failures in turn. */
function runsAddress(cells: readonly NonNullable<EvaluationCell>[]): string | null {
  const [only] = cells;
  if (only === undefined) return null;
  if (cells.length === 1) return links.run(only.run);
  return links.compare(telling(cells).map((cell) => cell.run));
}

/** At most four; where some passed and some did not, two of each. */
function telling(cells: readonly NonNullable<EvaluationCell>[]): NonNullable<EvaluationCell>[] {
  const failed = cells.filter((cell) => cell.passed !== true);
  const passed = cells.filter((cell) => cell.passed === true);
  const half = COMPARED / 2;
  const fewFailed = failed.slice(0, Math.max(half, COMPARED - passed.length));
  return [...passed.slice(0, COMPARED - fewFailed.length), ...fewFailed];
}

function groupsOf(tasks: EvaluationDocument["tasks"]): { name: keyof typeof t.classes; tasks: Task[] }[] {
  const names = ["single", "chained", "edge", "none"] as const;
  const rows = tasks.map((task, row) => ({ ...task, row }));
  const ordered = names.flatMap((name) => rows.filter((task) => (task.class ?? "none") === name));
  const shown = ordered.map((task, index) => ({ ...task, shown: index }));
  return names.flatMap((name) => {
    const own = shown.filter((task) => (task.class ?? "none") === name);
    return own.length === 0 ? [] : [{ name, tasks: own }];
  });
}

function Legend() {
  return (
    <p className="evaluate-legend">
      <span className="secondary">{t.legend}</span>
      {MARKS.map((mark) => (
        <span key={mark} className="evaluate-legend__entry">
          <span className={`outcome outcome--${mark}`} aria-hidden="true" />
          {t.marks[mark]}
        </span>
      ))}
    </p>
  );
}
