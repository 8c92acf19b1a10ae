// The one way to the core: Electron's bridge where the preload script put it, else a WebSocket to the host that served this page.
// A broken WebSocket is opened again with a growing pause; calls made meanwhile wait, calls that were under way fail.
import type { AnswerFrame, Bridge, PushFrame } from "../../src-shared/rpc/wire.ts";
import { CONNECTION_LOST, RpcCallError } from "./rpc-call-error.ts";

export type ConnectionStatus = "connecting" | "open" | "lost";

export interface Connection {
  /** Sends one call; rejects with `RpcCallError`. */
  call: (method: string, input: unknown) => Promise<unknown>;
  onPush: (listener: (frame: PushFrame) => void) => () => void;
  status: () => ConnectionStatus;
  onStatus: (listener: () => void) => () => void;
}

declare global {
  interface Window {
    loopscope?: Bridge;
  }
}

/** The connection of this window: the desktop bridge if there is one, else the WebSocket. */
export function openConnection(): Connection {
  return window.loopscope ? desktopConnection(window.loopscope) : webSocketConnection(rpcUrl(window.location));
}

/** `/rpc` on the page's own origin; a token in the page's address goes along. */
export function rpcUrl(location: Pick<Location, "protocol" | "host" | "search">): string {
  const token = new URLSearchParams(location.search).get("token");
  const query = token === null ? "" : `?token=${encodeURIComponent(token)}`;
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/rpc${query}`;
}

function unwrap(method: string, frame: AnswerFrame): unknown {
  if (frame.ok) return frame.output;
  throw new RpcCallError(method, frame.error.code, frame.error.message);
}

function desktopConnection(bridge: Bridge): Connection {
  return {
    call: async (method, input) => unwrap(method, await bridge.call(method, input)),
    onPush: (listener) => bridge.onPush(listener),
    status: () => "open",
    onStatus: () => () => undefined,
  };
}

interface PendingCall {
  method: string;
  frame: string;
  sent: boolean;
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/**
 * A connection over a WebSocket that outlives its sockets.
 * @param open makes one socket; handed in so that tests can use a server of their own.
 */
export function webSocketConnection(
  url: string,
  open: (url: string) => WebSocket = (u) => new WebSocket(u),
): Connection {
  const pushListeners = new Set<(frame: PushFrame) => void>();
  const statusListeners = new Set<() => void>();
  const pending = new Map<number, PendingCall>();
  let status: ConnectionStatus = "connecting";
  let socket: WebSocket | null = null;
  let nextId = 1;
  let pause = FIRST_PAUSE_MS;

  function setStatus(next: ConnectionStatus): void {
    if (next === status) return;
    status = next;
    for (const listener of statusListeners) listener();
  }

  function sendWaiting(): void {
    for (const call of pending.values()) {
      if (call.sent) continue;
      call.sent = true;
      socket?.send(call.frame);
    }
  }

  function connect(): void {
    const opened = open(url);
    socket = opened;
    opened.addEventListener("open", () => {
      pause = FIRST_PAUSE_MS;
      setStatus("open");
      sendWaiting();
    });
    opened.addEventListener("message", (event: MessageEvent<string>) => receive(event.data));
    opened.addEventListener("close", () => {
      socket = null;
      setStatus("lost");
      failSentCalls();
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    });
  }

  function failSentCalls(): void {
    for (const [id, call] of pending) {
      if (!call.sent) continue;
      pending.delete(id);
      call.reject(
        new RpcCallError(call.method, CONNECTION_LOST, "The connection to Loopscope broke during this call."),
      );
    }
  }

  function receive(text: string): void {
    const frame = JSON.parse(text) as AnswerFrame | PushFrame;
    if ("push" in frame) {
      for (const listener of pushListeners) listener(frame);
      return;
    }
    const call = pending.get(frame.id);
    if (!call) return;
    pending.delete(frame.id);
    if (frame.ok) call.resolve(frame.output);
    else call.reject(new RpcCallError(call.method, frame.error.code, frame.error.message));
  }

  connect();
  return {
    call(method, input) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        pending.set(id, { method, frame: JSON.stringify({ id, method, input }), sent: false, resolve, reject });
        if (status === "open") sendWaiting();
      });
    },
    onPush(listener) {
      pushListeners.add(listener);
      return () => pushListeners.delete(listener);
    },
    status: () => status,
    onStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
  };
}
