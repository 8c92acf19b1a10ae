// Story: a tool and a model return markup and scripts; the app shows them as the text they are and runs nothing.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/app.ts";
import { calls, says } from "./support/model-server.ts";

const HOSTILE = `<img src=x onerror="window.ran = true"><script>window.ran = true</script><b id="planted">bold</b>`;

test("markup from a tool and from a model is shown as text and never rendered", async ({ app, model }) => {
  const tools = join(app.home, "tools.json");
  const parameters = { type: "object", properties: {} };
  const definition = { type: "function", function: { name: "read_page", description: "Reads the page.", parameters } };
  writeFileSync(tools, JSON.stringify([{ ...definition, effect: "read", result: { page: HOSTILE } }]));
  model.script(calls([{ name: "read_page", arguments: {} }]), says(HOSTILE));
  const run = await app.seed("--prompt", "Read the page.", "--tools", tools, "--endpoint", model.url);

  const page = await app.open(`#/run/${run}?turn=1&tab=results`);
  await expect(page.getByRole("region", { name: "read_page" })).toContainText("<script>window.ran = true</script>");
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await expect(page.getByRole("region", { name: "Text", exact: true })).toContainText(HOSTILE);
  await page.keyboard.press("1");
  await expect(page.getByRole("tabpanel")).toContainText("onerror=");
  expect(await page.locator("#planted, img[src=x]").count()).toBe(0);
  expect(await page.evaluate("window.ran")).toBeUndefined();
});
