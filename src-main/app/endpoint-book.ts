// The endpoints a user keeps, the embedded demo model among them, and what was learned of each. Keys come from the
// environment by name and are never stored.
import type { Clock } from "../../src-shared/prelude/clock.ts";
import { UserError } from "../../src-shared/prelude/result.ts";
import type { Endpoint, EndpointStatus } from "../../src-shared/rpc/types.ts";
import { z } from "zod";
import { Endpoint as EndpointSchema } from "../../src-shared/rpc/types.ts";
import { redactUrl } from "../capture/redact.ts";
import { startDemoModel, type DemoModel } from "../demo/server.ts";
import { createModelClient, defaultTimeouts } from "../model/client.ts";
import { normaliseBaseUrl } from "../model/endpoints/base-url.ts";
import { checkEndpoint, type WaitWhileLoading } from "../model/endpoints/check.ts";
import { discoverEndpoints } from "../model/endpoints/discover.ts";
import { emptyProfile, EndpointProfile, type ProfileStore } from "../model/profile.ts";
import type { ModelClient } from "../model/types.ts";
import type { Store } from "../store/store.ts";

export interface ResolvedEndpoint {
  url: string;
  label: string;
  simulated: boolean;
  /** `keptBy`: where what is learned is kept, in place of the settings. */
  client(keptBy?: ProfileStore): ModelClient;
  /** @throws UserError `endpoint_unreachable`, or when the server lists no model */
  firstModel(): Promise<string>;
}

export interface EndpointBook {
  /** `demo`, a kept endpoint's address, or any base URL. */
  resolve(choice: string): Promise<ResolvedEndpoint>;
  list(): Promise<Endpoint[]>;
  save(endpoint: Endpoint): void;
  remove(url: string): void;
  /** `waitMs`: how long a server that says it is loading is waited for (default not at all). */
  check(choice: string, deep: boolean, waitMs?: number): Promise<EndpointStatus>;
  discover(signal?: AbortSignal): Promise<EndpointStatus[]>;
  /** Told when a server is waited for before a run can begin: one line. @returns how to stop listening */
  onWait(listener: (line: string) => void): () => void;
  /** Ends such waits and every check that is under way. */
  stopWaiting(): void;
  close(): Promise<void>;
}

export const DEMO = "demo";
const DEMO_LABEL = "Demo model (simulated)";
const SETTING = "endpoints";
const Kept = z.array(EndpointSchema);

export function createEndpointBook(store: Store, clock: Clock): EndpointBook {
  let demo: Promise<DemoModel> | null = null;
  const startDemo = () => (demo ??= startDemoModel());
  const kept = (): Endpoint[] => Kept.catch([]).parse(store.getSetting(SETTING) ?? []);
  const profiles = profileStore(store);
  const waitListeners = new Set<(line: string) => void>();
  let stopping = new AbortController();

  const keyOf = (url: string): string | null => {
    const name = kept().find((endpoint) => endpoint.url === url)?.key_env;
    return name ? (process.env[name] ?? null) : (process.env["LOOPSCOPE_API_KEY"] ?? null);
  };
  const address = async (choice: string): Promise<Endpoint> => {
    if (choice === DEMO) return { url: (await startDemo()).url, label: DEMO_LABEL, simulated: true, key_env: null };
    const normal = normaliseBaseUrl(choice);
    if (!normal.ok) throw new UserError("invalid_input", normal.error);
    if (demo !== null && normal.value === (await demo).url) return address(DEMO);
    return (
      kept().find((endpoint) => endpoint.url === normal.value) ?? {
        url: normal.value,
        label: normal.value,
        simulated: false,
        key_env: null,
      }
    );
  };
  const check = async (choice: string, deep: boolean, wait?: WaitWhileLoading): Promise<EndpointStatus> => {
    const { url, simulated } = await address(choice);
    const status = await checkEndpoint(url, {
      apiKey: simulated ? null : keyOf(url),
      deep,
      profiles: simulated ? underOneName(profiles, url) : profiles,
      signal: stopping.signal,
      ...(wait ? { whileLoading: wait } : {}),
    });
    return simulated ? { ...status, server: DEMO_LABEL } : status;
  };

  const waitFor = async (choice: string, limitMs: number): Promise<WaitWhileLoading> => {
    const { url } = await address(choice);
    return {
      clock,
      limitMs,
      onWait: (detail) => {
        for (const listener of waitListeners) listener(`Waiting for ${redactUrl(url)}, which is loading (${detail})`);
      },
    };
  };

  return {
    async resolve(choice) {
      const { url, label, simulated } = await address(choice);
      return {
        // The demo's port is new at every start: what is recorded is the word that finds it again.
        url: simulated ? DEMO : url,
        label,
        simulated,
        client: (keptBy = profiles) =>
          createModelClient(
            { baseUrl: url, apiKey: simulated ? null : keyOf(url), clock, timeouts: defaultTimeouts },
            simulated ? underOneName(keptBy, url) : keptBy,
          ),
        async firstModel() {
          const status = await check(choice, false, await waitFor(choice, defaultTimeouts.loading));
          if (!status.reachable) throw new UserError("endpoint_unreachable", status.detail);
          const first = status.models[0];
          if (first === undefined) {
            throw new UserError(
              "invalid_input",
              `${url} lists no model: load one in the server, or name it with --model.`,
            );
          }
          return first;
        },
      };
    },
    async list() {
      return [await address(DEMO).then((endpoint) => ({ ...endpoint, url: DEMO })), ...kept()];
    },
    save(endpoint) {
      const normal = normaliseBaseUrl(endpoint.url);
      if (!normal.ok) throw new UserError("invalid_input", normal.error);
      const saved = { ...endpoint, url: normal.value, simulated: false };
      store.setSetting(SETTING, [...kept().filter((other) => other.url !== saved.url), saved]);
    },
    remove(url) {
      store.setSetting(
        SETTING,
        kept().filter((endpoint) => endpoint.url !== url),
      );
    },
    check: async (choice, deep, waitMs) =>
      waitMs === undefined ? check(choice, deep) : check(choice, deep, await waitFor(choice, waitMs)),
    discover: (signal) => discoverEndpoints(signal ? { signal } : {}),
    onWait(listener) {
      waitListeners.add(listener);
      return () => waitListeners.delete(listener);
    },
    stopWaiting() {
      stopping.abort();
      stopping = new AbortController();
    },
    async close() {
      stopping.abort();
      if (demo !== null) await (await demo).close();
    },
  };
}

/** The demo's port is new at every start; what is learned of it is kept under the word that finds it again. */
function underOneName(profiles: ProfileStore, url: string): ProfileStore {
  const renamed = (id: string) => (id.startsWith(url) ? `${DEMO}${id.slice(url.length)}` : id);
  return {
    load: (id) => profiles.load(renamed(id)),
    save: (id, profile) => profiles.save(renamed(id), profile),
  };
}

/** What the keys of profiles among the settings begin with. */
export const PROFILE_KEYS = "profile:";

/** What was learned of a server and model, kept in the settings. A profile that cannot be read any more is learned anew. */
export function profileStore(store: Store): ProfileStore {
  return {
    load: (id) => EndpointProfile.catch(emptyProfile).parse(store.getSetting(`${PROFILE_KEYS}${id}`) ?? emptyProfile),
    save: (id, profile) => store.setSetting(`${PROFILE_KEYS}${id}`, profile),
  };
}
