// Curves of a share (0 to 1) over whole numbers, told apart by colour, dash and the shape of their points; a legend names them.
import "./chart.css";

export interface ChartLine {
  label: string;
  points: readonly { x: number; y: number }[];
  /** The curve in words, read out. */
  text: string;
}

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 34;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 22;
/** As many looks as there are; more curves begin again. */
const LOOKS = 6;

export function LineChart({ lines }: { lines: readonly ChartLine[] }) {
  const most = Math.max(1, ...lines.flatMap((line) => line.points.map((point) => point.x)));
  const x = (value: number) =>
    most === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + ((value - 1) / (most - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);
  // At most eight numbers along the axis.
  const step = Math.ceil(most / 8);
  const ticks = Array.from({ length: most }, (_, index) => index + 1).filter((tick) => (tick - 1) % step === 0);
  return (
    <>
      <svg
        className="line-chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={lines.map((line) => line.text).join("; ")}
      >
        {[0, 0.5, 1].map((tick) => (
          <g key={tick}>
            <line className="chart-grid-line" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className="chart-text" x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {ticks.map((tick) => (
          <text key={tick} className="chart-text" x={x(tick)} y={HEIGHT - 6} textAnchor="middle">
            {tick}
          </text>
        ))}
        {lines.map((line, index) => (
          <g key={line.label} className={`chart-line chart-line--${index % LOOKS}`}>
            <polyline points={line.points.map((point) => `${x(point.x)},${y(point.y)}`).join(" ")} />
            {line.points.map((point) => (
              <circle key={point.x} cx={x(point.x)} cy={y(point.y)} r={3} />
            ))}
          </g>
        ))}
      </svg>
      <ul className="chart-legend" aria-hidden="true">
        {lines.map((line, index) => (
          <li key={line.label}>
            <svg viewBox="0 0 26 10" width="26" height="10" className={`chart-line chart-line--${index % LOOKS}`}>
              <polyline points="0,5 26,5" />
            </svg>
            {line.label}
          </li>
        ))}
      </ul>
    </>
  );
}
