// Story: trace files are chosen and dropped, also as a folder; what was imported and what was skipped is said.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/app.ts";

const chat = (text: string) =>
  JSON.stringify({
    messages: [
      { role: "user", content: text },
      { role: "assistant", content: "Done." },
    ],
  });

/**
 * Drops files and folders of this machine on the page, as a file manager does. A busy browser may lose a move of the drag before the page has
 * answered it, and then lets nothing go: the drag is begun anew until the page has taken it.
 */
async function drop(page: Page, ...files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: "dragEnter" | "dragOver" | "drop" | "dragCancel") =>
    session.send("Input.dispatchDragEvent", {
      type,
      x: 500,
      y: 400,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  const invitation = page.getByText("Drop to import");
  await expect(async () => {
    await send("dragCancel");
    await send("dragEnter");
    await send("dragOver");
    await expect(invitation).toBeVisible({ timeout: 1000 });
    await send("dragOver");
    await send("drop");
    await expect(invitation).toBeHidden({ timeout: 1000 });
  }).toPass();
}

test("a dropped folder is imported with its subfolders; what is damaged is named with its line, the rest is there", async ({
  app,
}) => {
  const folder = join(app.home, "traces");
  mkdirSync(join(folder, "deep", "er"), { recursive: true });
  writeFileSync(join(folder, "one.json"), chat("the first request"));
  writeFileSync(
    join(folder, "deep", "er", "two.jsonl"),
    `${chat("the second request")}\n{"broken": \n${chat("the third request")}\n`,
  );
  writeFileSync(join(folder, "deep", "packed.jsonl.gz"), gzipSync(chat("the fourth request")));
  writeFileSync(join(folder, "notes.txt"), "not a trace");
  writeFileSync(join(folder, ".hidden.json"), chat("never read"));
  symlinkSync(folder, join(folder, "deep", "loop"));

  const page = await app.open("#/");
  await drop(page, folder);
  const dialog = page.getByRole("dialog", { name: "Import" });
  await expect(dialog).toContainText("4 runs imported.");
  await expect(dialog).toContainText("1 record was skipped:");
  await expect(dialog).toContainText("deep/er/two.jsonl, line 2: not valid JSON");
  await dialog.getByRole("link", { name: "Show the runs" }).click();
  await expect(page.getByText("the fourth request")).toBeVisible();
  const { runs } = await app.json<{ runs: { source_file: string }[] }>("runs");
  expect(runs.map((run) => run.source_file).toSorted()).toEqual([
    "deep/er/two.jsonl",
    "deep/er/two.jsonl",
    "deep/packed.jsonl.gz",
    "one.json",
  ]);

  // The same folder again adds nothing.
  await drop(page, folder);
  await expect(dialog).toContainText("4 records were there already.");
  await dialog.getByRole("button", { name: "Close" }).first().click();

  // A file that was chosen is read whatever its name is.
  writeFileSync(join(app.home, "log.txt"), chat("the fifth request"));
  await page.getByLabel("Trace files").setInputFiles(join(app.home, "log.txt"));
  await expect(dialog).toContainText("1 run imported.");
  await dialog.getByRole("link", { name: "Open the run" }).click();
  await expect(page.getByText("the fifth request").first()).toBeVisible();
});

test("a file larger than one call holds is handed over in pieces, with progress, and can be cancelled", async ({
  app,
}) => {
  const file = join(app.home, "many.jsonl");
  const long = "words of a conversation ".repeat(400);
  writeFileSync(file, Array.from({ length: 4000 }, (_, at) => chat(`task ${at} ${long}`)).join("\n"));
  const page = await app.open("#/");
  await drop(page, file);
  const dialog = page.getByRole("dialog", { name: "Import" });
  await expect(dialog.getByRole("progressbar", { name: "Progress" })).toBeVisible();
  await expect(dialog).toContainText(/\/s, \d+ seconds? left/);
  await expect(dialog).toContainText(/Importing… [1-9]/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toContainText("Stopped. What had been imported stays.");
  const { total } = await app.json<{ total: number }>("runs");
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(4000);
});
