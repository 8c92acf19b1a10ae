// What was learned of one server, model by model: its rules with their switches and the errors behind them, the accepted
// syntaxes of text calls, and what is known of the model.
import { useState } from "react";
import type { EndpointProfileView, ProfileRule } from "../../src-shared/rpc/endpoint-profile.ts";
import { useCall, useMutationCall } from "../data/hooks.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/field.tsx";
import { m } from "../ui/messages/messages.ts";
import { Notice } from "../ui/states.tsx";
import { showToast } from "../ui/toast.tsx";

export function EndpointProfiles({ url }: { url: string }) {
  const kept = useCall("profiles.list", {}, { staleTime: 0 });
  const profiles = (kept.data?.profiles ?? []).filter((profile) => profile.endpoint === url);
  if (kept.error) return <Notice tone="bad">{kept.error.message}</Notice>;
  if (!kept.data) return null;
  if (profiles.length === 0) return <p className="muted">{m.endpointProfile.nothing}</p>;
  return (
    <>
      {profiles.map((profile) => (
        <Profile key={profile.model} profile={profile} />
      ))}
    </>
  );
}

function Profile({ profile }: { profile: EndpointProfileView }) {
  const [all, setAll] = useState(false);
  const { endpoint, model, rules } = profile;
  const again = { invalidates: ["profiles.list", "text_calls.accepted"] as const };
  const onError = (error: Error) => showToast("error", error.message);
  const setRule = useMutationCall("profiles.set_rule", { invalidates: [...again.invalidates], onError });
  const accept = useMutationCall("text_calls.accept", { invalidates: [...again.invalidates], onError });
  const forget = useMutationCall("profiles.forget", {
    invalidates: [...again.invalidates],
    onSuccess: () => showToast("done", m.endpointProfile.forgotten),
    onError,
  });
  const learned = rules.filter((rule) => rule.because !== null);
  const others = rules.length - learned.length;
  const switchedOn = learned.filter((rule) => rule.on).length;
  const set = (rule: string, on: boolean | null) => setRule.mutate({ endpoint, model, rule, on });
  return (
    <details className="profile">
      <summary>
        <strong>{m.endpointProfile.title(model)}</strong>{" "}
        <span className="secondary">{m.endpointProfile.summary(switchedOn, profile.accept_text_calls.length)}</span>
      </summary>
      <div className="profile__body">
        <Facts profile={profile} />
        <h4>{m.endpointProfile.rules}</h4>
        <p className="secondary">{m.endpointProfile.rulesBody}</p>
        <ul className="profile__rules" aria-label={m.endpointProfile.rules}>
          {(all ? rules : learned).map((rule) => (
            <Rule key={rule.name} rule={rule} busy={setRule.isPending} onSet={(on) => set(rule.name, on)} />
          ))}
        </ul>
        <Button small onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? m.endpointProfile.showFewer : m.endpointProfile.showAll(others)}
        </Button>
        <h4>{m.endpointProfile.accepted}</h4>
        {profile.accept_text_calls.length === 0 ? (
          <p className="muted">{m.endpointProfile.acceptedNone}</p>
        ) : (
          <ul className="profile__syntaxes">
            {profile.accept_text_calls.map((syntax) => (
              <li key={syntax}>
                <Badge>{syntax}</Badge>
                <Button
                  small
                  icon="close"
                  disabled={accept.isPending}
                  onClick={() => accept.mutate({ endpoint, model, syntax, accepted: false })}
                >
                  {m.endpointProfile.removeSyntax(syntax)}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button small icon="trash" disabled={forget.isPending} onClick={() => forget.mutate({ endpoint, model })}>
          {m.endpointProfile.forget}
        </Button>
      </div>
    </details>
  );
}

function Facts({ profile }: { profile: EndpointProfileView }) {
  const { server, context_window, reasoning_field, streaming_loses_calls } = profile;
  const facts = [
    server === null ? null : m.endpointProfile.server(server),
    context_window === null ? null : m.endpointProfile.window(context_window),
    reasoning_field === null ? null : m.endpointProfile.thinking(reasoning_field),
    streaming_loses_calls === null
      ? null
      : streaming_loses_calls
        ? m.endpointProfile.streamingLoses
        : m.endpointProfile.streamingKeeps,
  ].filter((fact) => fact !== null);
  if (facts.length === 0) return null;
  return (
    <ul className="endpoint__capabilities">
      {facts.map((fact) => (
        <li key={fact}>
          <Badge>{fact}</Badge>
        </li>
      ))}
    </ul>
  );
}

interface RuleProps {
  rule: ProfileRule;
  busy: boolean;
  onSet: (on: boolean | null) => void;
}

function Rule({ rule, busy, onSet }: RuleProps) {
  return (
    <li className="profile__rule">
      <Switch label={<span className="mono">{rule.name}</span>} checked={rule.on} disabled={busy} onChange={onSet} />
      <span className="profile__why">
        {rule.description}
        {rule.because === null && rule.always ? <span className="muted"> ({m.endpointProfile.always})</span> : null}
        {rule.because === null ? null : (
          <span className="secondary profile__because">{m.endpointProfile.becauseOf(rule.because)}</span>
        )}
        {rule.detail === null ? null : <span className="secondary">{m.endpointProfile.detail(rule.detail)}</span>}
      </span>
      {rule.because === null ? null : (
        <Button small disabled={busy} title={m.endpointProfile.resetTip} onClick={() => onSet(null)}>
          {m.endpointProfile.reset}
        </Button>
      )}
    </li>
  );
}
