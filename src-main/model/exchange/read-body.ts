// Reads a response's body under a timer that counts bytes, not events: comments keep a stream alive, silence ends it.
import type { Readable } from "node:stream";

export type BodyEnd =
  | { how: "end" }
  /** Nothing came for `silentMs`; the connection has been closed. */
  | { how: "silent"; silentMs: number }
  | { how: "aborted" }
  | { how: "error"; error: Error };

/**
 * Hands each chunk to `onChunk`, which answers how long the next one may take in milliseconds. An error that `onChunk`
 * throws ends the reading with that error. The body is destroyed in every case but its own end.
 */
export function readBody(
  body: Readable,
  firstMs: number,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array) => number,
): Promise<BodyEnd> {
  return new Promise((resolve) => {
    let limit = firstMs;
    let settled = false;
    let timer = setTimeout(onSilence, limit);
    const finish = (end: BodyEnd) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      if (end.how !== "end") body.destroy();
      resolve(end);
    };
    function onSilence() {
      finish({ how: "silent", silentMs: limit });
    }
    function onAbort() {
      finish({ how: "aborted" });
    }
    // An error after the end (our own destroy) has nobody left to tell.
    body.on("error", (error: Error) => finish(signal.aborted ? { how: "aborted" } : { how: "error", error }));
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener("abort", onAbort, { once: true });
    body.on("data", (chunk: Uint8Array) => {
      if (settled) return;
      try {
        const next = onChunk(chunk);
        if (next === limit) timer.refresh();
        else {
          limit = next;
          clearTimeout(timer);
          timer = setTimeout(onSilence, limit);
        }
      } catch (error) {
        finish({ how: "error", error: error instanceof Error ? error : new Error(String(error)) });
      }
    });
    body.on("end", () => finish({ how: "end" }));
    body.on("close", () => finish({ how: "error", error: new Error("the connection was closed") }));
  });
}
