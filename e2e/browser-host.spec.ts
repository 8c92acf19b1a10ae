// Story: someone starts the browser host, opens the printed address, and comes back to it.
import { expect, test } from "./support/app.ts";

test("the printed address opens the app, without the token staying in the address", async ({ app }) => {
  const page = await app.open();
  await expect(page).toHaveTitle(/Loopscope/);
  await expect(page.locator("#root")).not.toBeEmpty();
  expect(new URL(page.url()).search).toBe("");
  await page.reload();
  await expect(page.locator("#root")).not.toBeEmpty();
});

test("a run recorded by the command line stands in the app", async ({ app }) => {
  const run = await app.seed("--task", "user_task35", "--variant", "compact-list");
  const page = await app.open(`#/run/${run}`);
  await expect(page.getByText("user_task35").first()).toBeVisible();
});

test("someone without the token sees how to get in, and nothing else", async ({ app, browser }) => {
  const stranger = await browser.newPage();
  const reply = await stranger.goto(new URL("/", app.url).href);
  expect(reply?.status()).toBe(401);
  await expect(stranger.getByRole("heading")).toHaveText("Open Loopscope by its full address");
  await stranger.close();
});

test("the app is there again after its host was killed", async ({ app }) => {
  app.expectErrors(/WebSocket connection/, /ERR_CONNECTION_REFUSED/);
  const run = await app.seed("--task", "user_task35", "--variant", "compact-list");
  await app.open();
  await app.restart("SIGKILL");
  const page = await app.open(`#/run/${run}`);
  await expect(page.getByText("user_task35").first()).toBeVisible();
});
