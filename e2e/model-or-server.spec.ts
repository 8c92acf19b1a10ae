// Story: a server loses a call. The request is sent again to several arms, stopped in the middle and gone on with; then a call that
// stands as text is run by hand, and its syntax accepted and taken back.
import { expect, test } from "./support/app.ts";
import { calls, says } from "./support/model-server.ts";

const PROMPT = "Create the file report.txt with the text hello.";

test.describe.configure({ timeout: 120_000 });

test("an A/B shows that another server parses the call; it is cancelled and gone on with", async ({ app, model }) => {
  const run = await app.seed(
    "--prompt",
    PROMPT,
    "--pack",
    "drive",
    "--model",
    "loopscope-demo:drops-call",
    "--seed",
    "1",
  );
  const hold = Promise.withResolvers<void>();
  const call = calls([{ name: "create_file", arguments: { filename: "report.txt", content: "hello" } }], {
    usage: { prompt_tokens: 1300, completion_tokens: 20 },
  });
  const held = { steps: [{ hold: hold.promise }, ...call.steps] };
  model.script(call, call, ...Array.from({ length: 30 }, () => held));

  const page = await app.open(`#/run/${run}?turn=1&tab=said`);
  await expect(page.getByRole("button", { name: "A/B this request" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("A/B this request");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "A/B on the request of turn 1" });
  await expect(dialog.getByText("Proposed by the verdict:")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Another address" }).fill("http://127.0.0.1:9/v1");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Nothing listens at http://127.0.0.1:9/v1")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "http://127.0.0.1:9/v1" }).uncheck();
  await dialog.getByRole("textbox", { name: "Another address" }).fill(model.url);
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Samples of each arm" }).fill("6");
  await expect(dialog.getByRole("button", { name: "Send" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Send" }).click();

  await model.request(4);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("cancelled", { exact: true })).toBeVisible();
  hold.resolve();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("done", { exact: true })).toBeVisible({ timeout: 30_000 });
  const other = page.getByRole("row", { name: new RegExp(`^${model.url} \\(scripted\\) scripted at`) });
  await expect(other).toContainText("6 × a call");
  await expect(other).toContainText("helps");
  await expect(page.getByRole("row", { name: /^as recorded/ })).toContainText(
    "6 × the server swallowed output (server)",
  );
  await page.getByRole("button", { name: "Show the raw completion" }).click();
  const answer = page.getByRole("article", { name: `${model.url} (scripted)`, exact: true });
  await expect(answer).toContainText('"name":"create_file"');
});

test("a text call is run by hand with an approval; its syntax is accepted, and taken back in the settings", async ({
  app,
  model,
}) => {
  const usage = { prompt_tokens: 1300, completion_tokens: 40 };
  const text = `<tool_call>\n${JSON.stringify({ name: "create_file", arguments: { filename: "report.txt", content: "hello" } })}\n</tool_call>`;
  model.script(says(text, { usage }), says("It is there.", { usage: { prompt_tokens: 1500, completion_tokens: 4 } }));
  const run = await app.seed("--prompt", PROMPT, "--pack", "drive", "--endpoint", model.url, "--model", "scripted");
  const page = await app.open(`#/run/${run}?turn=1&tab=said`);
  await page.getByRole("button", { name: "Accept “hermes” on this endpoint" }).click();
  await expect(page.getByText("“hermes” is accepted on this endpoint for later runs.")).toBeVisible();
  await page.getByRole("button", { name: "Run this call…" }).click();
  await page.getByRole("button", { name: "Run it" }).click();
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toContainText("Allow create_file?");
  await page.getByRole("button", { name: /^Approve/ }).click();
  const banner = page.getByRole("region", { name: "How the run ended" });
  await expect(banner).toContainText("answered");
  await page.goto(`${page.url().split("?")[0]}?turn=1&tab=said`);
  await expect(page.getByText("It stood as text: a person had it run")).toBeVisible();
  await expect(page.getByText("1 edit")).toBeVisible();

  await page.getByRole("link", { name: "Settings" }).click();
  const accepted = page.getByRole("region", { name: "Accepted text calls" });
  await expect(accepted).toContainText(model.url);
  await accepted.getByRole("button", { name: "Take back “hermes” of scripted" }).click();
  await expect(accepted).toContainText("None.");
});
