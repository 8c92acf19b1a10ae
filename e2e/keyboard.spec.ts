// Story: someone does everything by keyboard, also with an input method, and finds what was open again after a reload.
import type { Locator } from "@playwright/test";
import { expect, test } from "./support/app.ts";
import { calls, says } from "./support/model-server.ts";

/** The Enter that takes a candidate of an input method. */
async function composingEnter(field: Locator): Promise<void> {
  await field.dispatchEvent("compositionstart");
  await field.dispatchEvent("keydown", { key: "Enter", code: "Enter", keyCode: 229, isComposing: true });
  await field.dispatchEvent("compositionend");
}

test("search, open, step, compare, fork, help and commands without a mouse", async ({ app }) => {
  await app.seed("--task", "user_task36", "--variant", "completion-check");
  await app.seed("--task", "user_task36", "--variant", "gated");
  const page = await app.open("#/");
  const { keyboard } = page;
  const runs = page.getByRole("grid", { name: "Runs" }).getByRole("row");
  await expect(runs).toHaveCount(3); // The head, and two runs.
  await keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search runs" })).toBeFocused();
  await keyboard.type("completion-check");
  await expect(runs).toHaveCount(2);
  await keyboard.press("Enter");
  await keyboard.press("j");
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Turn 3 of 3" })).toBeVisible();

  await keyboard.press("k");
  await keyboard.press("k");
  await keyboard.press("j");
  await keyboard.press("3");
  await expect(page.getByRole("heading", { name: "Turn 2 of 3" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Turn 2 of 3" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Results" })).toHaveAttribute("aria-selected", "true");

  await keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys on this page" });
  await expect(help).toContainText("Next turn");
  await keyboard.press("Escape");
  await expect(help).toBeHidden();

  await keyboard.press("f");
  await expect(page.getByRole("heading", { name: "Fork from turn 2" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Turn 2 of 3" })).toBeVisible();

  await keyboard.press("c");
  const picker = page.getByRole("dialog", { name: "Compare with…" });
  await expect(picker.getByRole("listitem")).toHaveCount(1);
  await composingEnter(picker.getByLabel("Search runs"));
  await expect(picker).toBeVisible();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/compare/);
  await expect(page.getByRole("listbox", { name: "Runs side by side" })).toContainText("first divergence");

  await keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await keyboard.type("settings");
  await composingEnter(palette.getByRole("combobox"));
  await expect(palette).toBeVisible();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/settings/);
});

test("the Enter that ends a composition does not send the reason of a denial", async ({ app, model }) => {
  model.script(calls([{ name: "create_file", arguments: { filename: "a.txt", content: "A" } }]), says("As you wish."));
  const form = new URLSearchParams({ prompt: "Create a.txt.", packs: "drive", endpoint: model.url, approve: "ask" });
  const page = await app.open(`#/new?${form.toString()}`);
  await page.getByLabel("Prompt", { exact: true }).focus();
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("alertdialog", { name: "Allow create_file?" });
  await expect(dialog.getByRole("button", { name: "Deny" })).toBeEnabled();
  await page.keyboard.press("d");
  const reason = dialog.getByLabel("Reason, given to the model");
  await reason.fill("不要");
  await composingEnter(reason);
  await expect(reason).toHaveValue("不要");
  expect(model.requests).toHaveLength(1);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(JSON.stringify((await model.request(2)).body)).toContain("不要");
});
