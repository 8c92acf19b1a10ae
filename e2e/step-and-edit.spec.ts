// Story: someone holds a run, has it stop where it would end too early, tells it what is missing, and sees it pass; and edits a
// pending request. What is held waits through a restart of the host.
import { expect, test, type App } from "./support/app.ts";
import type { Page } from "@playwright/test";

const TASK36 = "#/new?suite=drive&task=user_task36&variant=completion-check&approve=all&held=1";

async function startHeld(app: App): Promise<Page> {
  const page = await app.open(TASK36);
  await expect(page.getByLabel("Start held")).toBeChecked();
  await page.getByRole("button", { name: /^Start/ }).click();
  await expect(page.getByRole("region", { name: "Debugger" })).toContainText("Held before a request, turn 1");
  return page;
}

test("a run held at its stop goes on with a message, after a restart of the host, and passes", async ({ app }) => {
  // The host starts twice.
  test.slow();
  app.expectErrors(/WebSocket connection/, /ERR_CONNECTION_REFUSED/);
  const page = await startHeld(app);
  const bar = page.getByRole("region", { name: "Debugger" });

  await bar.getByRole("button", { name: "Breakpoints" }).click();
  const dialog = page.getByRole("dialog", { name: "Breakpoints" });
  await dialog.getByRole("button", { name: "Add a breakpoint" }).click();
  const condition = dialog.getByLabel("Condition");
  await condition.fill("outstanding >");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("cannot be read");
  await condition.fill('finish_reason == "stop" and outstanding > 0');
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await page.keyboard.press("F10");
  await expect(bar).toContainText("Held before a call, turn 1");
  await page.keyboard.press("F8");
  await expect(bar).toContainText("Held at a stop");
  await expect(bar).toContainText("outstanding > 0");
  const view = new URL(page.url()).hash;

  await app.restart();
  await app.open(view);
  await expect(bar).toContainText("Held at a stop");
  await expect(bar.getByRole("region", { name: "Outstanding" })).toContainText("hawaii-packing-list.docx");
  await bar.getByLabel("Message that makes it go on").fill("You have not created hawaii-packing-list.docx yet.");
  await page.keyboard.press("F8");
  await expect(bar).toBeHidden();
  await expect(page.getByRole("region", { name: "How the run ended" })).toContainText("answered");
  const { runs } = await app.json<{ runs: { ending: string; passed: boolean }[] }>("runs");
  expect(runs).toMatchObject([{ ending: "answered", passed: true }]);
});

test("an edited request is what the model gets, and the edit is on record", async ({ app }) => {
  const page = await startHeld(app);
  const bar = page.getByRole("region", { name: "Debugger" });
  await bar.getByRole("button", { name: /^Edit: Message 2, user/ }).click();
  await bar.getByLabel("Text").fill("List the files, then answer.");
  await expect(bar).toContainText("edited");
  await page.keyboard.press("F8");
  await expect(bar).toBeHidden();
  const [, run = ""] = /#\/run\/(r_\w+)/.exec(page.url()) ?? [];
  const shown = await app.json<{ messages: { role: string; content: string }[] }>(
    "show",
    run,
    "--turn",
    "1",
    "--what",
    "context",
  );
  expect(shown.messages.find((message) => message.role === "user")?.content).toBe("List the files, then answer.");
});

test("a run that stopped early waits in the queue until a person lets it go on", async ({ app }) => {
  await app.seed("--task", "user_task36", "--variant", "completion-check", "--approve", "all");
  const page = await app.open("#/queue");
  const entry = page.getByRole("article", { name: "user_task36" });
  await expect(entry).toContainText("hawaii-packing-list.docx");
  await entry.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog", { name: "Let the run go on" }).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "How the run ended" })).toContainText("answered");
  await page.getByRole("link", { name: "Queue" }).click();
  await expect(page.getByRole("heading", { name: "No run waits for a person" })).toBeVisible();
});
