// What a person types as an endpoint → the base URL of its API: `localhost:11434` → `http://localhost:11434/v1`.
import { fail, ok } from "../../../src-shared/prelude/result.ts";
import type { Result } from "../../../src-shared/prelude/result.ts";

/** Ends of API paths that people paste instead of the base. */
const PASTED = /\/(?:chat\/completions|completions|models|responses|embeddings)\/?$/;
/** Paths of native APIs beside the OpenAI-compatible one. */
const NATIVE = /\/api(?:\/(?:chat|generate|tags|v0|v1|show|version).*)?\/?$/;

/**
 * Adds `http://` and `/v1` where they are missing, takes off what is too much, keeps user info and query. The error is
 * one line that says what is wrong with the text and how an endpoint looks.
 */
export function normaliseBaseUrl(input: string): Result<string, string> {
  const text = input.trim();
  const example = "An endpoint looks like http://127.0.0.1:11434/v1.";
  if (text === "") return fail(`The endpoint is empty. ${example}`);
  if (/\s/.test(text)) return fail(`“${text}” has a space in it, so it is no address. ${example}`);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    return fail(`“${text}” begins with ${scheme}://, and a model server is reached by http:// or https://. ${example}`);
  }
  // `:8080` and `8080` mean this machine.
  const local = /^:?(\d{2,5})(\/.*)?$/.exec(text);
  const full = scheme !== undefined ? text : local ? `http://127.0.0.1:${local[1]}${local[2] ?? ""}` : `http://${text}`;
  if (!URL.canParse(full)) return fail(`“${text}” is no address: check the host and the port. ${example}`);
  const url = new URL(full);
  if (
    !/^(?:localhost|\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)$/iu.test(url.hostname) ||
    (!looksLikeHost(url.hostname) && url.port === "" && scheme === undefined)
  ) {
    return fail(`“${text}” is neither a host with a port nor a URL. ${example}`);
  }
  url.hash = "";
  // The servers that listen on every address are reached on this machine.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  url.pathname = basePath(url.pathname);
  return ok(url.href.replace(/\/$/, ""));
}

function looksLikeHost(hostname: string): boolean {
  return hostname === "localhost" || hostname.includes(".") || hostname.includes(":");
}

function basePath(path: string): string {
  const trimmed = path.replace(/\/+$/, "").replace(PASTED, "").replace(NATIVE, "").replace(/\/+$/, "");
  if (trimmed === "") return "/v1";
  return /\/v\d+(?:beta)?$|\/openai$/.test(trimmed) ? trimmed : `${trimmed}/v1`;
}
