// Story: someone adds a server that is still loading, waits for it, sees what runs have learned of it, and overrules it.
import { expect, test } from "./support/app.ts";
import { errorReply, loopbackServer, textReply } from "../src-main/model/fixtures/loopback-server.ts";

const loading = errorReply(503, { error: { message: "Loading model", type: "unavailable_error", code: 503 } });
const list = errorReply(200, { data: [{ id: "small-model", object: "model" }] });
const refusal = errorReply(400, { error: { message: "Unknown parameter: 'stream_options'." } });

test("a loading server is waited for, what is learned of it is shown, and switched off by hand", async ({ app }) => {
  let ready = false;
  await using server = await loopbackServer((request) => {
    if (request.path === "/v1/models") return ready ? list : loading;
    if (request.path !== "/v1/chat/completions") return errorReply(404, {});
    return "stream_options" in request.json ? refusal : textReply("Hello.");
  });
  const page = await app.open("#/settings");
  await page.getByRole("textbox", { name: "Address" }).fill(server.url);
  await page.getByRole("group", { name: "Add a server" }).getByRole("button", { name: "Add" }).click();
  const row = page.getByRole("listitem").filter({ hasText: server.url });
  await expect(row.getByText(/^Nothing was learned/)).toBeVisible();

  // Loading: asked again until the person stops it, or until it is ready.
  await row.getByRole("button", { name: "Check" }).click();
  await expect(row.getByRole("status").getByText(/is loading its model/)).toBeVisible();
  await row.getByRole("button", { name: "Stop waiting" }).click();
  await expect(row.getByRole("button", { name: "Check" })).toBeEnabled();
  await row.getByRole("button", { name: "Check" }).click();
  await expect(row.getByRole("status").getByText(/is loading its model/)).toBeVisible();
  ready = true;
  await expect(row.getByText("reachable", { exact: true })).toBeVisible();

  // A run meets the server's objection; what it learned stands in the settings.
  await page.goto(`${page.url().split("#")[0]}#/new`);
  await page.getByText("My own prompt").click();
  await page.getByLabel("Prompt", { exact: true }).fill("Say hello.");
  await page.getByRole("combobox", { name: "Endpoint" }).fill(server.url);
  await expect(page.getByText(/^Reachable, 1 model/)).toBeVisible();
  await page.getByRole("button", { name: "Start", exact: false }).click();
  await expect(page.getByRole("region", { name: "Text", exact: true })).toContainText("Hello.");
  await page.goto(`${page.url().split("#")[0]}#/settings`);
  await row.getByText("Learned of small-model").click();
  const rule = row.getByRole("switch", { name: "drop_stream_options" });
  await expect(rule).toBeChecked();
  await expect(row.getByText("because: Unknown parameter: 'stream_options'.")).toBeVisible();
  await rule.click();
  await expect(row.getByText("because: set in the settings")).toBeVisible();
  await expect(rule).not.toBeChecked();
  await row.getByRole("button", { name: "Default" }).click();
  await expect(row.getByRole("switch", { name: "drop_stream_options" })).toHaveCount(0);
});
