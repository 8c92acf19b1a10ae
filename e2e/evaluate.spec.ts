// Story: a suite is run in two variants and watched, a cell is compared, the evaluation becomes the baseline, a worse variant is run, and a
// regression is opened; a suite of the user's own is written in the editor, which names what is wrong in it.
import { expect, test } from "./support/app.ts";

test("a suite is run in two variants, becomes the baseline, and what a worse variant broke is opened", async ({
  app,
}) => {
  test.setTimeout(120_000);
  const page = await app.open("#/evaluate");
  await expect(page.getByRole("heading", { name: "No evaluation yet" })).toBeVisible();
  await page.getByRole("link", { name: "New evaluation" }).click();
  await page.getByRole("button", { name: /^Start/ }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose at least one variant.");
  await page.getByRole("checkbox", { name: /^compact-list/ }).check();
  await page.getByRole("checkbox", { name: /^gated/ }).check();
  await page.getByRole("textbox", { name: "Repeats of each task" }).fill("6");
  await expect(page.getByText("36 runs: 3 tasks × 2 variants × 6 repeats.")).toBeVisible();
  await expect(page.getByText(/^One task of a variant \(6 runs\)/)).toBeVisible();
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { name: "Evaluation of drive" })).toBeVisible();
  await expect(page.getByText("36 of 36 runs")).toBeVisible({ timeout: 60_000 });
  const gated = page.getByRole("button", { name: /^user_task36 with gated: 6 of 6 passed/ });
  await expect(gated).toBeVisible();
  await expect(page.getByRole("img", { name: /^Task completion, gated: 18 of 18, 100 %/ })).toBeVisible();
  await page.getByText("Table", { exact: true }).click();
  await expect(page.getByRole("row", { name: /^gated/ }).last()).toContainText("18/18");

  // By keyboard: one tab stop, arrows, Enter.
  await page.getByRole("button", { name: /^user_task35 with compact-list/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(gated).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/compare\?runs=r_\w+(%2C|,)r_/);
  await page.goBack();
  await page.getByRole("button", { name: "Use as baseline" }).click();
  await expect(page.getByRole("button", { name: "No longer the baseline" })).toBeVisible();

  await page.getByRole("link", { name: "Run again" }).click();
  await page.getByRole("checkbox", { name: /^gated/ }).uncheck();
  await page.getByRole("checkbox", { name: /^compact-list/ }).uncheck();
  await page.getByRole("checkbox", { name: /^legacy/ }).check();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("18 of 18 runs")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("The baseline has none of these variants")).toBeVisible();
  await page.getByRole("combobox", { name: "Variant of the baseline" }).click();
  await page.getByRole("option", { name: "gated" }).click();
  const regression = page.getByRole("row", { name: /^user_task36 legacy, task completion/ });
  await expect(regression).toContainText("6/6");
  await expect(regression).toContainText("always passed, and does not now");
  await expect(regression).toContainText(/0\.00\d\d/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "JUnit" }).click();
  expect((await download).suggestedFilename()).toMatch(/^eval-drive-e_\w+\.xml$/);
  await regression.getByRole("link", { name: "Failed run 1" }).click();
  await expect(page).toHaveURL(/#\/run\/r_/);
  await expect(page.getByRole("heading", { name: /user_task36/ }).first()).toBeVisible();

  await page.getByRole("link", { name: "Evaluate", exact: true }).click();
  await expect(page.getByRole("link", { name: "drive: 2 variants, 6 repeats" })).toBeVisible();
  await expect(page.getByText("baseline", { exact: true })).toBeVisible();
});

test("an evaluation that its host was killed in goes on, and an unreachable endpoint is told in the form", async ({
  app,
}) => {
  test.setTimeout(120_000);
  const page = await app.open("#/evaluate/new?suite=drive&variants=gated,completion-check&repeats=40");
  await expect(page.getByText(/^240 runs/)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/^[1-9]\d* of 240 runs/)).toBeVisible();
  const address = new URL(page.url()).hash;
  app.expectErrors(/WebSocket/, /ERR_CONNECTION/);
  await app.restart("SIGKILL");
  await app.open(address);
  await expect(page.getByText("interrupted", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("paused", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("cancelled", { exact: true })).toBeVisible();

  await app.open("#/evaluate/new?suite=drive&variants=gated&endpoint=http%3A%2F%2F127.0.0.1%3A9%2Fv1");
  app.expectErrors(/127\.0\.0\.1:9/);
  await expect(page.getByText(/^\d+ runs?: 3 tasks/)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert").last()).toContainText("127.0.0.1:9");
});

test("a suite of the user's own is written in the editor, which completes, explains and names what is wrong", async ({
  app,
}) => {
  test.setTimeout(90_000);
  const page = await app.open("#/evaluate/files");
  await page.getByRole("button", { name: "New suite" }).click();
  const name = page.getByRole("textbox", { name: "File name" });
  await name.fill("../mine.yaml");
  await name.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Letters, digits");
  await name.fill("mine.yaml");
  await name.press("Enter");
  const editor = page.getByRole("textbox", { name: "Text of mine.yaml" });
  await expect(editor).toBeVisible();
  await expect(page.getByText("No problem found.")).toBeVisible();

  // A wrong value is named with its line and field, and gone to with a click.
  await editor.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("gate: on\n");
  const problem = page.getByRole("button", { name: /^Line 12, gate: is not a known field/ });
  await expect(problem).toBeVisible();
  await problem.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Delete");
  await expect(page.getByText("No problem found.")).toBeVisible();

  // Completion knows the fields and, for values, the names there are.
  await page.keyboard.type("desc");
  await expect(page.getByRole("option", { name: /^description/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Mine");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("mine.yaml saved")).toBeVisible();
  await expect(page.getByText("not saved", { exact: true })).toBeHidden();
  await expect(page.getByRole("button", { name: "mine.yaml" })).toBeVisible();

  await page.getByRole("link", { name: "Evaluate it" }).click();
  await expect(page.getByRole("combobox", { name: "Suite" })).toContainText("mine");
  await page.getByRole("checkbox", { name: /^gated/ }).check();
  await expect(page.getByText("3 runs: 1 task × 1 variant × 3 repeats.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: /^first with gated: 3 of 3 passed/ })).toBeVisible({ timeout: 30_000 });
  const found = await app.json<{ suite: string }>("eval", "mine", "--variant", "gated");
  expect(found.suite).toBe("mine");
});
