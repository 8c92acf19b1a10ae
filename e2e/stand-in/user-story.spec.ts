// Story, in the built desktop bundle: someone runs the drive suite's task, approves its write, and steps through its turns.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startStandIn } from "../support/desktop.ts";

test("a task is run, its write approved, and its turns stepped through (stand-in)", async () => {
  const home = mkdtempSync(join(tmpdir(), "loopscope-desktop-"));
  const desktop = await startStandIn({ home, database: join(home, "traces.db") });
  try {
    const { page } = desktop;
    await expect(page.getByText("No run is recorded yet")).toBeVisible();
    await page.evaluate("void (location.hash = '#/new?task=user_task36&variant=gated&approve=ask')");
    await page.getByRole("button", { name: "Start", exact: false }).click();
    const dialog = page.getByRole("alertdialog", { name: "Allow create_file?" });
    await expect(dialog.getByRole("region", { name: "filename" }).first()).toHaveText("hawaii-packing-list.docx");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("region", { name: "How the run ended" })).toContainText("answered");
    await page.keyboard.press("g");
    await page.keyboard.press("g");
    await expect(page.getByRole("heading", { name: /^Turn 1 of \d$/ })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name: /^Turn 2 of \d$/ })).toBeVisible();
  } finally {
    await desktop.end("SIGTERM");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});
