// Quartiles of several lists of numbers on a common axis from 0: whiskers, box and median; and the same in words.
import "./chart.css";

export interface SpreadRow {
  label: string;
  /** Null: nothing was measured. */
  spread: { min: number; low: number; median: number; high: number; max: number } | null;
  /** The row in words, read out. */
  text: string;
}

const WIDTH = 240;
const ROW = 24;
const PAD = 8;

export function SpreadChart({ rows, format }: { rows: readonly SpreadRow[]; format: (value: number) => string }) {
  const top = Math.max(1, ...rows.flatMap((row) => row.spread?.max ?? []));
  const x = (value: number) => PAD + (value / top) * (WIDTH - 2 * PAD);
  return (
    <div className="chart-rows">
      {rows.map(({ label, spread, text }) => (
        <div key={label} className="chart-row">
          <span className="chart-row__label">{label}</span>
          <svg viewBox={`0 0 ${WIDTH} ${ROW}`} role="img" aria-label={text}>
            <line className="chart-grid-line" x1={x(0)} x2={x(0)} y1={0} y2={ROW} />
            {spread === null ? null : (
              <>
                <line className="chart-whisker" x1={x(spread.min)} x2={x(spread.max)} y1={ROW / 2} y2={ROW / 2} />
                <rect
                  className="chart-interval"
                  x={x(spread.low)}
                  width={Math.max(1, x(spread.high) - x(spread.low))}
                  y={ROW / 2 - 7}
                  height={14}
                  rx={2}
                />
                <line
                  className="chart-median"
                  x1={x(spread.median)}
                  x2={x(spread.median)}
                  y1={ROW / 2 - 9}
                  y2={ROW / 2 + 9}
                />
              </>
            )}
          </svg>
          <span className="chart-row__value numeric" aria-hidden="true">
            {spread === null ? "–" : format(spread.median)}
          </span>
        </div>
      ))}
      <div className="chart-row" aria-hidden="true">
        <span />
        <svg viewBox={`0 0 ${WIDTH} 14`}>
          <text className="chart-text" x={x(0)} y={11}>
            0
          </text>
          <text className="chart-text" x={x(top)} y={11} textAnchor="end">
            {format(top)}
          </text>
        </svg>
        <span />
      </div>
    </div>
  );
}
