// Story: someone holds a run that stopped early against one that passed, and steps through both at once.
import { expect, test } from "./support/app.ts";

test("two runs stand aligned, the first divergence is marked, and both step together", async ({ app }) => {
  const early = await app.seed("--task", "user_task36", "--variant", "completion-check");
  const gated = await app.seed("--task", "user_task36", "--variant", "gated");
  const page = await app.open(`#/compare?runs=${early},${gated}`);
  const rows = page.getByRole("listbox", { name: "Runs side by side" }).getByRole("option");
  const chosen = page.getByRole("option", { selected: true });
  await expect(rows.filter({ hasText: "first divergence" })).toHaveCount(1);
  await expect(chosen).toContainText("first divergence");
  await expect(chosen).not.toContainText("same");

  // Lock-step: one key moves both runs.
  await page.keyboard.press("Home");
  await expect(chosen).toContainText("same");
  await expect(chosen.getByText("list_files").or(chosen.getByText("search_files"))).toHaveCount(2);
  await page.keyboard.press("j");
  await expect(page.getByText(/^Row 2 of \d+$/)).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByText(/^Row 1 of \d+$/)).toBeVisible();
  await page.keyboard.press("End");
  await expect(chosen).toContainText("no turn");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(chosen).toContainText("first divergence");

  // What is open stands in the address.
  await page.keyboard.press("k");
  const row = await page.getByText(/^Row \d+ of \d+$/).textContent();
  await page.reload();
  await expect(page.getByText(row ?? "", { exact: true })).toBeVisible();
  await expect(chosen).not.toContainText("first divergence");
});
