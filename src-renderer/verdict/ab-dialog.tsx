// Which arms an A/B has: streaming, thinking, other endpoints (a server matrix), and samples of each. Opens with what the verdict suggests.
import { useState } from "react";
import type { AbPlanDocument } from "../../src-shared/rpc/ab.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox, TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, errorText, Notice, Spinner } from "../ui/states.tsx";
import { countArms, fewestSamples, parseSamples, type EndpointPick } from "./ab-choice.ts";
import { EndpointPicks } from "./endpoint-picks.tsx";

const t = m.ab;

export function AbDialog({ run, turn, onClose }: { run: string; turn: number; onClose: () => void }) {
  const plan = useCall("ab.plan", { run, turn }, { staleTime: Infinity });
  if (plan.data) return <Form plan={plan.data} onClose={onClose} />;
  return (
    <Dialog open title={t.dialogTitle(turn)} description={t.dialogText} onClose={onClose}>
      {plan.error ? <ErrorState error={plan.error} onRetry={() => void plan.refetch()} /> : <Spinner />}
    </Dialog>
  );
}

const DEFAULT_SAMPLES = 10;

/** An A/B has at most this many arms beside its baseline; the core refuses more. */
const MOST_ARMS = 48;

function Form({ plan, onClose }: { plan: AbPlanDocument; onClose: () => void }) {
  const { run, turn, recorded, suggested } = plan;
  const [stream, setStream] = useState<readonly boolean[]>(suggested.stream);
  const [thinking, setThinking] = useState<readonly boolean[]>(suggested.thinking);
  const [picks, setPicks] = useState<readonly EndpointPick[]>([]);
  const [text, setText] = useState(String(DEFAULT_SAMPLES));
  const samples = parseSamples(text);
  const start = useMutationCall("ab.start", {
    invalidates: ["experiments.list"],
    onSuccess: ({ id }) => go(links.experiment(id)),
  });
  const chosen = picks.filter((pick) => pick.on);
  const arms = countArms(recorded, stream, thinking, chosen.length);
  const blocked = chosen.some((pick) => pick.blocked);
  const elsewhere = recorded.endpoint === "" && chosen.length === 0;
  const ready = samples !== null && !blocked && !elsewhere && arms - 1 <= MOST_ARMS && !start.isPending;
  const submit = () => {
    if (!ready || samples === null) return;
    const endpoints = chosen.map(({ url, model, fallback }) => ({ url, model: model.trim() || fallback || null }));
    start.mutate({ run, turn, stream: [...stream], thinking: [...thinking], endpoints, samples });
  };
  const fewest = fewestSamples(arms - 1);
  return (
    <Dialog
      open
      width="wide"
      title={t.dialogTitle(turn)}
      description={t.dialogText}
      onClose={onClose}
      footer={
        <>
          <span className="secondary numeric ab-form__total">{samples === null ? "" : t.total(arms, samples)}</span>
          <Button kind="quiet" onClick={onClose}>
            {m.common.cancel}
          </Button>
          <Button kind="primary" icon="play" disabled={!ready} onClick={submit}>
            {start.isPending ? t.beginning : t.begin}
          </Button>
        </>
      }
    >
      <div className="ab-form">
        <p>
          <span className="secondary">{t.recorded}:</span>{" "}
          {recorded.endpoint === ""
            ? t.recordedElsewhere
            : `${recorded.label}, ${t.recordedFacts(recorded.model, recorded.stream, recorded.thinking)}`}
        </p>
        {suggested.because === null ? null : (
          <Notice tone="info">
            {t.proposed} {suggested.because}
          </Notice>
        )}
        <div className="ab-form__pair">
          <OnOff label={t.stream} recorded={recorded.stream} value={stream} onChange={setStream} />
          <OnOff label={t.thinking} recorded={recorded.thinking} value={thinking} onChange={setThinking} />
          <TextField
            label={t.samples}
            inputMode="numeric"
            value={text}
            onChange={setText}
            onSubmit={submit}
            problem={samples === null ? t.samplesBad : null}
          />
        </div>
        <EndpointPicks
          recorded={recorded.endpoint}
          model={recorded.model}
          preferred={suggested.other_endpoints}
          picks={picks}
          onChange={setPicks}
        />
        {arms - 1 > MOST_ARMS ? <Notice tone="bad">{t.tooMany(MOST_ARMS)}</Notice> : null}
        {samples !== null && arms > 1 && samples < fewest ? <Notice tone="info">{t.fewest(fewest)}</Notice> : null}
        {arms === 1 && !elsewhere ? <p className="secondary">{t.nothing}</p> : null}
        {blocked ? <p className="secondary">{t.blocked}</p> : null}
        {start.error ? <Notice tone="bad">{errorText(start.error)}</Notice> : null}
      </div>
    </Dialog>
  );
}

/** Either, both or none; what was recorded is always among the arms, so only the other value adds one. */
function OnOff({
  label,
  recorded,
  value,
  onChange,
}: {
  label: string;
  recorded: boolean | null;
  value: readonly boolean[];
  onChange: (value: readonly boolean[]) => void;
}) {
  return (
    <fieldset className="ab-form__onoff">
      <legend className="field__label">{label}</legend>
      {[true, false].map((choice) => {
        const isRecorded = choice === recorded;
        const name = `${choice ? t.on : t.off}${isRecorded ? ` (${t.recordedMark})` : ""}`;
        return (
          <Checkbox
            key={name}
            label={name}
            checked={isRecorded || value.includes(choice)}
            disabled={isRecorded}
            onChange={(on) => onChange(on ? [...value, choice] : value.filter((other) => other !== choice))}
          />
        );
      })}
    </fieldset>
  );
}
