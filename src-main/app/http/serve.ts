// The browser host: the built renderer and the core's RPC on 127.0.0.1, for whoever holds this start's token.
// Every request has its Host checked, every file and socket its token, every socket its Origin.
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { userInfo } from "node:os";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { UserError } from "../../../src-shared/prelude/result.ts";
import type { ServedCore } from "../../rpc/push.ts";
import { cookieName, isLoopbackHost, isOwnOrigin, isToken, newToken, readCookie, tokenCookie } from "./access.ts";
import { RendererAssets } from "./assets.ts";
import { contentPolicy, securityHeaders } from "./content-policy.ts";
import { refusalPage } from "./refusal-page.ts";
import { createClients } from "./socket.ts";

/** The largest call frame taken, in bytes. A fork carries whole edited messages, so it is generous. */
export const MAX_FRAME_BYTES = 32 * 1024 * 1024;

export interface BrowserHostOptions {
  core: ServedCore;
  /** 0 lets the system choose. */
  port: number;
  /** The built renderer: a folder with index.html. */
  rendererDir: string;
  /** Gets a line for what went wrong; never a token. */
  log: (line: string) => void;
  /** Whose name stands in approvals; by default the account's. */
  user?: string;
}

export interface BrowserHost {
  /** The address to open, token included. */
  url: string;
  port: number;
  close(): Promise<void>;
}

/**
 * Starts serving. Does not close the core.
 * @throws UserError `port_in_use`, `usage` (a port that may not be had), `unreadable_file` (no built renderer)
 */
export async function serveBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const token = newToken();
  const assets = RendererAssets.read(options.rendererDir);
  const clients = createClients(options.core, options.user ?? userInfo().username, options.log);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  const server = createServer();
  let port: number;
  try {
    port = await listen(server, options.port);
  } catch (error) {
    clients.close();
    throw error;
  }

  server.on("request", (request, response) => {
    answerRequest(request, response, { assets, token, port });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that goes away in the middle of a handshake is no one's error.
    socket.on("error", () => socket.destroy());
    const refusal = refuseUpgrade(request, token, port);
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => clients.add(accepted));
  });

  return {
    url: `http://127.0.0.1:${port}/?token=${token}`,
    port,
    close() {
      clients.close();
      sockets.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

interface Site {
  assets: RendererAssets;
  token: string;
  port: number;
}

function answerRequest(request: IncomingMessage, response: ServerResponse, site: Site): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const host = request.headers.host;
  if (!isLoopbackHost(host)) {
    sendText(response, 403, "This address is not served here: open Loopscope by 127.0.0.1 or localhost.");
    return;
  }
  response.setHeader("Content-Security-Policy", contentPolicy([`ws://${host}`]));
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    sendText(response, 405, "Only GET and HEAD are answered.");
    return;
  }
  const url = parseTarget(request.url);
  if (url === null) {
    sendText(response, 400, "Not a valid address.");
    return;
  }
  if (isToken(url.searchParams.get("token"), site.token)) {
    // The token goes from the address into a cookie, so that it stands in no history, bookmark or screenshot.
    response.setHeader("Set-Cookie", tokenCookie(site.port, site.token));
    response.setHeader("Location", withoutToken(url));
    sendText(response, 303, "");
    return;
  }
  if (!isToken(readCookie(request.headers.cookie, cookieName(site.port)), site.token)) {
    send(response, 401, "text/html; charset=utf-8", Buffer.from(refusalPage));
    return;
  }
  const asset = site.assets.find(url.pathname);
  if (asset === null) {
    sendText(response, 404, "There is no such file.");
    return;
  }
  send(response, 200, asset.type, asset.body, asset.immutable ? "public, max-age=31536000, immutable" : "no-cache");
}

/** The status line to refuse with, or null when the socket is welcome. */
function refuseUpgrade(request: IncomingMessage, token: string, port: number): string | null {
  const host = request.headers.host;
  if (!isLoopbackHost(host)) return "403 Forbidden";
  const url = parseTarget(request.url);
  if (url?.pathname !== "/rpc") return "404 Not Found";
  if (!isOwnOrigin(request.headers.origin, host)) return "403 Forbidden";
  const given = url.searchParams.get("token") ?? readCookie(request.headers.cookie, cookieName(port));
  return isToken(given, token) ? null : "401 Unauthorized";
}

/** The request's path and query; what host the request line names is of no interest. */
function parseTarget(target: string | undefined): URL | null {
  return URL.parse(target ?? "/", "http://127.0.0.1");
}

function withoutToken(url: URL): string {
  url.searchParams.delete("token");
  // One slash in front: two would make a host's name of the first part.
  return `/${url.pathname.replace(/^\/+/, "")}${url.search}`;
}

function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, "text/plain; charset=utf-8", Buffer.from(text));
}

function send(response: ServerResponse, status: number, type: string, body: Buffer, cache = "no-store"): void {
  response.writeHead(status, { "Content-Type": type, "Content-Length": body.byteLength, "Cache-Control": cache });
  // Node sends no body in answer to HEAD.
  response.end(body);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      reject(portNotToBeHad(port, undefined));
      return;
    }
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("The server has no port"));
      else resolve(address.port);
    });
  });
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new UserError(
      "port_in_use",
      `Port ${port} on 127.0.0.1 is in use: end the program that holds it, name another with --port, or leave --port out.`,
      { cause: error },
    );
  }
  return error.code === "EACCES" ? portNotToBeHad(port, error) : error;
}

function portNotToBeHad(port: number, cause: unknown): UserError {
  return new UserError(
    "usage",
    `Port ${port} cannot be had here: name one between 1024 and 65535, or leave --port out.`,
    {
      cause,
    },
  );
}
