// Story: a run stopped early; someone asks why, settles it by experiment, and forks with the change that helps, so that the task is done.
import { readFileSync } from "node:fs";
import { expect, test } from "./support/app.ts";

test("an early stop is diagnosed, bisected, and mended by the fork that the experiment prepared", async ({ app }) => {
  // 120 samples, each a run to its end.
  test.slow();
  const run = await app.seed(
    ..."--suite drive --task user_task36 --variant completion-check --endpoint demo --approve all --seed 3".split(" "),
  );
  const page = await app.open(`#/run/${run}`);

  // What the model said stands beside whose choice it was.
  await expect(page.getByRole("group", { name: "Model or server?" })).toContainText("the model's own choice");

  // Suspicions: marked as such, with evidence.
  await page.getByRole("tab", { name: "Why" }).click();
  await expect(page.getByRole("region", { name: "How it ended" })).toContainText("suspected");
  const finding = page.getByRole("listitem").filter({ hasText: "outstanding_obligations" });
  await expect(finding).toContainText("hawaii-packing-list.docx");
  await expect(page.getByRole("region", { name: "Asked and promised" })).toContainText("outstanding");
  await expect(finding.getByRole("link", { name: "Fork with: gate remind" })).toBeVisible();

  // The experiment: what it would take is said before it starts.
  await page.getByRole("button", { name: "Bisect the stop" }).click();
  const bisect = page.getByRole("region", { name: "Bisect the stop" });
  await expect(bisect).toContainText(/To tell 10 % from 70 % takes \d+ of each/);
  await bisect.getByLabel("Samples of each change").fill("2");
  await expect(bisect).toContainText("With so few nothing can be told from chance");
  await bisect.getByLabel("Samples of each change").fill("12");
  await bisect.getByRole("button", { name: "Start", exact: true }).click();

  const reminder = page.getByRole("row", { name: /^reminder/ });
  await expect(page.getByRole("button", { name: "HTML" })).toBeVisible({ timeout: 90_000 });
  await expect(reminder).toContainText("helps");
  await expect(reminder.getByRole("img", { name: "Task done: 12 of 12, interval 76 % to 100 %" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^thinking off/ })).toContainText("no evidence");

  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Markdown" }).click();
  const report = await downloaded;
  expect(report.suggestedFilename()).toBe(`bisect-${run}.md`);
  expect(readFileSync(await report.path(), "utf8")).toMatch(/^# Why run .+ stopped at turn 3$/m);

  // The fix: the fork page opens with the change in it.
  await reminder.getByRole("link", { name: "Fork with this" }).click();
  await expect(page.getByRole("heading", { name: "Edits 1" })).toBeVisible();
  await page.getByText("Approve all").click();
  await page.keyboard.press("Control+Enter");
  const banner = page.getByRole("region", { name: "How the run ended" });
  await expect(banner).toContainText("answered");
  await expect(banner).not.toContainText("outstanding");

  // What was found out is kept.
  await page.getByRole("link", { name: "Experiments" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: run })).toContainText("done");
});
