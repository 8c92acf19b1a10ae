// A rate with its 95 % Wilson interval: a dot on a line from 0 to 1, the interval as a bar, and the same in words.
import type { Rate } from "../../src-shared/cli/documents.ts";
import { m } from "../ui/messages/messages.ts";

const t = m.experiments;
const WIDTH = 110;
const HEIGHT = 18;
/** Room for the dot at both ends. */
const PAD = 5;

export function RateBar({ name, rate, tone }: { name: string; rate: Rate; tone: "good" | "bad" | "neutral" }) {
  const x = (value: number) => PAD + value * (WIDTH - 2 * PAD);
  const { count, samples, low, high } = rate;
  return (
    <span className={`rate rate--${tone}`}>
      <svg width={WIDTH} height={HEIGHT} role="img" aria-label={t.rateText(name, count, samples, low, high)}>
        <line className="rate__axis" x1={x(0)} x2={x(1)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {samples === 0 ? null : (
          <>
            <rect
              className="rate__interval"
              x={x(low)}
              width={Math.max(1, x(high) - x(low))}
              y={HEIGHT / 2 - 4}
              height={8}
              rx={4}
            />
            <circle className="rate__dot" cx={x(rate.rate)} cy={HEIGHT / 2} r={4} />
          </>
        )}
      </svg>
      <span className="rate__text numeric" aria-hidden="true">
        {samples === 0 ? (
          m.common.notKnown
        ) : (
          <>
            {t.rate(count, samples)} <span className="secondary">{t.interval(low, high)}</span>
          </>
        )}
      </span>
    </span>
  );
}
