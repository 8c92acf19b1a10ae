// Story: a stop is bisected, the change that helps becomes a variant of the user's own, and an experiment on the whole task shows that it
// does; the samples stay out of the run list until they are asked for.
import { expect, test } from "./support/app.ts";

test("a change that bisect found becomes a variant, and an experiment on the task compares the two", async ({
  app,
}) => {
  test.setTimeout(120_000);
  const stopped = await app.seed("--task", "user_task36", "--variant", "completion-check");
  const page = await app.open(`#/run/${stopped}?tab=why`);
  await page.getByRole("button", { name: "Bisect the stop" }).click();
  await page.getByRole("textbox", { name: "Samples of each change" }).fill("12");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("button", { name: "Markdown" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("columnheader", { name: "Endings" })).toBeVisible();

  const reminder = page.getByRole("row", { name: /^reminder / });
  await expect(reminder).toContainText("helps");
  await reminder.getByRole("button", { name: "Apply to variant" }).click();
  const dialog = page.getByRole("dialog", { name: "Apply to variant" });
  const name = dialog.getByRole("textbox", { name: "Name of the new variant" });
  await expect(name).toHaveValue("completion-check-reminder");
  await name.fill("no name!");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await name.fill("gated");
  app.expectErrors(/is there already/);
  await name.press("Enter");
  await expect(dialog).toContainText("is there already");
  await name.fill("mended");
  await name.press("Enter");
  await expect(dialog).toContainText("Variant mended saved");
  await dialog.getByRole("link", { name: "Compare it with the recorded variant" }).click();

  await expect(page.getByRole("checkbox", { name: /^mended/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /^completion-check baseline/ })).toBeChecked();
  await page.getByRole("textbox", { name: "Samples of each variant" }).fill("16");
  await expect(page.getByText("32 samples: 2 variants, 16 each.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Variants on user_task36" })).toBeVisible();
  await expect(page.getByText("32 of 32 samples")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("row", { name: /^mended / })).toContainText("helps");

  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await expect(page.getByText("1 run", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Samples of experiments" }).click();
  await page.getByRole("option", { name: "Samples only" }).click();
  await expect(page.getByText(/^1\d\d runs$/)).toBeVisible();
});

test("a form that is not filled in says what is missing, and a turn is compared with itself as recorded", async ({
  app,
}) => {
  const stopped = await app.seed("--task", "user_task36", "--variant", "completion-check");
  const page = await app.open(`#/experiments`);
  await page.getByRole("link", { name: "New experiment" }).click();
  await page.getByRole("button", { name: /^Start/ }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose at least 2 variants.");

  await app.open(`#/experiments/new?run=${stopped}&turn=3&variants=gated&samples=4`);
  await expect(page.getByText("8 samples: 2 variants, 4 each.")).toBeVisible();
  await expect(page.getByText(/With so few nothing can be told from chance/)).toBeHidden();
  await page.getByRole("button", { name: /^Start/ }).click();
  await expect(page.getByText("8 of 8 samples")).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole("row", { name: /^as recorded/ })).toContainText("baseline");
  await expect(page.getByRole("row", { name: /^gated/ })).toContainText(/no evidence|helps/);
});
