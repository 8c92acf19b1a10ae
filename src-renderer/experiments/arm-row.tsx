// One arm of an experiment: what is changed, the outcome of every sample, rates, verdict, and the ways on from there.
import type { ExperimentArm, ExperimentDocument } from "../../src-shared/rpc/experiments.ts";
import { writeForkDraft } from "../data/fork-drafts.ts";
import { links } from "../data/links.ts";
import { EMPTY_DRAFT } from "../derive/fork-draft.ts";
import { Ending } from "../../src-shared/trace/vocabulary.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { ForkLink } from "../ui/fork-link.tsx";
import { m } from "../ui/messages/messages.ts";
import { RateBar } from "./rate-bar.tsx";

const t = m.experiments;

/** As many runs as stand side by side in a comparison. */
const COMPARED = 4;

const tones = { helps: "good", "no evidence": "neutral", hurts: "bad" } as const;

export interface ArmRowProps {
  arm: ExperimentArm;
  experiment: ExperimentDocument;
  /** Asked for "apply to variant". */
  onApply: (arm: ExperimentArm) => void;
}

export function ArmRow({ arm, experiment, onApply }: ArmRowProps) {
  const { run, turn, by } = experiment;
  const { compared } = arm;
  const tone = compared === null ? "neutral" : tones[compared.verdict];
  const runs = arm.strip.flatMap((cell) => cell?.run ?? []);
  const [first] = runs;
  return (
    <tr className="arm">
      <th scope="row">
        <span className="arm__name">{arm.name}</span>
        <span className="secondary arm__detail">{arm.detail}</span>
        <span className="arm__ways">
          {run !== null && turn !== null && arm.edits.length > 0 ? (
            <ForkLink
              href={links.fork(run, turn)}
              prepare={() => writeForkDraft(run, turn, { ...EMPTY_DRAFT, edits: arm.edits })}
            >
              {t.forkWith}
            </ForkLink>
          ) : null}
          {compared === null || run === null || arm.edits.length === 0 ? null : arm.not_for_variant === null ? (
            <Button small kind="quiet" onClick={() => onApply(arm)}>
              {t.apply.button}
            </Button>
          ) : null}
          {first === undefined ? null : (
            <LinkButton
              kind="quiet"
              href={runs.length === 1 ? links.run(first) : links.compare(runs.slice(0, COMPARED), { turn })}
            >
              {t.openSamples}
            </LinkButton>
          )}
        </span>
        {compared?.verdict === "helps" && run !== null && arm.not_for_variant !== null && arm.edits.length > 0 ? (
          <span className="secondary arm__detail">{t.apply.cannot(arm.not_for_variant)}</span>
        ) : null}
        <Mismatches arm={arm} />
      </th>
      <td>
        <Strip arm={arm} />
        {arm.errors === 0 ? null : <p className="secondary">{t.errors(arm.errors)}</p>}
      </td>
      {run === null ? null : (
        <td>
          <RateBar name={t.goingOn} rate={arm.going_on} tone={by === "going_on" ? tone : "neutral"} />
        </td>
      )}
      <td>
        <RateBar name={t.succeeded} rate={arm.succeeded} tone={by === "succeeded" ? tone : "neutral"} />
      </td>
      <td>
        {compared === null ? (
          <span className="secondary">{t.baseline}</span>
        ) : (
          <span className="arm__verdict">
            <Badge tone={tones[compared.verdict]}>{t.verdicts[compared.verdict]}</Badge>
            <span className="secondary numeric">{t.p(compared.p_adjusted)}</span>
          </span>
        )}
      </td>
      <td>
        <Endings arm={arm} />
      </td>
    </tr>
  );
}

/** The most frequent first. */
function Endings({ arm }: { arm: ExperimentArm }) {
  const rates = Object.entries(arm.ending_rates).toSorted(([, one], [, other]) => other.count - one.count);
  return (
    <ul className="arm__endings">
      {rates.map(([name, rate]) => {
        const ending = Ending.safeParse(name);
        return (
          <li key={name}>
            {ending.success ? m.vocabulary.endings[ending.data] : name}{" "}
            <span className="secondary numeric">{t.endingRate(rate.count, rate.samples, rate.low, rate.high)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Longer arguments are cut: the samples hold them whole. */
const ARGUMENTS_SHOWN = 120;

function Mismatches({ arm }: { arm: ExperimentArm }) {
  const { mismatches } = arm;
  if (mismatches.length === 0) return null;
  const total = mismatches.reduce((sum, { count }) => sum + count, 0);
  return (
    <details className="arm__mismatches">
      <summary>{t.mismatches(total)}</summary>
      <ul>
        {mismatches.map(({ tool, arguments: args, count, ran }, index) => {
          const text = JSON.stringify(args);
          const shown = text.length > ARGUMENTS_SHOWN ? `${text.slice(0, ARGUMENTS_SHOWN)}…` : text;
          return (
            <li key={index} className="mono">
              {t.mismatch(tool, shown, count, ran)}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Strip({ arm }: { arm: ExperimentArm }) {
  return (
    <ol className="strip-cells" aria-label={t.strip}>
      {arm.strip.map((cell, index) => {
        const text = t.sample(index, cell === null ? t.notTaken : t.outcomes[cell.outcome]);
        const look = `strip-cell strip-cell--${cell?.outcome ?? "open"}`;
        return (
          <li key={index}>
            {cell?.run ? (
              <a className={look} href={links.run(cell.run)} title={text} aria-label={text} />
            ) : (
              <span className={look} title={text} role="img" aria-label={text} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
