// The contract's methods about what was learned of endpoints: shown whole, each rule switched by a person who then has
// the last word over any error.
import { UserError } from "../../src-shared/prelude/result.ts";
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import type { EndpointProfileView } from "../../src-shared/rpc/endpoint-profile.ts";
import { redactUrl } from "../capture/redact.ts";
import { emptyProfile, profileId } from "../model/profile.ts";
import type { EndpointProfile } from "../model/profile.ts";
import { RULES } from "../model/rules/all-rules.ts";
import type { Store } from "../store/store.ts";
import { PROFILE_KEYS, profileStore } from "./endpoint-book.ts";

type ProfileApi = Pick<CoreApi, Extract<keyof CoreApi, `profiles.${string}`>>;

export function endpointProfileApi(store: Store): ProfileApi {
  const profiles = profileStore(store);
  return {
    "profiles.list": () => ({
      profiles: store.settingKeys(PROFILE_KEYS).map((key) => {
        const id = key.slice(PROFILE_KEYS.length);
        return view(id, profiles.load(id));
      }),
    }),
    "profiles.set_rule": ({ endpoint, model, rule, on }) => {
      if (!RULES.some((known) => known.name === rule)) {
        throw new UserError("invalid_input", `There is no rule “${rule}”.`);
      }
      const id = profileId(redactUrl(endpoint), model);
      const profile = profiles.load(id);
      const { [rule]: known, ...others } = profile.rules;
      const because = "set in the settings";
      const rules = on === null ? others : { ...others, [rule]: { on, because, detail: known?.detail ?? null } };
      profiles.save(id, { ...profile, rules });
      return {};
    },
    "profiles.forget": ({ endpoint, model }) => {
      profiles.save(profileId(redactUrl(endpoint), model), emptyProfile);
      return {};
    },
  };
}

function view(id: string, profile: EndpointProfile): EndpointProfileView {
  // An address holds no blank; a model's name may.
  const blank = id.indexOf(" ");
  const rules = RULES.map(({ name, description, always }) => {
    const known = profile.rules[name];
    return {
      name,
      description,
      always,
      on: known?.on ?? always,
      because: known?.because ?? null,
      detail: known?.detail ?? null,
    };
  });
  const { server, context_window, reasoning_field, streaming_loses_calls, accept_text_calls } = profile;
  return {
    endpoint: id.slice(0, blank),
    model: id.slice(blank + 1),
    server,
    context_window,
    reasoning_field,
    streaming_loses_calls,
    accept_text_calls,
    rules,
  };
}
