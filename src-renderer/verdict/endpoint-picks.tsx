// The other endpoints of an A/B: saved and found servers, the demo model, and any address; each that is ticked is looked at at once.
import { useCallback, useEffect, useState } from "react";
import { useCall } from "../data/hooks.ts";
import { SimulatedMark } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox, TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { Combobox } from "../ui/select.tsx";
import { errorText, Notice, Spinner } from "../ui/states.tsx";
import type { EndpointPick } from "./ab-choice.ts";

const t = m.ab;
const DEMO = "demo";

function emptyPick(url: string, label: string): EndpointPick {
  return { url, label, on: false, model: "", fallback: "", blocked: false };
}

export interface EndpointPicksProps {
  /** The recorded endpoint: it is an arm already, and another one only with another model. */
  recorded: string;
  /** The recorded model, which is proposed where it is listed. */
  model: string;
  /** Servers on this machine are looked for, and ticked once they are found. */
  preferred: boolean;
  picks: readonly EndpointPick[];
  /** Given how to change what is chosen: several servers answer at about the same time. */
  onChange(change: (picks: readonly EndpointPick[]) => readonly EndpointPick[]): void;
}

export function EndpointPicks({ recorded, model, preferred, picks, onChange }: EndpointPicksProps) {
  const saved = useCall("endpoints.list", {});
  const found = useCall("endpoints.discover", {}, { staleTime: 30_000 });
  const known = new Map<string, { label: string; simulated: boolean }>();
  for (const server of saved.data?.endpoints ?? []) known.set(server.url, server);
  for (const server of found.data?.found ?? []) {
    if (server.reachable && !known.has(server.url)) {
      known.set(server.url, { label: server.server ?? server.url, simulated: false });
    }
  }
  for (const pick of picks) if (!known.has(pick.url)) known.set(pick.url, { label: pick.label, simulated: false });
  const pickOf = (url: string) => picks.find((pick) => pick.url === url);
  const put = useCallback(
    (pick: EndpointPick) =>
      onChange((all) =>
        all.some((other) => other.url === pick.url)
          ? all.map((other) => (other.url === pick.url ? pick : other))
          : [...all, pick],
      ),
    [onChange],
  );
  return (
    <fieldset className="ab-picks">
      <legend className="field__label">{t.endpoints}</legend>
      {saved.isPending ? <Spinner inline /> : null}
      {[...known].map(([url, { label, simulated }]) => {
        // A server that the verdict points to is ticked until the person says otherwise; the demo model never is.
        const pick = pickOf(url) ?? emptyPick(url, label);
        return (
          <Pick
            key={url}
            pick={pick}
            label={label}
            simulated={simulated}
            recordedModel={url === recorded ? model : null}
            preferredModel={model}
            propose={preferred && !simulated && url !== recorded && pickOf(url) === undefined}
            onChange={put}
          />
        );
      })}
      <AddAddress
        onAdd={(url) => put({ ...emptyPick(url, url), on: true, blocked: true })}
        known={(url) => known.has(url)}
      />
    </fieldset>
  );
}

function Pick({
  pick,
  label,
  simulated,
  recordedModel,
  preferredModel,
  propose,
  onChange,
}: {
  pick: EndpointPick;
  label: string;
  simulated: boolean;
  /** Set for the recorded endpoint. */
  recordedModel: string | null;
  preferredModel: string;
  propose: boolean;
  onChange(pick: EndpointPick): void;
}) {
  const check = useCall("endpoints.check", pick.on || propose ? { url: pick.url } : null, { staleTime: 15_000 });
  const status = check.data;
  const models = (status?.models ?? []).filter((name) => name !== recordedModel);
  const there = status?.reachable === true && models.length > 0;
  const fallback = models.includes(preferredModel) ? preferredModel : (models[0] ?? "");
  const on = pick.on || (propose && there);
  const blocked = on && !there;
  const { on: wasOn, blocked: wasBlocked, fallback: hadFallback } = pick;
  // What the server answered belongs to what is sent, so it is told upwards once it is known.
  useEffect(() => {
    if (!on || (wasOn && wasBlocked === blocked && hadFallback === fallback)) return;
    onChange({ ...pick, on, blocked, fallback });
  }, [on, blocked, fallback, wasOn, wasBlocked, hadFallback, pick, onChange]);
  return (
    <div className="ab-pick">
      <div className="ab-pick__name">
        <Checkbox
          label={
            <>
              {label} {label === pick.url ? null : <span className="mono muted">{pick.url}</span>}
            </>
          }
          checked={pick.on}
          onChange={(wanted) => onChange({ ...pick, on: wanted, blocked: wanted && !there })}
        />
        {simulated || pick.url === DEMO ? <SimulatedMark /> : null}
      </div>
      {pick.on && there ? (
        <Combobox
          label={t.modelOf}
          value={pick.model}
          placeholder={fallback}
          options={models.map((name) => ({ value: name, label: name }))}
          onChange={(name) => onChange({ ...pick, model: name })}
        />
      ) : null}
      {pick.on ? <Look status={status} isFetching={check.isFetching} error={check.error} none={!there} /> : null}
    </div>
  );
}

function Look({
  status,
  isFetching,
  error,
  none,
}: {
  status: { reachable: boolean; detail: string } | undefined;
  isFetching: boolean;
  error: Error | null;
  none: boolean;
}) {
  if (error) return <Notice tone="bad">{errorText(error)}</Notice>;
  if (!status) return isFetching ? <Spinner inline label={t.checking} /> : null;
  if (!status.reachable) return <Notice tone="bad">{status.detail}</Notice>;
  return none ? <Notice tone="bad">{t.noModel}</Notice> : null;
}

function AddAddress({ onAdd, known }: { onAdd(url: string): void; known(url: string): boolean }) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const url = text.trim().replace(/\/+$/, "");
  const right = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const add = () => {
    setTried(true);
    if (!right) return;
    if (!known(url)) onAdd(url);
    setText("");
    setTried(false);
  };
  return (
    <div className="ab-picks__add">
      <TextField
        label={t.endpointAdd}
        hint={t.endpointAddHint}
        value={text}
        onChange={setText}
        onSubmit={add}
        placeholder={m.settings.urlPlaceholder}
        problem={tried && !right ? t.endpointWrong : null}
        spellCheck={false}
        mono
      />
      <Button small icon="plus" disabled={url === ""} onClick={add}>
        {t.add}
      </Button>
    </div>
  );
}
