// Story: someone changes one thing in the request of a turn and sees where the run goes from there.
import type { JsonObject } from "../src-shared/prelude/json.ts";
import { expect, test } from "./support/app.ts";
import { calls, heldAt, says } from "./support/model-server.ts";
import type { ReceivedRequest } from "./support/model-server.ts";

/** The messages that a request sent. */
function messages(request: ReceivedRequest | undefined): JsonObject[] {
  return (request?.body["messages"] ?? []) as JsonObject[];
}

test("a run that stopped early goes on when it is told what is outstanding", async ({ app }) => {
  const run = await app.seed("--task", "user_task36", "--variant", "completion-check");
  const page = await app.open(`#/run/${run}?turn=3`);
  const banner = page.getByRole("region", { name: "How the run ended" });
  await expect(banner).toContainText("stopped early");
  await expect(banner).toContainText("1 outstanding");
  await page.keyboard.press("f");
  await expect(page.getByRole("heading", { name: "Fork from turn 3" })).toBeVisible();
  await page.getByRole("button", { name: "Insert a message at the end" }).click();
  await page
    .getByRole("region", { name: "user", exact: true })
    .getByLabel("Text")
    .fill("You have not created hawaii-packing-list.docx yet. Create it now with the packing list of the plans.");
  await page.keyboard.press("Control+Enter");
  await expect(page).not.toHaveURL(/fork/);
  // What it had not done before is a write: it is asked about now.
  const dialog = page.getByRole("alertdialog", { name: "Allow create_file?" });
  await expect(dialog.getByRole("region", { name: "filename" }).first()).toHaveText("hawaii-packing-list.docx");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(banner).toContainText("answered");
  await expect(page.getByRole("listbox", { name: "Turns" })).toContainText("create_file");
  expect(page.url()).not.toContain(run);
});

test("forked twice, the unchanged and the edited run go on side by side, both live", async ({ app, model }) => {
  model.script(says("Hello."));
  const run = await app.seed("--prompt", "Say hello.", "--endpoint", model.url);
  const page = await app.open(`#/run/${run}/fork/1`);
  await page.getByRole("button", { name: "Insert a message at the end" }).click();
  await page.getByRole("region", { name: "user", exact: true }).getByLabel("Text").fill("Say it in French.");

  const hold = Promise.withResolvers<void>();
  const reply = (request: ReceivedRequest) =>
    messages(request).at(-1)?.["content"] === "Say it in French."
      ? heldAt(says("Bonjour tout le monde"), 3, hold.promise)
      : heldAt(says("Hello to the world"), 3, hold.promise);
  model.script(reply, reply);
  await page.getByRole("button", { name: "Fork twice: unchanged beside edited" }).click();
  await expect(page).toHaveURL(/#\/compare\?runs=r_\w+(,|%2C)r_\w+/);
  const rows = page.getByRole("listbox", { name: "Runs side by side" });
  await expect(rows).toContainText("Hello to");
  await expect(rows).toContainText("Bonjour tout");
  await expect(rows).not.toContainText("monde");
  hold.resolve();
  await expect(rows).toContainText("Hello to the world");
  await expect(rows).toContainText("Bonjour tout le monde");
  await expect(rows).toContainText("first divergence");
});

test("a tool result is sent as the tool returned it, then again as it was shown", async ({ app, model }) => {
  model.script(calls([{ name: "list_files", arguments: {} }]), says("There are 26 files."));
  const run = await app.seed("--prompt", "List my files.", "--pack", "drive", "--endpoint", model.url);
  const page = await app.open(`#/run/${run}/fork/2`);
  const result = page.getByRole("group", { name: "What the model is shown" });
  await result.getByText("As the tool returned it").click();
  model.script(says("26, with all that stands in them."));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "How the run ended" })).toContainText("answered");
  const raw = messages(model.requests[2]).at(-1);
  expect(raw?.["role"]).toBe("tool");
  expect(JSON.parse(raw?.["content"] as string)).toHaveLength(26);

  await app.open(`#/run/${run}/fork/2`);
  await page.reload();
  await result.getByText("As it was shown").click();
  model.script(says("26 again."));
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "How the run ended" })).toContainText("answered");
  expect(messages(model.requests[3])).toEqual(messages(model.requests[1]));
});
