import { expect, test } from "vitest";
import { APP_URL, isOwnPage, isTrustedSender } from "./origin.ts";

test.each([
  ["app://loopscope/", true],
  ["app://loopscope/index.html#/runs/r_1", true],
  ["app://evil/", false],
  ["app://loopscope.evil/", false],
  ["app://user@loopscope/", false],
  ["file:///etc/passwd", false],
  ["https://loopscope/", false],
  ["about:blank", false],
  ["data:text/html,x", false],
  ["", false],
])("%s is our page: %s", (address, own) => {
  expect(isOwnPage(address, APP_URL)).toBe(own);
});

test("in development the page is the development server's, by scheme, name and port", () => {
  const page = "http://localhost:5173/";
  expect(
    ["http://localhost:5173/x", "http://localhost:5174/", "https://localhost:5173/", APP_URL].map((a) =>
      isOwnPage(a, page),
    ),
  ).toEqual([true, false, false, false]);
});

test("only our page in a main frame may send", () => {
  const main = { url: APP_URL, parent: null };
  expect([
    isTrustedSender(main, APP_URL),
    isTrustedSender({ url: APP_URL, parent: main }, APP_URL),
    isTrustedSender({ url: "https://evil.example/", parent: null }, APP_URL),
    isTrustedSender(null, APP_URL),
  ]).toEqual([true, false, false, false]);
});
