// One WebSocket = one caller. Text frames in are calls, text frames out are answers and pushes (src-shared/rpc/wire.ts).
// A client that cannot keep up loses streamed text first, which the trace makes good; it never loses an event in silence.
import { randomUUID } from "node:crypto";
import type { RawData, WebSocket } from "ws";
import type { Caller } from "../../../src-shared/rpc/contract.ts";
import { concerns, frameOf, isDroppable } from "../../rpc/push.ts";
import type { ServedCore } from "../../rpc/push.ts";
import { answer } from "../../rpc/serve.ts";

/** Unsent bytes from which streamed text is left out. */
export const CONGESTED_BYTES = 1024 * 1024;
/** Unsent bytes at which a client is cut off: it comes back and reads the trace, rather than eat the host's memory. */
export const STUCK_BYTES = 64 * 1024 * 1024;

export interface Clients {
  /** Takes over an accepted socket. */
  add(socket: WebSocket): void;
  /** Ends every connection. */
  close(): void;
}

/** Serves the core to any number of sockets, and stops listening to it on close. */
export function createClients(core: ServedCore, user: string, log: (line: string) => void): Clients {
  const sockets = new Map<string, WebSocket>();

  const stopListening = core.onPush((push, interested) => {
    let text: string | null = null;
    for (const [id, socket] of sockets) {
      if (!concerns(push, id, interested)) continue;
      const admitted = admit(socket.bufferedAmount, isDroppable(push));
      if (admitted === "drop") continue;
      if (admitted === "cut") {
        log(`A browser tab could not keep up (${STUCK_BYTES} bytes unsent) and was disconnected.`);
        socket.terminate();
        continue;
      }
      text ??= JSON.stringify(frameOf(push));
      socket.send(text);
    }
  });

  return {
    add(socket) {
      const caller: Caller = { id: `browser:${randomUUID()}`, host: "browser", user };
      sockets.set(caller.id, socket);
      socket.on("message", (data, isBinary) => {
        void answerMessage(core, caller, socket, isBinary ? null : data, log);
      });
      // A broken frame or one past the cap: ws closes the socket itself and tells why here.
      socket.on("error", (error) => log(`A browser tab was disconnected: ${error.message}`));
      socket.on("close", () => {
        sockets.delete(caller.id);
        core.forgetCaller(caller.id);
      });
    },
    close() {
      stopListening();
      for (const socket of sockets.values()) socket.close(1001, "Loopscope is closing");
      for (const socket of sockets.values()) socket.terminate();
    },
  };
}

/** What happens to a push for a socket with that many unsent bytes. */
export function admit(unsentBytes: number, droppable: boolean): "send" | "drop" | "cut" {
  if (unsentBytes >= STUCK_BYTES) return "cut";
  return droppable && unsentBytes >= CONGESTED_BYTES ? "drop" : "send";
}

async function answerMessage(
  core: ServedCore,
  caller: Caller,
  socket: WebSocket,
  data: RawData | null,
  log: (line: string) => void,
): Promise<void> {
  const reply = await answer(core.api, caller, data === null ? null : parseJson(data), log);
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(reply));
}

/** The parsed frame, or undefined (which `answer` refuses) when it is not JSON. */
function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(textOf(data));
  } catch {
    return undefined;
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.isBuffer(data) ? data.toString("utf8") : Buffer.from(data).toString("utf8");
}
