import { expect, test } from "vitest";
import { isSecretName, redactHeaders, redactText, redactUrl } from "./redact.ts";

const secret = 'sk-a"b/c+1234567890';

test("headers that carry secrets are blanked, whatever their case; others are kept", () => {
  const headers: [string, string][] = [
    ["Authorization", "Bearer x"],
    ["Cookie", "a=b"],
    ["X-API-Key", "x"],
    ["my-service-token", "x"],
    ["Content-Type", "application/json"],
    ["x-ratelimit-remaining-tokens", "12"],
    ["x-debug", `key=${secret}`],
  ];
  expect(redactHeaders(headers, [secret])).toEqual({
    authorization: "[redacted]",
    cookie: "[redacted]",
    "x-api-key": "[redacted]",
    "my-service-token": "[redacted]",
    "content-type": "application/json",
    "x-ratelimit-remaining-tokens": "12",
    "x-debug": "key=[redacted]",
  });
});

test("URLs lose user info and the values of secret parameters", () => {
  expect(redactUrl("https://ada:pw@example.org/v1?api_key=abc&model=m&access_token=t")).toBe(
    "https://example.org/v1?api_key=%5Bredacted%5D&model=m&access_token=%5Bredacted%5D",
  );
  expect(redactUrl("http://127.0.0.1:1/v1/")).toBe("http://127.0.0.1:1/v1/");
  expect(redactUrl("not a url //ada:pw@host")).toBe("not a url //host");
});

test("a known secret is found as it stands, in JSON, in a URL and in Basic authorisation", () => {
  const forms = [secret, JSON.stringify(secret), encodeURIComponent(secret), Buffer.from(secret).toString("base64")];
  for (const form of forms) expect(redactText(`a ${form} b`, [secret])).toMatch(/^a "?\[redacted\]"? b$/);
});

test("text without the secret is the same, and short values blank nothing", () => {
  expect(redactText("an ordinary text", [secret, "an"])).toBe("an ordinary text");
});

test.each(["max_tokens", "prompt_tokens", "content-type", "monkey-business", "x-request-id"])(
  "%s is no secret's name",
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);
