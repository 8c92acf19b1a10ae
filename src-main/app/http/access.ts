// Who may talk to the browser host: a page that this host served itself, to a person who holds this start's token.
// Loopback is no protection by itself: any web page can send requests to 127.0.0.1, and a name it owns can point there.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const LOOPBACK_NAMES = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** 32 random bytes, new at each start. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * True when the Host header names this machine. The port is free: a tunnel (ssh -L) may have another one on its near
 * side. A rebound DNS name keeps its own name in the header and is refused here.
 */
export function isLoopbackHost(host: string | undefined): host is string {
  if (host === undefined) return false;
  const match = /^(?<name>[^:]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.exec(host);
  return match?.groups?.["name"] !== undefined && LOOPBACK_NAMES.has(match.groups["name"].toLowerCase());
}

/** True when the page that asks was served from the very address it asks: scheme, name and port. */
export function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

/** Compares in a time that does not depend on where the two differ. */
export function isToken(given: string | null | undefined, token: string): boolean {
  if (given === null || given === undefined) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** Cookies know no ports: without one in the name, two hosts on one machine would take each other's place. */
export function cookieName(port: number): string {
  return `loopscope_${port}`;
}

export function tokenCookie(port: number, token: string): string {
  return `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`;
}

/** The cookie's value in a Cookie header, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const [key, ...value] = pair.split("=");
    if (key?.trim() === name) return value.join("=").trim();
  }
  return null;
}
