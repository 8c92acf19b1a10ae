// The contract's methods about syntaxes of text calls: what a person accepts is kept in the endpoint's profile, where the client reads it.
import type { CoreApi } from "../../src-shared/rpc/contract.ts";
import type { AcceptedSyntax } from "../../src-shared/rpc/text-calls.ts";
import { redactUrl } from "../capture/redact.ts";
import { profileId } from "../model/profile.ts";
import type { Store } from "../store/store.ts";
import { PROFILE_KEYS, profileStore } from "./endpoint-book.ts";

type TextCallApi = Pick<CoreApi, Extract<keyof CoreApi, `text_calls.${string}`>>;

export function textCallApi(store: Store): TextCallApi {
  const profiles = profileStore(store);
  return {
    "text_calls.accepted": () => ({ accepted: acceptedSyntaxes(store) }),
    "text_calls.accept": ({ endpoint, model, syntax, accepted }) => {
      const id = profileId(redactUrl(endpoint), model);
      const profile = profiles.load(id);
      const others = profile.accept_text_calls.filter((other) => other !== syntax);
      profiles.save(id, { ...profile, accept_text_calls: accepted ? [...others, syntax] : others });
      return {};
    },
  };
}

/** All of them, by endpoint, model and syntax. */
function acceptedSyntaxes(store: Store): AcceptedSyntax[] {
  const profiles = profileStore(store);
  return store.settingKeys(PROFILE_KEYS).flatMap((key) => {
    const id = key.slice(PROFILE_KEYS.length);
    // An address holds no blank; a model's name may.
    const blank = id.indexOf(" ");
    const [endpoint, model] = [id.slice(0, blank), id.slice(blank + 1)];
    return profiles.load(id).accept_text_calls.map((syntax) => ({ endpoint, model, syntax }));
  });
}
