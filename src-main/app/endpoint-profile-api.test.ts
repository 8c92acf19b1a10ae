// What was learned of a server: learned from its error in a run, shown with its rules, and overruled by a person.
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Caller } from "../../src-shared/rpc/contract.ts";
import { ask } from "../model/fixtures/ask.ts";
import { errorReply, loopbackServer, textReply } from "../model/fixtures/loopback-server.ts";
import { profileStore } from "./endpoint-book.ts";
import { endpointProfileApi } from "./endpoint-profile-api.ts";
import { openParts, removeFolders, temporaryFolder } from "./testing/parts.ts";

afterAll(removeFolders);

const caller: Caller = { id: "tab", host: "browser", user: "ann" };

it("a learned rule is shown with the error that called for it, and stays off once a person switched it off", async () => {
  const refusal = errorReply(400, { error: { message: "Unknown parameter: 'stream_options'." } });
  await using server = await loopbackServer((request) =>
    "stream_options" in request.json ? refusal : textReply("Hello."),
  );
  const parts = openParts(join(temporaryFolder(), "trace.db"));
  try {
    const profiles = profileStore(parts.store);
    const api = endpointProfileApi(parts.store);
    const shown = async () => {
      const { profiles: all } = await api["profiles.list"]({}, caller);
      return all.map(({ endpoint, model, rules }) => {
        const rule = rules.find(({ name }) => name === "drop_stream_options");
        return { endpoint, model, on: rule?.on, because: rule?.because };
      });
    };
    const at = { endpoint: server.url, model: "local-model" };
    await ask({ url: server.url, profiles });
    expect(await shown()).toEqual([{ ...at, on: true, because: "Unknown parameter: 'stream_options'." }]);
    await api["profiles.set_rule"]({ ...at, rule: "drop_stream_options", on: false }, caller);
    const refused = await ask({ url: server.url, profiles });
    expect([refused.finished.error?.category, await shown()]).toEqual([
      "bad_request",
      [{ ...at, on: false, because: "set in the settings" }],
    ]);
    await api["profiles.set_rule"]({ ...at, rule: "drop_stream_options", on: null }, caller);
    expect((await ask({ url: server.url, profiles })).finished.content).toBe("Hello.");
    await api["profiles.forget"](at, caller);
    expect(await shown()).toEqual([{ ...at, on: false, because: null }]);
  } finally {
    await parts.close();
  }
});
