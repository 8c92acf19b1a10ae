// A run against a server that is still loading, as a user sees it: it waits, says so, and can be stopped. Real sockets.
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { RunsDocument } from "../../src-shared/cli/documents.ts";
import { errorReply, loopbackServer, textReply } from "../model/fixtures/loopback-server.ts";
import type { Answer } from "../model/fixtures/loopback-server.ts";
import { main } from "./cli.ts";
import { openParts, removeFolders, temporaryFolder } from "./testing/parts.ts";

afterAll(removeFolders);

const loading = errorReply(503, { error: { message: "Loading model", type: "unavailable_error", code: 503 } });
const list = errorReply(200, { data: [{ id: "m", object: "model", owned_by: "llamacpp", meta: { n_ctx: 2048 } }] });

/** Loading for the first look at the models and the first chat request. */
function slowStart(): Answer {
  const seen = new Set<string>();
  return ({ path }) => {
    if (path !== "/v1/models" && path !== "/v1/chat/completions") return errorReply(404, { error: "not found" });
    if (!seen.has(path)) {
      seen.add(path);
      return loading;
    }
    return path === "/v1/models" ? list : textReply("Hello.");
  };
}

it("`run` waits for the list of models and for the answer, and says both on standard error", async () => {
  await using server = await loopbackServer(slowStart());
  const out: string[] = [];
  const err: string[] = [];
  const database = join(temporaryFolder(), "trace.db");
  const status = await main(["run", "--prompt", "Hi.", "--endpoint", server.url, "--db", database, "--json"], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  const { runs } = RunsDocument.parse(JSON.parse(out.join("\n")));
  expect([status, runs.map((run) => [run.model, run.turns])]).toEqual([0, [["m", 1]]]);
  expect(err).toEqual([
    `Waiting for ${server.url}, which is loading (503: Loading model)`,
    `Run ${runs[0]?.id} waits: 503: Loading model`,
  ]);
});

it("the wait for the list of models can be stopped", async () => {
  await using server = await loopbackServer(() => loading);
  const parts = openParts(join(temporaryFolder(), "trace.db"));
  try {
    parts.endpoints.onWait(() => parts.endpoints.stopWaiting());
    const endpoint = await parts.endpoints.resolve(server.url);
    await expect(endpoint.firstModel()).rejects.toMatchObject({ code: "endpoint_unreachable" });
    expect(server.requests.length).toBe(1);
  } finally {
    await parts.close();
  }
});

it("what a check finds out is kept for the messages of later runs", async () => {
  await using server = await loopbackServer(({ path }) => (path === "/v1/models" ? list : errorReply(404, {})));
  const parts = openParts(join(temporaryFolder(), "trace.db"));
  try {
    await parts.endpoints.check(server.url, false);
    expect(parts.store.getSetting(`profile:${server.url} m`)).toMatchObject({
      server: "llama.cpp",
      context_window: 2048,
    });
  } finally {
    await parts.close();
  }
});

it("`doctor` waits for a loading server, says so, and gives up after --wait with the state named", async () => {
  const answers = [loading, list];
  await using server = await loopbackServer(({ path }) => {
    if (path === "/v1/models") return answers.shift() ?? list;
    return path === "/v1/chat/completions" ? textReply("Hello.") : errorReply(404, {});
  });
  await using never = await loopbackServer(() => loading);
  const err: string[] = [];
  const run = (url: string, ...more: string[]) =>
    main(["doctor", "--endpoint", url, "--db", join(temporaryFolder(), "trace.db"), "--json", ...more], {
      out: () => undefined,
      err: (text) => void err.push(text),
    });
  expect([await run(server.url), await run(never.url, "--wait", "0"), await run(never.url, "--wait", "soon")]).toEqual([
    0, 3, 2,
  ]);
  expect(err.filter((line) => /loading/i.test(line))).toEqual([
    `Waiting for ${server.url}, which is loading (503: Loading model)`,
    expect.stringContaining("503: Loading model. Wait until it has loaded"),
  ]);
});
