// One saved server: whether it answers, its models, what it supports, and what to change before something bites.
import type { Endpoint, EndpointStatus } from "../../src-shared/rpc/types.ts";
import { Badge, SimulatedMark } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { m } from "../ui/messages/messages.ts";
import { Notice } from "../ui/states.tsx";
import { EndpointProfiles } from "./endpoint-profiles.tsx";
import { useCheck } from "./use-check.ts";

export function EndpointRow({ endpoint, onRemove }: { endpoint: Endpoint; onRemove: (() => void) | null }) {
  const check = useCheck(endpoint.url);
  const { busy, deep, status, waitedSeconds } = check;
  return (
    <li className="endpoint">
      <div className="endpoint__head">
        <span className="endpoint__name">
          <strong>{endpoint.simulated ? m.newRun.endpointDemo : endpoint.label}</strong>
          {endpoint.simulated ? <SimulatedMark /> : null}
          <span className="mono muted truncate">{endpoint.url}</span>
          {endpoint.key_env === null ? null : <Badge>{m.settings.keyFrom(endpoint.key_env)}</Badge>}
        </span>
        {status ? (
          <Badge tone={status.reachable ? "good" : status.loading ? "neutral" : "bad"}>
            {status.reachable
              ? m.settings.reachable
              : status.loading
                ? m.endpointProfile.loading
                : m.settings.unreachable}
          </Badge>
        ) : null}
        <Button small disabled={busy} onClick={() => check.start({ deep: false })}>
          {busy && !deep ? m.settings.checking : m.settings.check}
        </Button>
        <Button small disabled={busy} title={m.settings.probeTip} onClick={() => check.start({ deep: true })}>
          {busy && deep ? m.settings.probing : m.settings.probe}
        </Button>
        {onRemove ? <IconButton icon="trash" label={m.settings.remove} onClick={onRemove} /> : null}
      </div>
      {check.error ? <Notice tone="bad">{check.error.message}</Notice> : null}
      {waitedSeconds === null ? null : (
        <div className="settings__row" role="status">
          <span className="secondary">{m.endpointProfile.waiting(waitedSeconds)}</span>
          <Button small onClick={check.stop}>
            {m.endpointProfile.stopWaiting}
          </Button>
        </div>
      )}
      {status ? <Status status={status} /> : null}
      <EndpointProfiles url={endpoint.url} />
    </li>
  );
}

const CAPABILITIES = ["tools", "streaming_tools", "parallel_calls", "usage", "logprobs", "seed"] as const;

function Status({ status }: { status: EndpointStatus }) {
  const { capabilities } = status;
  return (
    <div className="endpoint__status">
      <p className={status.reachable ? "secondary" : "endpoint__problem"}>{status.detail}</p>
      {status.models.length === 0 ? null : (
        <p className="endpoint__models">
          <span className="muted">{m.settings.models(status.models.length)} </span>
          <span className="mono">{status.models.join(", ")}</span>
        </p>
      )}
      {capabilities === null ? null : (
        <ul className="endpoint__capabilities" aria-label={m.settings.capabilities}>
          {CAPABILITIES.map((name) => {
            const value = capabilities[name];
            return (
              <li key={name}>
                <Badge
                  tone={value === true ? "good" : value === false ? "bad" : "neutral"}
                  icon={value === true ? "check" : value === false ? "close" : "dots"}
                >
                  {`${m.settings.capability[name]}${value === null ? `: ${m.settings.notProbed}` : ""}`}
                </Badge>
              </li>
            );
          })}
          {capabilities.context_window === null ? null : (
            <li>
              <Badge>{m.settings.contextWindow(capabilities.context_window)}</Badge>
            </li>
          )}
        </ul>
      )}
      {status.advice.map((line) => (
        <Notice key={line} tone="warning">
          {line}
        </Notice>
      ))}
    </div>
  );
}
