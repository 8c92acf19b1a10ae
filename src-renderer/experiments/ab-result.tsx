// The arms of an A/B: what came how often against the baseline, and the answers side by side, one sample at a time.
import { useState } from "react";
import type { AbArm, AbOutcome } from "../../src-shared/rpc/ab.ts";
import { useCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { writeForkDraft } from "../data/fork-drafts.ts";
import { EMPTY_DRAFT } from "../derive/fork-draft.ts";
import { Badge } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";
import { ForkLink } from "../ui/fork-link.tsx";
import { formatDuration } from "../ui/messages/format.ts";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, Spinner } from "../ui/states.tsx";
import { AbAnswers } from "./ab-answers.tsx";
import "./ab-result.css";
import { RateBar } from "./rate-bar.tsx";

const t = m.ab;

const tones = { helps: "good", "no evidence": "neutral", hurts: "bad" } as const;

export function AbResult({ id }: { id: string }) {
  const loaded = useCall("ab.get", { id }, { keepPrevious: true });
  const [index, setIndex] = useState(0);
  if (loaded.error) return <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <Spinner />;
  const { arms, run, turn, samples, seed } = loaded.data;
  return (
    <>
      <div className="experiments__scroll">
        <table className="arms ab-arms">
          <thead>
            <tr>
              <th scope="col">{t.arm}</th>
              <th scope="col">{t.answers}</th>
              <th scope="col" title={t.goingOnHelp}>
                {t.goingOn}
              </th>
              <th scope="col">{t.why}</th>
              <th scope="col">{t.finish}</th>
              <th scope="col" title={t.latencyHelp}>
                {t.latency}
              </th>
              <th scope="col" title={t.verdictHelp}>
                {t.against}
              </th>
            </tr>
          </thead>
          <tbody>
            {arms.map((arm) => (
              <Row key={arm.name} arm={arm} run={run} turn={turn} index={index} onIndex={setIndex} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="legend">
        <span className="secondary">{t.legendLine}</span>
        {(["call", "text_call", "stop", "error"] as const).map((outcome) => (
          <span key={outcome} className="legend__entry">
            <span className={cellLook(outcome)} aria-hidden="true" />
            {t.outcomes[outcome]}
          </span>
        ))}
      </p>
      <AbAnswers id={id} arms={arms} index={index} samples={samples} onIndex={setIndex} />
      <p className="secondary">{t.verdictHelp}</p>
      <p className="secondary">
        {t.nothingRan} {m.experiments.seeds[seed]}
      </p>
    </>
  );
}

function cellLook(outcome: AbOutcome | null): string {
  return `strip-cell ab-cell--${outcome ?? "open"}`;
}

interface RowProps {
  arm: AbArm;
  run: string | null;
  turn: number | null;
  index: number;
  onIndex(index: number): void;
}

function Row({ arm, run, turn, index, onIndex }: RowProps) {
  const { compared, latency_ms: latency, ttft_ms: ttft, edits } = arm;
  const tone = compared === null ? "neutral" : tones[compared.verdict];
  return (
    <tr className="arm">
      <th scope="row">
        <span className="arm__name">{arm.name}</span>
        <span className="secondary arm__detail">{arm.detail}</span>
        {arm.adaptations.length === 0 ? null : (
          <span className="secondary arm__detail">{t.adapted(arm.adaptations)}</span>
        )}
        {run === null || turn === null || edits.length === 0 ? null : (
          <span className="arm__ways">
            <ForkLink href={links.fork(run, turn)} prepare={() => writeForkDraft(run, turn, { ...EMPTY_DRAFT, edits })}>
              {m.experiments.forkWith}
            </ForkLink>
          </span>
        )}
      </th>
      <td>
        <Strip arm={arm} index={index} onIndex={onIndex} />
        <Counts arm={arm} />
      </td>
      <td>
        <RateBar name={t.goingOn} rate={arm.going_on} tone={tone} />
      </td>
      <td>
        <Lines
          lines={[
            ...arm.verdicts.map(({ verdict, whose, count }) =>
              t.times(count, `${m.diagnosis.verdicts[verdict]} (${m.diagnosis.whose[whose]})`),
            ),
            ...arm.errors.map(({ category, message, count }) => t.times(count, `${category}: ${message}`)),
          ]}
        />
      </td>
      <td>
        <Lines lines={arm.finish_reasons.map(({ reason, count }) => t.times(count, reason ?? t.nothingSent))} />
      </td>
      <td className="numeric">
        {latency === null ? (
          m.common.notKnown
        ) : (
          <>
            {formatDuration(latency.median)}
            {latency.low === latency.high ? null : (
              <span className="secondary ab-arms__line">{t.spread(latency.low, latency.high)}</span>
            )}
            {ttft === null || !arm.stream ? null : (
              <span className="secondary ab-arms__line">{t.firstToken(ttft.median)}</span>
            )}
          </>
        )}
      </td>
      <td>
        {compared === null ? (
          <span className="secondary">{m.experiments.baseline}</span>
        ) : (
          <span className="arm__verdict">
            <Badge tone={tones[compared.verdict]}>{m.experiments.verdicts[compared.verdict]}</Badge>
            <span className="secondary numeric">{m.experiments.p(compared.p_adjusted)}</span>
          </span>
        )}
      </td>
    </tr>
  );
}

/** Each cell chooses its sample, for all arms at once. */
function Strip({ arm, index, onIndex }: Pick<RowProps, "arm" | "index" | "onIndex">) {
  return (
    <ol className="strip-cells" aria-label={m.experiments.strip}>
      {arm.strip.map((outcome, at) => {
        const text = t.sample(at, outcome);
        return (
          <li key={at}>
            <button
              type="button"
              className={classNames(cellLook(outcome), "ab-cell", at === index && "ab-cell--chosen")}
              title={text}
              aria-label={text}
              aria-pressed={at === index}
              onClick={() => onIndex(at)}
            />
          </li>
        );
      })}
    </ol>
  );
}

function Counts({ arm }: { arm: AbArm }) {
  const shown = (["call", "text_call", "stop", "error"] as const).filter((outcome) => (arm.outcomes[outcome] ?? 0) > 0);
  return <Lines lines={shown.map((outcome) => t.count(outcome, arm.outcomes[outcome] ?? 0))} />;
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="ab-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
