import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import { CallFrame } from "../../src-shared/rpc/wire.ts";
import { rpcUrl, webSocketConnection } from "./bridge.ts";
import { splitHash } from "./location.ts";

const servers: WebSocketServer[] = [];

/** A host that answers each call through `answer`; null leaves it without an answer. */
async function host(
  answer: (frame: CallFrame) => object | null,
  port = 0,
): Promise<{ server: WebSocketServer; port: number }> {
  const server = new WebSocketServer({ host: "127.0.0.1", port });
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      const reply = answer(CallFrame.parse(JSON.parse(data.toString())));
      if (reply) socket.send(JSON.stringify(reply));
    });
  });
  return { server, port: (server.address() as AddressInfo).port };
}

function drop(server: WebSocketServer): void {
  for (const socket of server.clients) socket.terminate();
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    drop(server);
    await new Promise((resolve) => server.close(resolve));
  }
});

test("a call made before the socket is open is sent when it is", async () => {
  const { port } = await host((frame) => ({ id: frame.id, ok: true, output: frame.input }));
  const connection = webSocketConnection(`ws://127.0.0.1:${port}`);
  expect(await connection.call("app.info", { a: 1 })).toEqual({ a: 1 });
  expect(connection.status()).toBe("open");
});

test("a refused call fails with the core's code and words", async () => {
  const { port } = await host((frame) => ({
    id: frame.id,
    ok: false,
    error: { code: "not_found", message: "There is no run r_1." },
  }));
  const connection = webSocketConnection(`ws://127.0.0.1:${port}`);
  await expect(connection.call("runs.get", {})).rejects.toMatchObject({
    code: "not_found",
    message: "There is no run r_1.",
    method: "runs.get",
  });
});

test("pushes reach their listeners until these are taken away", async () => {
  const { server, port } = await host(() => null);
  const connection = webSocketConnection(`ws://127.0.0.1:${port}`);
  const seen: unknown[] = [];
  const stop = connection.onPush((frame) => seen.push(frame));
  await vi.waitFor(() => expect(server.clients.size).toBe(1));
  const send = (data: object) => {
    for (const socket of server.clients) socket.send(JSON.stringify(data));
  };
  send({ push: "run.changed", data: { id: "r_1" } });
  await vi.waitFor(() => expect(seen).toEqual([{ push: "run.changed", data: { id: "r_1" } }]));
  stop();
  send({ push: "run.changed", data: { id: "r_2" } });
  send({ id: 99, ok: true, output: null });
  expect(seen.length).toBe(1);
});

test("a broken connection fails the calls under way, says so, and comes back by itself", async () => {
  const { server, port } = await host((frame) =>
    frame.method === "slow" ? null : { id: frame.id, ok: true, output: "here" },
  );
  const connection = webSocketConnection(`ws://127.0.0.1:${port}`);
  const statuses: string[] = [];
  connection.onStatus(() => statuses.push(connection.status()));
  expect(await connection.call("quick", {})).toBe("here");
  const slow = connection.call("slow", {});
  slow.catch(() => undefined);
  drop(server);
  await expect(slow).rejects.toMatchObject({ code: "connection_lost" });
  expect(await connection.call("quick", {})).toBe("here");
  expect(statuses).toEqual(["open", "lost", "open"]);
});

test("the socket's address is the page's own, with the page's token if it has one", () => {
  expect(rpcUrl({ protocol: "http:", host: "127.0.0.1:4000", search: "" })).toBe("ws://127.0.0.1:4000/rpc");
  expect(rpcUrl({ protocol: "https:", host: "box:1", search: "?token=a%20b" })).toBe("wss://box:1/rpc?token=a%20b");
});

test("path and parameters are read from behind the hash", () => {
  expect(splitHash("#/run/r_1?turn=3&tab=wire")).toEqual({ path: "/run/r_1", search: "turn=3&tab=wire" });
  expect(splitHash("")).toEqual({ path: "/", search: "" });
  expect(splitHash("#run/r_1")).toEqual({ path: "/run/r_1", search: "" });
});
