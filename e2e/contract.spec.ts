// Story: someone asks what a tool gave the model against what its contract means for it, and projects the result in one click.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/app.ts";
import { calls, says } from "./support/model-server.ts";

test("a list that was too much is projected to its contract, and the run gets to the end", async ({ app }) => {
  const run = await app.seed("--task", "user_task35", "--variant", "legacy");
  const page = await app.open(`#/run/${run}?turn=1`);
  await expect(page.getByRole("tab", { name: "Said" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("4");
  await expect(page.getByRole("tab", { name: "Contract" })).toHaveAttribute("aria-selected", "true");
  const panel = page.getByRole("region", { name: "list_files" });
  await expect(panel).toContainText("too much");
  await expect(panel).toContainText(
    "82 % of it (23400 characters) is beyond the contract's public fields: /*/content.",
  );
  const shapes = panel.getByRole("group", { name: "Three shapes" });
  await expect(shapes.getByRole("region", { name: "Raw entity", exact: true })).toContainText("the model got this");
  await expect(shapes.getByRole("region", { name: "Message only", exact: true })).toContainText(
    "list_files found 26 entries.",
  );
  await expect(panel.getByRole("row", { name: /\/\*\/content/ })).toContainText("23,400");

  await panel.getByRole("button", { name: "Project to the contract's fields" }).click();
  await expect(page).not.toHaveURL(new RegExp(run));
  await page.getByRole("alertdialog", { name: "Allow delete_file?" }).getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("alertdialog", { name: "Really run delete_file? This cannot be undone." })
    .getByRole("button", { name: "Yes, run it" })
    .click();
  await expect(page.getByRole("region", { name: "How the run ended" })).toContainText("answered");
  expect(await app.json("runs", "--limit", "1")).toMatchObject({ runs: [{ source: "fork", passed: true }] });
});

test("what slipped through a result is listed by its place, masked, and the fork can be edited first", async ({
  app,
  model,
}) => {
  const file = join(app.home, "tools.json");
  const session = "sess_9f8e7d6c5b4a";
  const tool = (name: string, properties: object) => ({
    type: "function",
    function: { name, description: "Use when events are asked for.", parameters: { type: "object", properties } },
  });
  writeFileSync(
    file,
    JSON.stringify([
      {
        ...tool("search_events", { query: { type: "string" } }),
        public_fields: ["id", "title"],
        result: [{ id: "E-1", title: "賞櫻 <b>walk</b>", session, query_log: "SELECT * FROM events WHERE id = 7" }],
      },
      { ...tool("save_event", { event_id: { type: "string" } }), effect: "write", result: { ok: true } },
    ]),
  );
  model.script(
    calls([{ name: "search_events", arguments: { query: "walk" } }]),
    calls([{ name: "save_event", arguments: { event_id: "E-1" } }]),
    says("I saved 賞櫻 <b>walk</b>."),
  );
  const from = ["--tools", file, "--endpoint", model.url, "--approve", "all"];
  const run = await app.seed("--prompt", "Save the walk.", ...from);
  const page = await app.open(`#/run/${run}?turn=1&tab=contract`);
  const panel = page.getByRole("region", { name: "search_events" });
  await expect(panel).toContainText("What is not for a model reached it: session at /*/session, sql at /*/query_log.");
  const leak = panel.getByRole("listitem").filter({ hasText: "/*/session" }).filter({ hasText: "reached the model" });
  await expect(leak).toContainText("ses… (17)");
  await expect(leak).not.toContainText(session);
  await expect(panel.getByRole("row", { name: /\/\*\/id/ })).toContainText("turn 2: save_event(event_id)");
  await expect(panel).toContainText('search_events gives "id" and save_event takes "event_id" for the same thing.');
  await expect(panel.getByText("賞櫻 <b>walk</b>").first()).toBeVisible();

  await page.keyboard.press("j");
  const saved = page.getByRole("region", { name: "save_event" });
  await expect(saved).toContainText("too little");
  await expect(saved).toContainText("save_event changed something, and its result does not say what.");
  await expect(saved.getByRole("listitem").filter({ hasText: "ok: true" })).toContainText("open");

  await page.keyboard.press("k");
  await panel.getByRole("link", { name: "Edit the fork first" }).click();
  await expect(page.getByRole("heading", { name: "Fork from turn 2" })).toBeVisible();
  await expect(page.locator("body")).toContainText("public-fields");
});
