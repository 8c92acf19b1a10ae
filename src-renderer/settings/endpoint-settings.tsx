// The list of servers: what is saved, what is found on this machine, and the form that adds one.
import { useState } from "react";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { ErrorState, Notice, Spinner } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";
import { EndpointRow } from "./endpoint-row.tsx";

export function EndpointSettings() {
  const saved = useCall("endpoints.list", {});
  const discover = useMutationCall("endpoints.discover");
  const save = useMutationCall("endpoints.save", {
    invalidates: ["endpoints.list"],
    onSuccess: (_output, input) => showToast("done", m.settings.saved(input.label)),
    onError: (error) => showToast("error", error.message),
  });
  const remove = useMutationCall("endpoints.remove", {
    invalidates: ["endpoints.list"],
    onSuccess: (_output, input) => showToast("done", m.settings.removed(input.url)),
    onError: (error) => showToast("error", error.message),
  });
  const endpoints = saved.data?.endpoints ?? [];
  const found = discover.data?.found.filter((server) => server.reachable) ?? [];
  return (
    <section className="settings__section" aria-label={m.settings.endpoints}>
      <h2>{m.settings.endpoints}</h2>
      <p className="secondary">{m.settings.endpointsBody}</p>
      {saved.error ? <ErrorState error={saved.error} onRetry={() => void saved.refetch()} /> : null}
      {saved.isPending ? <Spinner /> : null}
      {saved.data && endpoints.every((server) => server.simulated) ? (
        <p className="muted">{m.settings.noEndpoints}</p>
      ) : null}
      <ul className="settings__endpoints">
        {endpoints.map((server) => (
          <EndpointRow
            key={server.url}
            endpoint={server}
            onRemove={server.simulated ? null : () => remove.mutate({ url: server.url })}
          />
        ))}
      </ul>
      <div className="settings__row">
        <Button icon="search" disabled={discover.isPending} onClick={() => discover.mutate({})}>
          {discover.isPending ? m.settings.discovering : m.settings.discover}
        </Button>
      </div>
      {discover.error ? <Notice tone="bad">{discover.error.message}</Notice> : null}
      {discover.data && found.length === 0 ? <Notice tone="info">{m.settings.discoverNone}</Notice> : null}
      {found.length === 0 ? null : (
        <ul className="settings__found" aria-label={m.settings.found}>
          {found.map((server) => (
            <li key={server.url} className="settings__row">
              <span className="settings__found-name">
                {server.server ?? server.url} <span className="mono muted">{server.url}</span>
              </span>
              <span className="secondary">{server.detail}</span>
              <Button
                small
                icon="plus"
                disabled={endpoints.some((other) => other.url === server.url)}
                onClick={() =>
                  save.mutate({ url: server.url, label: server.server ?? server.url, simulated: false, key_env: null })
                }
              >
                {m.settings.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddEndpoint known={endpoints.map((server) => server.url)} onAdd={(endpoint) => save.mutate(endpoint)} />
    </section>
  );
}

interface NewEndpoint {
  url: string;
  label: string;
  simulated: false;
  key_env: string | null;
}

function AddEndpoint({ known, onAdd }: { known: readonly string[]; onAdd: (endpoint: NewEndpoint) => void }) {
  const [url, setUrl] = useState("");
  const [label, setLabel] = useState("");
  const [keyEnv, setKeyEnv] = useState("");
  const [tried, setTried] = useState(false);
  const address = url.trim();
  const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  const urlProblem = !isAddress ? m.settings.urlWrong : known.includes(address) ? m.settings.urlKnown : null;
  const keyProblem =
    keyEnv.trim() === "" || /^[A-Za-z_][A-Za-z0-9_]*$/.test(keyEnv.trim()) ? null : m.settings.keyEnvWrong;
  const add = () => {
    setTried(true);
    if (urlProblem !== null || keyProblem !== null) return;
    onAdd({
      url: address,
      label: label.trim() || new URL(address).host,
      simulated: false,
      key_env: keyEnv.trim() || null,
    });
    setUrl("");
    setLabel("");
    setKeyEnv("");
    setTried(false);
  };
  return (
    <div className="settings__add" role="group" aria-label={m.settings.addTitle}>
      <h3>{m.settings.addTitle}</h3>
      <div className="settings__add-fields">
        <TextField
          label={m.settings.url}
          value={url}
          onChange={setUrl}
          onSubmit={add}
          placeholder={m.settings.urlPlaceholder}
          problem={tried ? urlProblem : null}
          spellCheck={false}
        />
        <TextField
          label={m.settings.label}
          value={label}
          onChange={setLabel}
          onSubmit={add}
          placeholder={m.settings.labelPlaceholder}
        />
        <TextField
          label={m.settings.keyEnv}
          hint={m.settings.keyEnvHint}
          value={keyEnv}
          onChange={setKeyEnv}
          onSubmit={add}
          placeholder={m.settings.keyEnvPlaceholder}
          problem={keyEnv === "" ? null : keyProblem}
          spellCheck={false}
          autoComplete="off"
        />
      </div>
      <Button icon="plus" onClick={add}>
        {m.settings.add}
      </Button>
    </div>
  );
}
