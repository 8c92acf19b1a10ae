// What a page of ours may do, said in headers: load its own files, talk to its own host, and nothing else.

/**
 * The Content-Security-Policy of every page. `'unsafe-inline'` is for styles only: Monaco and the virtualised lists set
 * style attributes. There is no inline script, no eval, no frame, no plug-in, no form target.
 * @param connect further sources that scripts may connect to, e.g. `ws://127.0.0.1:4000`
 */
export function contentPolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of every answer, whatever it is. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()",
};
