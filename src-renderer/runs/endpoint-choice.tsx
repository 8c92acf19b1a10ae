// Which server and model a new run uses: the demo model, saved and discovered servers, or an address; asked for its models at once.
import { useCallback, useEffect, useState } from "react";
import { useCall } from "../data/hooks.ts";
import { SimulatedMark } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { Combobox, type SelectOption } from "../ui/select.tsx";
import { Notice, Spinner } from "../ui/states.tsx";
import { useLoadingWait } from "../ui/use-loading-wait.ts";
import { DEMO, isServerUrl } from "./new-run-draft.ts";

/** A pause in typing after which the address is asked, in milliseconds. */
const TYPING_PAUSE_MS = 400;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export interface EndpointChoiceProps {
  endpoint: string;
  model: string;
  /** The variant's own model, which stands in for an empty field. */
  variantModel: string | null;
  problem: string | null;
  onEndpoint: (endpoint: string) => void;
  onModel: (model: string) => void;
}

export function EndpointChoice({ endpoint, model, variantModel, problem, onEndpoint, onModel }: EndpointChoiceProps) {
  const saved = useCall("endpoints.list", {});
  const found = useCall("endpoints.discover", {}, { staleTime: 30_000 });
  const options = new Map<string, SelectOption>([
    [DEMO, { value: DEMO, label: m.newRun.endpointDemo, hint: m.newRun.endpointDemoHint }],
  ]);
  for (const server of saved.data?.endpoints ?? []) {
    if (!server.simulated)
      options.set(server.url, {
        value: server.url,
        label: server.label,
        hint: `${server.url} (${m.newRun.endpointSaved})`,
      });
  }
  for (const server of found.data?.found ?? []) {
    if (server.reachable && !options.has(server.url)) {
      options.set(server.url, {
        value: server.url,
        label: server.server ?? server.url,
        hint: `${server.url} (${m.newRun.endpointFound})`,
      });
    }
  }
  const settled = useSettled(endpoint.trim());
  const isDemo = settled === DEMO;
  const check = useCall("endpoints.check", isDemo || isServerUrl(settled) ? { url: settled } : null, {
    staleTime: 15_000,
  });
  const status = endpoint.trim() === settled ? check.data : undefined;
  const { refetch } = check;
  const again = useCallback(() => void refetch(), [refetch]);
  const wait = useLoadingWait(settled, status?.loading === true, check.isFetching, again);
  const models = status?.models ?? [];
  return (
    <div className="new-run__pair">
      <div>
        <Combobox
          label={m.newRun.endpoint}
          hint={m.newRun.endpointHint}
          problem={problem}
          value={endpoint}
          options={[...options.values()]}
          onChange={onEndpoint}
          placeholder={m.settings.urlPlaceholder}
        />
        <div className="new-run__status">
          {check.isFetching && !status ? <Spinner inline label={m.newRun.checking} /> : null}
          {check.error ? <Notice tone="bad">{check.error.message}</Notice> : null}
          {wait.seconds === null ? null : (
            <Notice tone="info">
              {m.endpointProfile.waiting(wait.seconds)}{" "}
              <Button small onClick={wait.stop}>
                {m.endpointProfile.stopWaiting}
              </Button>
            </Notice>
          )}
          {status && !status.reachable && wait.seconds === null ? <Notice tone="bad">{status.detail}</Notice> : null}
          {status?.reachable ? (
            <Notice tone="good">
              {m.newRun.reachable(status.server, models.length)} {isDemo ? <SimulatedMark /> : null}
            </Notice>
          ) : null}
          {status?.advice.map((line) => (
            <Notice key={line} tone="warning">
              {line}
            </Notice>
          ))}
        </div>
      </div>
      <div>
        <Combobox
          label={m.newRun.model}
          hint={m.newRun.modelHint}
          value={model}
          options={models.map((name) => ({ value: name, label: name }))}
          onChange={onModel}
          placeholder={variantModel ?? models[0] ?? m.newRun.modelPlaceholder}
        />
        <div className="new-run__status">
          {model.trim() !== "" && models.length > 0 && !models.includes(model.trim()) ? (
            <Notice tone="warning">{m.newRun.modelUnknown(model.trim())}</Notice>
          ) : null}
        </div>
      </div>
    </div>
  );
}
