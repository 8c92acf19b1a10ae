import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { CoreApi } from "../../../src-shared/rpc/contract.ts";
import type { Push } from "../../../src-shared/rpc/push.ts";
import { fakeCore } from "../../rpc/testing/fake-core.ts";
import type { FakeCore } from "../../rpc/testing/fake-core.ts";
import { MAX_FRAME_BYTES, serveBrowserHost } from "./serve.ts";
import type { BrowserHost } from "./serve.ts";

const PAGE = "<!doctype html><title>Loopscope</title>";
let folder: string;
const hosts: BrowserHost[] = [];
const logged: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loopscope-http-"));
  mkdirSync(join(folder, "renderer/assets"), { recursive: true });
  writeFileSync(join(folder, "renderer/index.html"), PAGE);
  writeFileSync(join(folder, "renderer/assets/main-Ab3_x-9Z.js"), "export {};");
  writeFileSync(join(folder, "renderer/assets/codicon-DCmgc-ay.ttf"), "font");
  writeFileSync(join(folder, "secret.txt"), "not for the page");
});

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  logged.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

async function start(core: FakeCore = fakeCore(), port = 0): Promise<BrowserHost & { token: string; cookie: string }> {
  const host = await serveBrowserHost({
    core,
    port,
    rendererDir: join(folder, "renderer"),
    log: (line) => logged.push(line),
    user: "ada",
  });
  hosts.push(host);
  const token = new URL(host.url).searchParams.get("token") ?? "";
  return { ...host, token, cookie: `loopscope_${host.port}=${token}` };
}

interface Reply {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** A request whose path and headers go out exactly as given (fetch would tidy both). */
function get(port: number, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, headers, method }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.on("error", reject);
    request.end();
  });
}

/** Opens a socket; resolves with it, or with the HTTP status it was refused with. */
function connect(port: number, headers: Record<string, string>, path = "/rpc"): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (_, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      socket.on("error", () => undefined);
      socket.terminate();
    });
    socket.on("error", reject);
  });
}

async function connected(host: { port: number; cookie: string }): Promise<WebSocket> {
  const socket = await connect(host.port, { Cookie: host.cookie, Origin: `http://127.0.0.1:${host.port}` });
  if (typeof socket === "number") throw new Error(`Refused with ${socket}`);
  return socket;
}

async function nextFrame(socket: WebSocket): Promise<unknown> {
  const [data] = (await once(socket, "message")) as [Buffer];
  return JSON.parse(data.toString("utf8"));
}

/** The next `count` frames, in order. */
function frames(socket: WebSocket, count: number): Promise<unknown[]> {
  const got: unknown[] = [];
  return new Promise((resolve) => {
    socket.on("message", (data: Buffer) => {
      got.push(JSON.parse(data.toString("utf8")));
      if (got.length === count) resolve(got);
    });
  });
}

const info: CoreApi["app.info"] = (_, caller) => ({
  version: "1",
  host: "browser",
  stand_in: false,
  platform: "test",
  user: caller.user,
  database: "",
  node: "",
});

const delta: Push = { kind: "live.delta", data: { run: "r_1", turn: 1, channel: "content", text: "Hel" } };
const resolved: Push = { kind: "approval.resolved", data: { approval_id: "a_1", run: "r_1" } };

