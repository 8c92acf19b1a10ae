// Endpoint and model of an evaluation: the demo model, saved endpoints, or an address; its models are asked for.
import { useEffect, useState } from "react";
import { useCall } from "../data/hooks.ts";
import { m } from "../ui/messages/messages.ts";
import { Combobox } from "../ui/select.tsx";
import { Notice } from "../ui/states.tsx";

const t = m.evaluate.start;
const DEMO = "demo";
/** A pause in typing after which the address is asked, in milliseconds. */
const TYPING_PAUSE_MS = 400;

export interface EndpointFieldsProps {
  endpoint: string;
  model: string;
  problem: string | null;
  onEndpoint: (endpoint: string) => void;
  onModel: (model: string) => void;
}

export function EndpointFields({ endpoint, model, problem, onEndpoint, onModel }: EndpointFieldsProps) {
  const saved = useCall("endpoints.list", {});
  const [settled, setSettled] = useState(endpoint.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(endpoint.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [endpoint]);
  const askable = settled === DEMO || /^https?:\/\/[^/]/.test(settled);
  const check = useCall("endpoints.check", askable ? { url: settled } : null, { staleTime: 15_000 });
  const status = endpoint.trim() === settled ? check.data : undefined;
  const models = status?.models ?? [];
  const others = (saved.data?.endpoints ?? []).filter((entry) => !entry.simulated);
  return (
    <div className="evaluate-form__pair">
      <div>
        <Combobox
          label={t.endpoint}
          hint={t.endpointHint}
          problem={problem}
          value={endpoint}
          options={[
            { value: DEMO, label: t.demo },
            ...others.map(({ url, label }) => ({ value: url, label, hint: url })),
          ]}
          onChange={onEndpoint}
        />
        {status && !status.reachable ? <Notice tone="bad">{status.detail}</Notice> : null}
      </div>
      <Combobox
        label={t.model}
        hint={t.modelHint}
        value={model}
        options={models.map((name) => ({ value: name, label: name }))}
        onChange={onModel}
        placeholder={models[0] ?? ""}
      />
    </div>
  );
}
