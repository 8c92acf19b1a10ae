// Story: someone looks through what was decided, filters it by keyboard and mouse, jumps to the turn, sees where the answer came from, and judges a finding.
import { expect, test } from "./support/app.ts";

test("the audit is filtered, a row leads to its turn", async ({ app }) => {
  await app.seed("--task", "user_task37", "--variant", "completion-check");
  const run = await app.seed("--task", "user_task36", "--variant", "completion-check");
  const page = await app.open("#/");
  await expect(page.getByText("2 runs", { exact: true })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  const table = page.getByRole("grid", { name: "Decisions and approvals" });
  await expect(page.getByText("6 decisions", { exact: true })).toBeVisible();
  await expect(table.getByRole("row").nth(1)).toContainText("get_file_by_id");

  await page.getByRole("combobox", { name: "Tool" }).click();
  await page.getByRole("option", { name: "list_files" }).click();
  await expect(page.getByText("2 decisions", { exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Run" }).fill(run);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 decision", { exact: true })).toBeVisible();
  // What is chosen stands in the address.
  await page.reload();
  await expect(page.getByText("1 decision", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("6 decisions", { exact: true })).toBeVisible();

  // Oldest first, then by keyboard to the last one and into its turn.
  await table.getByRole("columnheader", { name: "When" }).getByRole("button").click();
  await expect(table.getByRole("row").nth(1)).toContainText("list_files");
  await page.keyboard.press("End");
  const detail = page.getByRole("complementary", { name: "Decision in full" });
  await expect(detail).toContainText("get_file_by_id");
  await expect(detail).toContainText("list_files, turn 1");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${run}.*turn=2`));
  await expect(page.getByText("Turn 2 of 3")).toBeVisible();
});

test("a value of the answer leads to its result, and a finding is rejected with a reason", async ({ app }) => {
  const run = await app.seed("--task", "user_task36", "--variant", "completion-check");
  const page = await app.open(`#/run/${run}?tab=why`);
  const finding = page
    .getByRole("region", { name: "Findings" })
    .getByRole("listitem")
    .filter({ hasText: "outstanding_obligations" });
  await expect(finding).toContainText("suspected");
  await finding.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject the finding" });
  await expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
  await dialog.getByLabel("Why").fill("It was to stop here.");
  await page.keyboard.press("Enter");
  await expect(finding).toContainText("rejected by a person");
  await expect(finding).toContainText("It was to stop here.");
  await page.reload();
  await expect(finding).toContainText("rejected by a person");
  await finding.getByRole("button", { name: "Take back" }).click();
  await expect(finding.getByText("suspected")).toBeVisible();

  const policy = page.getByRole("region", { name: "Kept to policy?" });
  await expect(policy).toContainText("rules kept");
  const grounding = page.getByRole("region", { name: "Grounding of the answer" });
  await grounding.getByRole("link", { name: "June 13" }).click();
  await expect(page).toHaveURL(/turn=2.*tab=results|tab=results.*turn=2/);
});
