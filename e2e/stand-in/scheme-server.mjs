// Schemes of the app's own (app://…) in the stand-in: Chromium knows none, so each gets a loopback server that asks the
// handler the app registered, and addresses are translated on the way in and out.
import { createServer } from "node:http";

/** @type {Map<string, {handler: (request: Request) => Response | Promise<Response>, host: string, origin: string}>} */
const schemes = new Map();

export const protocol = {
  registerSchemesAsPrivileged() {},
  /** @param {string} scheme @param {(request: Request) => Response | Promise<Response>} handler */
  handle(scheme, handler) {
    schemes.set(scheme, { handler, host: "", origin: "" });
  },
};

/**
 * The address that Chromium can load for an app's own one; starts the scheme's server at its first use.
 * @param {string} address
 */
export async function toLoopback(address) {
  const url = new URL(address);
  const scheme = schemes.get(url.protocol.slice(0, -1));
  if (scheme === undefined) return address;
  if (scheme.origin === "") {
    scheme.host = url.host;
    scheme.origin = await serve(url.protocol.slice(0, -1), scheme);
  }
  return scheme.origin + address.slice(`${url.protocol}//${url.host}`.length);
}

/** The app's own address for one of Chromium's. @param {string} address */
export function fromLoopback(address) {
  for (const [name, { host, origin }] of schemes) {
    if (origin !== "" && address.startsWith(`${origin}/`)) return `${name}://${host}${address.slice(origin.length)}`;
  }
  return address;
}

/** @param {string} name @param {{handler: (request: Request) => Response | Promise<Response>, host: string}} scheme */
async function serve(name, { handler, host }) {
  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
  async function respond(request, response) {
    const answer = await handler(new Request(`${name}://${host}${request.url}`, { method: request.method ?? "GET" }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
  const server = createServer((request, response) => void respond(request, response));
  server.unref();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The scheme's server has no port");
  return `http://127.0.0.1:${address.port}`;
}
