// Story: someone follows the executor: its states along the run, and for a retried call what was decided, tried and waited for.
import { expect, test } from "./support/app.ts";
import { calls, says } from "./support/model-server.ts";

test("the states of a run, and what was decided about a call that was tried again", async ({ app }) => {
  const run = await app.seed("--suite", "travel", "--task", "rate-limited-seconds", "--endpoint", "demo");
  const page = await app.open(`#/run/${run}?turn=1`);
  const strip = page.getByRole("slider", { name: "States of the run" });
  await expect(strip).toHaveAttribute("aria-valuetext", "1 of 7: turn 1, plan, started");
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(strip).toHaveAttribute("aria-valuetext", "3 of 7: turn 1, observe, search_flights, transient error");
  await page.keyboard.press("End");
  await expect(strip).toHaveAttribute("aria-valuetext", /^7 of 7: turn 2, complete/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=events/);
  await expect(page.getByRole("tab", { name: "Events" })).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("Home");
  await page.getByRole("tab", { name: "Decided" }).click();
  const steps = page.getByRole("region", { name: "search_flights" }).getByRole("listitem");
  await expect(steps).toContainText([
    "reads run",
    /Attempt 1\s*transient error\s*rate_limited\s*not shown to the model/,
    /Wait\s*Retry-After of the provider\s*2\.00 s planned/,
    /Attempt 2\s*ok/,
  ]);
});

test("a wait for the model counts down while it goes on", async ({ app, model }) => {
  model.script(
    { status: 429, headers: { "retry-after": "3" }, body: { error: { message: "slow down" } } },
    says("Here I am."),
  );
  const form = new URLSearchParams({
    prompt: "Say something.",
    packs: "drive",
    variant: "compact-list",
    endpoint: model.url,
  });
  const page = await app.open(`#/new?${form.toString()}`);
  await page.getByRole("button", { name: "Start", exact: false }).click();
  await expect(page).toHaveURL(/#\/run\//);
  await page.getByRole("tab", { name: "Decided" }).click();
  const wait = page.getByRole("region", { name: "Waits for the model" }).getByRole("listitem");
  await expect(wait).toContainText(/\d s left/);
  await expect(wait).toContainText(/waited 3\.\d+ s/);
  await expect(page.getByRole("region", { name: "How the run ended" })).not.toContainText("running");
});

test("a question shows the plan that the call is a part of, as text", async ({ app, model }) => {
  model.script(
    calls(
      [
        { name: "create_file", arguments: { filename: "a.txt", content: "A" } },
        { name: "create_file", arguments: { filename: "b.txt", content: "B" } },
      ],
      { text: "<b>First a.txt</b>, then b.txt." },
    ),
    says("I stop here."),
  );
  const form = new URLSearchParams({
    prompt: "Create a.txt. Create b.txt.",
    packs: "drive",
    variant: "compact-list",
    endpoint: model.url,
    approve: "ask",
  });
  const page = await app.open(`#/new?${form.toString()}`);
  await page.getByRole("button", { name: "Start", exact: false }).click();
  const dialog = page.getByRole("alertdialog", { name: "Allow create_file?" });
  const plan = dialog.getByRole("region", { name: "The plan it is a part of" });
  await expect(plan).toContainText("<b>First a.txt</b>, then b.txt.");
  await expect(plan.getByRole("listitem")).toHaveText([/a\.txt.*this one/, /b\.txt(?!.*this one)/]);
  await expect(plan).toContainText("Still open: Create a.txt; Create b.txt");
  await expect(dialog.getByRole("button", { name: "Stop the run" })).toBeEnabled();
  await page.keyboard.press("s");
  await expect(dialog).toBeHidden();
});
