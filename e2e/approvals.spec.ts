// Story: someone is asked before a tool changes anything, and says yes, no, or stop.
import type { Page } from "@playwright/test";
import type { JsonValue } from "../src-shared/prelude/json.ts";
import { expect, test } from "./support/app.ts";
import type { App } from "./support/app.ts";
import { calls, says } from "./support/model-server.ts";
import type { ModelServer } from "./support/model-server.ts";

/** Starts a request in the new-run form whose writes are all asked about; gives the page and the run's id. */
async function start(app: App, model: ModelServer, prompt: string): Promise<{ page: Page; run: string }> {
  const form = new URLSearchParams({
    prompt,
    packs: "drive",
    variant: "compact-list",
    endpoint: model.url,
    approve: "ask",
  });
  const page = await app.open(`#/new?${form.toString()}`);
  await page.getByRole("button", { name: "Start", exact: false }).click();
  await expect(page).toHaveURL(/#\/run\//);
  const [, run = ""] = /#\/run\/(r_\w+)/.exec(page.url()) ?? [];
  return { page, run };
}

/** What a turn changed in the environment. */
async function changes(app: App, run: string, turn: number): Promise<JsonValue> {
  return (await app.json<{ changes: JsonValue }>("show", run, "--turn", String(turn), "--what", "environment")).changes;
}

const banner = (page: Page) => page.getByRole("region", { name: "How the run ended" });

test("a write is denied with a reason, and the model is given it", async ({ app, model }) => {
  model.script(
    calls([{ name: "get_file_by_id", arguments: { file_id: "7" } }]),
    calls([{ name: "create_file", arguments: { filename: "packing.txt", content: "Swimwear\nCamera" } }]),
    says("I did not create the file, as you wished."),
  );
  const { page, run } = await start(app, model, "Create packing.txt from the vacation plans.");
  const dialog = page.getByRole("alertdialog", { name: "Allow create_file?" });
  await expect(dialog.getByRole("region", { name: "filename" }).first()).toHaveText("packing.txt");
  await expect(dialog.getByRole("region", { name: "content" }).first()).toContainText("Swimwear");
  await expect(dialog).toContainText("adds");
  await expect(dialog).toContainText("Why it is asked");
  await expect(dialog).toContainText("the result of get_file_by_id");

  const deny = dialog.getByRole("button", { name: "Deny" });
  await expect(deny).toBeEnabled();
  await page.keyboard.press("d");
  await dialog.getByLabel("Reason, given to the model").fill("Put it into trips.txt instead");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(banner(page)).not.toContainText("running");

  const { stdout } = await app.cli("show", run, "--turn", "3", "--what", "context");
  expect(stdout).toContain("Put it into trips.txt instead");
  expect(await changes(app, run, 2)).toEqual([]);
});

test("a person stops the run instead of answering", async ({ app, model }) => {
  model.script(calls([{ name: "create_file", arguments: { filename: "a.txt", content: "A" } }]));
  const { page } = await start(app, model, "Create a.txt.");
  const stop = page.getByRole("alertdialog").getByRole("button", { name: "Stop the run" });
  await expect(stop).toBeEnabled();
  await stop.click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(banner(page)).toContainText("stopped by you");
  expect(model.requests).toHaveLength(1);
});

test("a deletion is asked about twice, and Enter approves neither question", async ({ app, model }) => {
  model.script(calls([{ name: "delete_file", arguments: { file_id: "11" } }]), says("The file is still there."));
  const { page, run } = await start(app, model, "Delete the largest file.");
  const first = page.getByRole("alertdialog", { name: "Allow delete_file?" });
  await expect(first.getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(first).toContainText("recipe-collection.docx");
  await expect(first.getByRole("checkbox")).toHaveCount(0);
  await first.getByRole("button", { name: "Approve" }).click();

  const second = page.getByRole("alertdialog", { name: "Really run delete_file? This cannot be undone." });
  await expect(second).toBeVisible();
  await page.keyboard.press("Enter"); // The moment it comes up: meant for the question before.
  await expect(second.getByRole("button", { name: "Yes, run it" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await second.getByRole("button", { name: "Deny" }).click();
  await second.getByRole("button", { name: "Deny with this reason" }).click();
  await expect(second).toBeHidden();
  await expect(banner(page)).not.toContainText("running");
  expect(await changes(app, run, 1)).toEqual([]);
});

test("a deletion that is confirmed twice is done", async ({ app, model }) => {
  model.script(calls([{ name: "delete_file", arguments: { file_id: "11" } }]), says("It is deleted."));
  const { page, run } = await start(app, model, "Delete the largest file.");
  for (const name of ["Approve", "Yes, run it"]) {
    await expect(page.getByRole("button", { name })).toBeEnabled();
    await page.keyboard.press("a");
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  await expect(banner(page)).toContainText("answered");
  expect(await changes(app, run, 1)).toMatchObject([{ op: "remove", from: { filename: "recipe-collection.docx" } }]);
});

test("the same call again is not asked about again, another one is", async ({ app, model }) => {
  const append = (content: string) => calls([{ name: "append_to_file", arguments: { file_id: "7", content } }]);
  model.script(append("Towel"), append("Towel"), append("Hat"), says("Done."));
  const { page } = await start(app, model, "Add a towel to the vacation plans, twice, and a hat.");
  const dialog = page.getByRole("alertdialog", { name: "Allow append_to_file?" });
  await dialog.getByRole("checkbox", { name: /^Approve the same call again/ }).check();
  await expect(dialog.getByRole("region", { name: "content" }).first()).toHaveText("Towel");
  await dialog.getByRole("button", { name: "Approve" }).click();
  // The next question is about the hat: the second towel went through.
  await expect(dialog.getByRole("region", { name: "content" }).first()).toHaveText("Hat");
  expect(model.requests).toHaveLength(3);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(banner(page)).not.toContainText("running");
  expect(model.requests).toHaveLength(4);
});
