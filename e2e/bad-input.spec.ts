// Story: something is wrong (a server that is not there, an address that leads nowhere), and the app says what to do next.
import { expect, test } from "./support/app.ts";

test("a server that does not answer is named in the form, before anything is started", async ({ app, model }) => {
  await model.close(); // Its port is free now: nothing answers there.
  const page = await app.open("#/new");
  const endpoint = page.getByRole("combobox", { name: "Endpoint" });
  await endpoint.fill(model.url);
  const said = page.locator(".new-run__status").first();
  await expect(said).toContainText(new URL(model.url).host);
  await expect(said).not.toContainText(/\n\s*at /);

  await endpoint.fill("not an address");
  await page.getByRole("button", { name: "Start", exact: false }).click();
  await expect(page.getByRole("alert")).toContainText("It looks like http://127.0.0.1:11434/v1.");
  await expect(page.getByText("Something above needs mending first.")).toBeVisible();
  expect(await app.json("runs")).toMatchObject({ runs: [] });
});

test("a run that is not there, and a page that is not there, lead back to the runs", async ({ app }) => {
  const page = await app.open("#/run/r_nowhere");
  await expect(page.getByRole("heading", { name: "There is no such run" })).toBeVisible();
  await expect(page.locator("main")).toContainText("r_nowhere");
  await page.getByRole("link", { name: "All runs" }).click();
  await expect(page).toHaveURL(/#\/$/);
  await expect(page.getByText("No run is recorded yet")).toBeVisible();

  await app.open("#/elsewhere");
  await expect(page.getByText("There is no such page")).toBeVisible();
  await page.getByRole("link", { name: "Go to the runs" }).click();
  await expect(page.getByText("No run is recorded yet")).toBeVisible();
});

test("a turn that the run does not have offers its last one", async ({ app }) => {
  const run = await app.seed("--task", "user_task36", "--variant", "completion-check");
  const page = await app.open(`#/run/${run}?turn=99`);
  await expect(page.getByText("This run has no turn 99; its last one is 3.")).toBeVisible();
  await page.getByRole("button", { name: "Go to the last turn" }).click();
  await expect(page.getByRole("heading", { name: "Turn 3 of 3" })).toBeVisible();
});
