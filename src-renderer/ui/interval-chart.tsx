// Rates with their intervals, one row each on a common axis from 0 to 100 %: a dot, its interval as a bar, and the same in words.
import type { Rate } from "../../src-shared/cli/documents.ts";
import "./chart.css";

export interface IntervalRow {
  label: string;
  rate: Rate;
  /** The row in words, read out. */
  text: string;
}

const WIDTH = 240;
const ROW = 24;
/** Room for the dot at both ends. */
const PAD = 8;

export function IntervalChart({ rows }: { rows: readonly IntervalRow[] }) {
  const x = (value: number) => PAD + value * (WIDTH - 2 * PAD);
  return (
    <div className="chart-rows">
      {rows.map(({ label, rate, text }) => (
        <div key={label} className="chart-row">
          <span className="chart-row__label">{label}</span>
          <svg viewBox={`0 0 ${WIDTH} ${ROW}`} role="img" aria-label={text}>
            {[0, 0.5, 1].map((tick) => (
              <line key={tick} className="chart-grid-line" x1={x(tick)} x2={x(tick)} y1={0} y2={ROW} />
            ))}
            {rate.samples === 0 ? null : (
              <>
                <rect
                  className="chart-interval"
                  x={x(rate.low)}
                  width={Math.max(1, x(rate.high) - x(rate.low))}
                  y={ROW / 2 - 5}
                  height={10}
                  rx={5}
                />
                <circle className="chart-dot" cx={x(rate.rate)} cy={ROW / 2} r={4.5} />
              </>
            )}
          </svg>
          <span className="chart-row__value numeric" aria-hidden="true">
            {rate.samples === 0 ? "–" : `${Math.round(rate.rate * 100)} %`}
          </span>
        </div>
      ))}
      <div className="chart-row" aria-hidden="true">
        <span />
        <svg viewBox={`0 0 ${WIDTH} 14`}>
          <text className="chart-text" x={x(0)} y={11}>
            0
          </text>
          <text className="chart-text" x={x(0.5)} y={11} textAnchor="middle">
            50
          </text>
          <text className="chart-text" x={x(1)} y={11} textAnchor="end">
            100 %
          </text>
        </svg>
        <span />
      </div>
    </div>
  );
}
