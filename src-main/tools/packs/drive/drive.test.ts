import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../../src-shared/prelude/json.ts";
import { diffEnvironment } from "../../environment.ts";
import { createRegistry } from "../../registry.ts";
import type { ToolAttempt } from "../../types.ts";
import { validateArguments, validateResult } from "../../validate.ts";
import { initialDrive, listFiles } from "./drive.ts";
import { drivePack } from "./index.ts";

const registry = createRegistry([drivePack], null);

/** Runs a call as the loop does: arguments checked before, the result after. */
async function run(
  name: string,
  args: JsonObject,
  environment: JsonValue = drivePack.initialEnvironment(),
): Promise<ToolAttempt> {
  const tool = registry.get(name)?.tool;
  if (!tool) throw new Error(`no ${name}`);
  expect(validateArguments(tool.contract, args).ok).toBe(true);
  const attempt = await tool.execute(args, {
    environment,
    signal: new AbortController().signal,
    tenant: "local",
    operationKey: null,
    attempt: 1,
    now: 0,
  });
  const checked = attempt.error ? { ok: true, value: attempt.value } : validateResult(tool.contract, attempt.value);
  expect(checked).toEqual({ ok: true, value: attempt.value });
  return attempt;
}

test("the drive holds 26 files with ids 0 to 25, each as large as its content", () => {
  const files = listFiles(initialDrive());
  expect(files.map((file) => file.id)).toEqual(Array.from({ length: 26 }, (_, index) => String(index)));
  for (const file of files) expect(file.size).toBe(file.content.length);
  expect(new Set(files.map((file) => file.filename)).size).toBe(26);
});

test("the largest file is recipe-collection.docx, far ahead of the next", () => {
  const bySize = listFiles(initialDrive()).toSorted((a, b) => b.size - a.size);
  expect(bySize.slice(0, 2).map((file) => file.size)).toEqual([3183, 1691]);
  const known = listFiles(initialDrive()).filter((file) => ["0", "7", "11"].includes(file.id));
  expect(known.map(({ id, filename, size }) => [id, filename, size])).toEqual([
    ["0", "feedback.xlsx", 1036],
    ["7", "vacation-plans.docx", 634],
    ["11", "recipe-collection.docx", 3183],
  ]);
});

test("the vacation plans hold the hike and a packing list of six", () => {
  const content = initialDrive().files["7"]?.content ?? "";
  expect(content).toContain("June 13: Hiking at Diamond Head\n");
  const list = content.slice(content.indexOf("Packing list:\n"));
  expect(list.match(/^- .*$/gm)).toEqual([
    "- Swimwear",
    "- Sunscreen",
    "- Hiking gear",
    "- Casual outfits",
    "- Camera",
    "- Travel documents",
  ]);
});

test("listing returns whole contents, 28,000 to 30,000 characters of JSON", async () => {
  const { outcome, value, environment } = await run("list_files", {});
  expect(outcome).toBe("ok");
  expect(environment).toBeUndefined();
  expect(JSON.stringify(value).length).toBeGreaterThanOrEqual(28_000);
  expect(JSON.stringify(value, null, 2).length).toBeLessThanOrEqual(30_000);
});

test("searches find by name and by words of the text, any case, Chinese too; nothing found is empty, no error", async () => {
  const names = async (name: string, args: JsonObject) => {
    const { value } = await run(name, args);
    return Array.isArray(value) ? value.map((file) => (file as JsonObject).filename) : value;
  };
  expect(await names("search_files_by_filename", { filename: "VACATION" })).toEqual(["vacation-plans.docx"]);
  expect(await names("search_files", { query: "diamond hiking" })).toEqual(["vacation-plans.docx"]);
  expect(await names("search_files", { query: "營釘" })).toEqual(["product-meeting-taipei-產品週會.docx"]);
  expect(await run("search_files", { query: "no such words anywhere" })).toEqual({ outcome: "empty", value: [] });
});

test("an id that is not there is a typed error that says what to do, for every tool that takes one", async () => {
  const calls: [string, JsonObject][] = [
    ["get_file_by_id", { file_id: "99" }],
    ["append_to_file", { file_id: "99", content: "x" }],
    ["share_file", { file_id: "99", email: "a@example.com", permission: "r" }],
    ["delete_file", { file_id: "constructor" }],
  ];
  for (const [name, args] of calls) {
    const attempt = await run(name, args);
    expect(attempt).toMatchObject({
      outcome: "permanent",
      error: { status: "error", error_code: "not_found", retryable: false },
    });
    expect(attempt.environment).toBeUndefined();
  }
});

test("writes change what they say and nothing else, and the environment given is left as it was", async () => {
  const before = drivePack.initialEnvironment();
  const frozen = JSON.stringify(before);
  const created = await run("create_file", { filename: "a.txt", content: "one" }, before);
  const appended = await run("append_to_file", { file_id: "26", content: "two" }, created.environment);
  const shared = await run(
    "share_file",
    { file_id: "26", email: "a@example.com", permission: "rw" },
    appended.environment,
  );
  const deleted = await run("delete_file", { file_id: "11" }, shared.environment);
  expect(diffEnvironment(before, deleted.environment ?? null)).toEqual([
    { path: "/files/11", op: "remove", from: initialDrive().files["11"], to: null },
    {
      path: "/files/26",
      op: "add",
      from: null,
      to: {
        id: "26",
        filename: "a.txt",
        content: "one\ntwo",
        owner: "nora.bennett@harborlight.example",
        last_modified: "2025-06-05T00:02:00Z",
        shared_with: { "a@example.com": "rw" },
        size: 7,
      },
    },
  ]);
  expect(deleted.value).toEqual({ status: "deleted", id: "11", filename: "recipe-collection.docx", size: 3183 });
  expect(JSON.stringify(before)).toBe(frozen);
});

test("a preview shows the change without making it; reading tools have none", () => {
  const environment = drivePack.initialEnvironment();
  const preview = registry.get("delete_file")?.tool.preview?.({ file_id: "7" }, environment);
  expect(preview?.map(({ path, op }) => ({ path, op }))).toEqual([{ path: "/files/7", op: "remove" }]);
  expect(registry.get("delete_file")?.tool.preview?.({ file_id: "99" }, environment)).toEqual([]);
  expect(registry.get("list_files")?.tool.preview).toBeUndefined();
});

test("effect classes are declared", () => {
  expect(Object.fromEntries(drivePack.tools.map(({ contract }) => [contract.name, contract.effect]))).toEqual({
    list_files: "read",
    search_files_by_filename: "read",
    search_files: "read",
    get_file_by_id: "read",
    create_file: "write",
    append_to_file: "write",
    share_file: "write",
    delete_file: "destructive",
  });
});
