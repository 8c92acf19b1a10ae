// Story: someone runs a request of their own on a server of their own, watches it live and then steps through its turns.
import { expect, test } from "./support/app.ts";
import { calls, heldAt, says } from "./support/model-server.ts";

test("an own prompt runs on an own server, is watched live, then stepped through", async ({ app, model }) => {
  const hold = Promise.withResolvers<void>();
  model.script(
    calls([{ name: "list_files", arguments: {} }], { text: "I look at the files first." }),
    heldAt(says("On June 13 you are hiking at Diamond Head."), 5, hold.promise),
  );
  const page = await app.open("#/new");

  // The form: what, with which tools, how its results are shown, and where.
  await page.getByText("My own prompt").click();
  await page.getByLabel("Prompt", { exact: true }).fill("Tell me what is planned on June 13.");
  await expect(page.getByRole("checkbox", { name: /^drive/ })).toBeChecked();
  await page.getByRole("combobox", { name: "Variant" }).click();
  await page.getByRole("option", { name: /^compact-list/ }).click();
  await page.getByRole("combobox", { name: "Endpoint" }).fill(model.url);
  await expect(page.getByText(/^Reachable, 1 model/)).toBeVisible();
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: "scripted" }).click();
  await page.getByRole("button", { name: "Start", exact: false }).click();

  // Live: what has come is there while the server holds the rest back.
  const text = page.getByRole("region", { name: "Text", exact: true });
  await expect(text).toContainText("On June 13 you");
  await expect(text).not.toContainText("Diamond Head");
  const banner = page.getByRole("region", { name: "How the run ended" });
  await expect(banner).toContainText("running");
  hold.resolve();
  await expect(text).toContainText("On June 13 you are hiking at Diamond Head.");
  await expect(banner).toContainText("answered");
  expect(model.requests).toHaveLength(2);

  // Step back to the first turn by key: what it said, and what the tool returned against what the model was shown.
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { name: "Turn 1 of 2" })).toBeVisible();
  await expect(text).toHaveText("I look at the files first.");
  await page.keyboard.press("3");
  const result = page.getByRole("region", { name: "list_files" });
  await expect(result).toContainText("by file-metadata");
  await expect(result.getByRole("button", { name: /^\d+ kept/ })).toBeVisible();
  await result.getByRole("button", { name: /^\d+ lost/ }).click();
  await expect(result.getByRole("list", { name: "Fields" })).toContainText("content");
  await result.getByRole("button", { name: "Shown to the model" }).click();
  await expect(result.getByRole("region", { name: "Shown to the model" })).toContainText("FILE METADATA ONLY:");
  await page.keyboard.press("d");
  await expect(result.locator(".monaco-diff-editor")).toBeVisible();
  await expect(result.locator(".monaco-diff-editor")).toContainText("FILE METADATA ONLY:");

  // What went over the wire, and what the turn did to the environment.
  await page.getByRole("tab", { name: "Wire" }).click();
  await expect(page.getByText(`${model.url}/chat/completions`)).toBeVisible();
  await expect(page.getByText("Status 200")).toBeVisible();
  await expect(page.getByRole("list", { name: "Response" })).toContainText('"name":"list_files"');
  await page.getByRole("tab", { name: "Environment" }).click();
  await expect(page.getByText("This turn changed nothing.")).toBeVisible();

  // The second turn saw the compacted result, not the raw one.
  await page.keyboard.press("1");
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: "Turn 2 of 2" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Saw" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel")).toContainText("FILE METADATA ONLY:");
  await expect(page.getByRole("tabpanel")).toContainText("Tell me what is planned on June 13.");
});
