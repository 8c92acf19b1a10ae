// app://loopscope/… : the built renderer's files, with the headers that bind the page. Unlike file://, the page has an
// origin of its own, can be given a policy by header, and has no way to any other file.
import { protocol } from "electron";
import { contentPolicy, securityHeaders } from "../http/content-policy.ts";
import type { RendererAssets } from "../http/assets.ts";
import { APP_HOST, APP_SCHEME } from "./origin.ts";

/** To be called before the app is ready: makes app:// a scheme with origins, like https. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** To be called once the app is ready. */
export function serveAppScheme(assets: RendererAssets): void {
  protocol.handle(APP_SCHEME, (request) => respond(request.method, request.url, assets));
}

/** The answer to one request for a file of the page. */
function respond(method: string, address: string, assets: RendererAssets): Response {
  const url = URL.parse(address);
  const asset = method === "GET" && url?.host === APP_HOST ? assets.find(url.pathname) : null;
  if (asset === null) return new Response("There is no such file.", { status: 404, headers: securityHeaders });
  return new Response(asset.body, {
    status: 200,
    headers: { ...securityHeaders, "Content-Type": asset.type, "Content-Security-Policy": contentPolicy([]) },
  });
}