describe("the page", () => {
  test("is had by the printed address, which moves the token into a cookie and off the address", async () => {
    const host = await start();
    const first = await get(host.port, `/runs/r_1?turn=3&token=${host.token}`);
    expect([first.status, first.headers["location"], first.headers["set-cookie"]]).toEqual([
      303,
      "/runs/r_1?turn=3",
      [`loopscope_${host.port}=${host.token}; Path=/; HttpOnly; SameSite=Strict`],
    ]);
    const second = await get(host.port, "/runs/r_1?turn=3", { Cookie: host.cookie });
    expect([second.status, second.body, second.headers["content-type"], second.headers["cache-control"]]).toEqual([
      200,
      PAGE,
      "text/html; charset=utf-8",
      "no-cache",
    ]);
  });

  test("may load its own files and talk to its own host, nothing else", async () => {
    const host = await start();
    const { headers } = await get(host.port, "/", { Cookie: host.cookie });
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
        `worker-src 'self'; connect-src 'self' ws://127.0.0.1:${host.port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
  });

  test("gets its files with their types, and keeps the hashed ones for ever", async () => {
    const host = await start();
    const script = await get(host.port, "/assets/main-Ab3_x-9Z.js", { Cookie: host.cookie });
    const font = await get(host.port, "/assets/codicon-DCmgc-ay.ttf", { Cookie: host.cookie });
    const missing = await get(host.port, "/assets/main-00000000.js", { Cookie: host.cookie });
    expect([script.status, script.body, script.headers["content-type"], script.headers["cache-control"]]).toEqual([
      200,
      "export {};",
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
    expect([font.status, font.headers["content-type"]]).toEqual([200, "font/ttf"]);
    expect(missing.status).toBe(404);
  });

  test("is served through a tunnel with another port on its near side", async () => {
    const host = await start();
    const reply = await get(host.port, "/", { Cookie: host.cookie, Host: "localhost:8080" });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-security-policy"]).toContain("connect-src 'self' ws://localhost:8080;");
  });
});

describe("a stranger", () => {
  test("without the token sees only how to get in", async () => {
    const host = await start();
    for (const [path, headers] of [
      ["/", {}],
      ["/?token=wrong", {}],
      ["/assets/main-Ab3_x-9Z.js", {}],
      ["/", { Cookie: `loopscope_${host.port}=wrong` }],
      ["/", { Cookie: `loopscope_1=${host.token}` }],
    ] as const) {
      const reply = await get(host.port, path, headers);
      expect([reply.status, reply.body.includes("Open Loopscope by its full address")]).toEqual([401, true]);
    }
  });

  test.each([
    "evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "127.0.0.1@evil.example",
    "0.0.0.0",
  ])("whose DNS name was pointed here (Host: %s) is refused, token or not", async (name) => {
    const host = await start();
    const page = await get(host.port, `/?token=${host.token}`, { Host: name, Cookie: host.cookie });
    expect([page.status, page.headers["set-cookie"]]).toEqual([403, undefined]);
    const socket = await connect(host.port, { Host: name, Cookie: host.cookie, Origin: `http://${name}` });
    expect(socket).toBe(403);
  });

  test.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/..%00/secret.txt",
    "/%E0%A4%A",
    "//etc/passwd.txt",
  ])("cannot leave the folder by %s", async (path) => {
    const host = await start();
    const reply = await get(host.port, path, { Cookie: host.cookie });
    expect(reply.status).toBe(404);
  });

  test("cannot have the token's redirect lead elsewhere", async () => {
    const host = await start();
    const reply = await get(host.port, `http://x//evil.example/?token=${host.token}`);
    expect([reply.status, reply.headers["location"]]).toEqual([303, "/evil.example/"]);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("gets nowhere with %s", async (method) => {
    const host = await start();
    const reply = await get(host.port, "/", { Cookie: host.cookie }, method);
    expect([reply.status, reply.headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });

  test("on a page from elsewhere cannot open a socket, though the browser would send the cookie along", async () => {
    const host = await start();
    const own = `http://127.0.0.1:${host.port}`;
    const tries: [Record<string, string>, string][] = [
      [{ Cookie: host.cookie, Origin: "http://evil.example" }, "/rpc"],
      [{ Cookie: host.cookie, Origin: `http://127.0.0.1:${host.port + 1}` }, "/rpc"],
      [{ Cookie: host.cookie, Origin: `https://127.0.0.1:${host.port}` }, "/rpc"],
      [{ Cookie: host.cookie, Origin: "null" }, "/rpc"],
      [{ Cookie: host.cookie }, "/rpc"],
      [{ Origin: own }, "/rpc"],
      [{ Origin: own }, "/rpc?token=wrong"],
      [{ Origin: own, Cookie: host.cookie }, "/other"],
    ];
    const statuses = [];
    for (const [headers, path] of tries) statuses.push(await connect(host.port, headers, path));
    expect(statuses).toEqual([403, 403, 403, 403, 403, 401, 401, 404]);
  });
});

describe("the socket", () => {
  test("carries calls and their answers", async () => {
    const host = await start(fakeCore({ "app.info": info }));
    const socket = await connected(host);
    socket.send(JSON.stringify({ id: 1, method: "app.info", input: {} }));
    expect(await nextFrame(socket)).toMatchObject({ id: 1, ok: true, output: { user: "ada", host: "browser" } });
    socket.send("not json");
    expect(await nextFrame(socket)).toMatchObject({ id: -1, ok: false, error: { code: "bad_frame" } });
  });

  test("sends single events and streamed text only to the tab that watches the run", async () => {
    const callers: string[] = [];
    const core = fakeCore({
      "runs.watch": (_, caller) => {
        callers.push(caller.id);
        return {};
      },
    });
    const host = await start(core);
    const [watching, other] = [await connected(host), await connected(host)];
    watching.send(JSON.stringify({ id: 1, method: "runs.watch", input: { runs: ["r_1"] } }));
    await nextFrame(watching);
    const heard = Promise.all([frames(watching, 2), frames(other, 1)]);
    core.push(delta, callers);
    core.push(resolved, callers);
    const toAll = { push: "approval.resolved", data: { approval_id: "a_1", run: "r_1" } };
    expect(await heard).toEqual([[{ push: "live.delta", data: delta.data }, toAll], [toAll]]);
  });

  test("that closes is forgotten by the core", async () => {
    const core = fakeCore({ "app.info": info });
    const host = await start(core);
    const socket = await connected(host);
    const forgotten = new Promise<string>((resolve) => {
      core.forgetCaller = resolve;
    });
    socket.close();
    expect(await forgotten).toMatch(/^browser:[0-9a-f-]{36}$/);
  });

  test("with a frame past the cap is closed, and the others go on", async () => {
    const host = await start(fakeCore({ "app.info": info }));
    const [greedy, other] = [await connected(host), await connected(host)];
    greedy.on("error", () => undefined);
    greedy.send("x".repeat(MAX_FRAME_BYTES + 1));
    const [code] = (await once(greedy, "close")) as [number];
    expect(code).toBe(1009);
    other.send(JSON.stringify({ id: 1, method: "app.info", input: {} }));
    expect(await nextFrame(other)).toMatchObject({ id: 1, ok: true });
  });

  test("is closed with the host, which then listens to the core no more", async () => {
    const core = fakeCore();
    const host = await start(core);
    const socket = await connected(host);
    const closed = once(socket, "close");
    await host.close();
    await closed;
    expect(core.listeners()).toBe(0);
  });
});

describe("starting", () => {
  test("on a port in use names the port and the mend", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const core = fakeCore();
    await expect(start(core, port)).rejects.toThrow(
      new UserError(
        "port_in_use",
        `Port ${port} on 127.0.0.1 is in use: end the program that holds it, name another with --port, or leave --port out.`,
      ),
    );
    expect(core.listeners()).toBe(0);
    taken.close();
  });

  test("on a port that cannot be is wrong usage", async () => {
    await expect(start(fakeCore(), 70_000)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("70000"),
    });
  });

  test("without a built renderer says what to run", async () => {
    rmSync(join(folder, "renderer"), { recursive: true });
    await expect(start()).rejects.toMatchObject({
      code: "unreadable_file",
      message: expect.stringContaining("npm run build"),
    });
  });

  test("makes a new token each time", async () => {
    const [one, two] = [await start(), await start()];
    expect(one.token).toMatch(/^[\w-]{43}$/);
    expect(one.token).not.toBe(two.token);
  });
});
