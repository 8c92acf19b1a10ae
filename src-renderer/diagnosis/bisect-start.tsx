// The way from a suspicion to an experiment: what a bisect would send, how many samples tell anything, and its start.
import { useState } from "react";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { links } from "../data/links.ts";
import { go } from "../data/location.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox, TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { errorText, Notice, Spinner } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";

const t = m.diagnosis;

export function BisectStart({ run }: { run: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="why__part bisect" aria-label={t.bisect}>
      <div className="why__line">
        <Button icon="search" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t.bisect}
        </Button>
        <span className="secondary bisect__help">{t.bisectHelp}</span>
      </div>
      {open ? <BisectForm run={run} /> : null}
    </section>
  );
}

const DEFAULT_SAMPLES = 20;

function BisectForm({ run }: { run: string }) {
  const [text, setText] = useState(String(DEFAULT_SAMPLES));
  const samples = /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000 ? Number(text) : null;
  const [endpoint, setEndpoint] = useState("");
  const [model, setModel] = useState("");
  const [allow, setAllow] = useState<readonly string[]>([]);
  const url = endpoint.trim();
  const badUrl = url !== "" && url !== "demo" && !/^https?:\/\/\S+$/.test(url);
  const base = { run, samples: samples ?? DEFAULT_SAMPLES, allow: [...allow] };
  const other = url === "" || badUrl ? null : { url, model: model.trim() === "" ? null : model.trim() };
  // The endpoint is asked only when it starts: a plan at every key that is typed would knock on half addresses.
  const plan = useCall("experiments.plan_bisect", base, { keepPrevious: true });
  const start = useMutationCall("experiments.start_bisect", {
    invalidates: ["experiments.list", "experiments.plan_bisect"],
    onSuccess: ({ id }) => go(links.experiment(id)),
    onError: (error) => showToast("error", errorText(error)),
  });
  if (plan.error) return <Notice tone="bad">{errorText(plan.error)}</Notice>;
  if (!plan.data) return <Spinner inline label={t.bisectLoading} />;
  const { changes, estimate, live_tools: live } = plan.data;
  const count = changes.length + (other === null ? 0 : 1);
  if (changes.length === 0) return <Notice tone="info">{t.bisectNoChanges}</Notice>;
  const submit = () => {
    if (samples !== null && !badUrl && !start.isPending) start.mutate({ ...base, endpoint: other });
  };
  return (
    <div className="bisect__form">
      <TextField
        label={t.bisectSamples}
        inputMode="numeric"
        value={text}
        problem={samples === null ? t.bisectBad : null}
        onChange={setText}
        onSubmit={submit}
        fieldClassName="bisect__samples"
      />
      <div className="bisect__plan">
        {samples === null ? null : <p>{t.bisectTotal(count, samples, samples * (count + 1))}</p>}
        <p className="secondary">{t.bisectNeeded(estimate.from, estimate.to, estimate.needed)}</p>
        {samples !== null && samples < estimate.fewest ? (
          <Notice tone="warning">{t.bisectTooFew(estimate.fewest)}</Notice>
        ) : null}
        <ul className="bisect__changes">
          {changes.map((change) => (
            <li key={change.name} title={change.detail}>
              {change.name}
            </li>
          ))}
          {other === null ? null : <li>{t.bisectEndpointChange(other.url)}</li>}
        </ul>
        <details className="bisect__more">
          <summary>{t.bisectMore}</summary>
          <div className="bisect__pair">
            <TextField
              label={t.bisectEndpoint}
              hint={t.bisectEndpointHint}
              problem={badUrl ? m.newRun.endpointNoUrl : null}
              value={endpoint}
              onChange={setEndpoint}
            />
            <TextField label={m.newRun.model} hint={t.bisectModelHint} value={model} onChange={setModel} />
          </div>
          {live.length === 0 ? (
            <p className="secondary">{t.bisectNoLive}</p>
          ) : (
            <fieldset className="bisect__live">
              <legend>{t.bisectLive}</legend>
              {live.map(({ tool, at_hand: atHand }) => (
                <Checkbox
                  key={tool}
                  checked={allow.includes(tool)}
                  disabled={!atHand}
                  onChange={(on) => setAllow(on ? [...allow, tool] : allow.filter((name) => name !== tool))}
                  label={<span className="mono">{tool}</span>}
                  {...(atHand ? {} : { hint: m.experiments.start.notAtHand })}
                />
              ))}
            </fieldset>
          )}
        </details>
        <p className="why__line">
          <Button kind="primary" icon="play" disabled={samples === null || badUrl || start.isPending} onClick={submit}>
            {start.isPending ? t.bisectStarting : plan.data.goes_on_with === null ? t.bisectStart : t.bisectGoOn}
          </Button>
          <a href={links.newExperiment({ run, turn: plan.data.turn })}>{t.bisectVariants}</a>
          <a href={links.experiments()}>{t.seeExperiments}</a>
        </p>
      </div>
    </div>
  );
}
