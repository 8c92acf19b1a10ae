import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectDir } from "./program.ts";

/** File of the project's layout → what it imports → whether the linter must refuse that. */
const cases: [file: string, imports: string, refused: boolean][] = [
  ["src-shared/trace/x.ts", "zod", false],
  ["src-shared/trace/x.ts", "../prelude/json.ts", false],
  ["src-shared/trace/x.ts", "node:fs", true],
  ["src-shared/trace/x.ts", "ajv", true],
  ["src-shared/trace/x.ts", "zod-to-anything", true],
  ["src-shared/trace/x.ts", "../../src-main/store/store.ts", true],
  ["src-shared/trace/x.test.ts", "vitest", false],
  ["src-main/agent/loop.ts", "../../src-shared/trace/event.ts", false],
  ["src-main/agent/loop.ts", "../model/types.ts", false],
  ["src-main/agent/loop.ts", "../store/store.ts", true],
  ["src-main/agent/deep/loop.ts", "../../store/store.ts", true],
  ["src-main/agent/loop.ts", "../app/core.ts", true],
  ["src-main/agent/loop.ts", "better-sqlite3", true],
  ["src-main/debug/fork.ts", "../store/store.ts", true],
  ["src-main/debug/fork.ts", "../agent/loop.ts", false],
  ["src-main/store/blobs.ts", "better-sqlite3", false],
  ["src-main/capture/import/jsonl.ts", "better-sqlite3", true],
  ["src-main/tools/registry.ts", "../app/core.ts", true],
  ["src-main/tools/registry.ts", "../../src-renderer/data/client.ts", true],
  ["src-main/tools/registry.ts", "electron", true],
  ["src-main/tools/registry.ts", "../preload/preload.ts", true],
  ["src-main/app/core.ts", "../store/store.ts", false],
  ["src-main/app/core.ts", "electron", true],
  ["src-main/app/http/serve.ts", "../../rpc/serve.ts", false],
  ["src-main/app/desktop/window.ts", "electron", false],
  ["src-main/preload/preload.ts", "electron", false],
  ["src-main/preload/preload.ts", "../../src-shared/rpc/channels.ts", false],
  ["src-main/preload/preload.ts", "../../src-shared/trace/event.ts", true],
  ["src-main/preload/preload.ts", "../rpc/serve.ts", true],
  ["src-main/preload/preload.ts", "zod", true],
  ["src-renderer/runs/view.tsx", "../data/hooks.ts", false],
  ["src-renderer/runs/view.tsx", "../ui/button.tsx", false],
  ["src-renderer/runs/view.tsx", "../inspector/view.tsx", true],
  ["src-renderer/runs/parts/view.tsx", "../../inspector/view.tsx", true],
  ["src-renderer/runs/parts/view.tsx", "../view.tsx", false],
  ["src-renderer/runs/view.tsx", "../data/bridge.ts", true],
  ["src-renderer/runs/view.tsx", "../../src-shared/rpc/wire.ts", true],
  ["src-renderer/runs/view.tsx", "../../src-main/store/store.ts", true],
  ["src-renderer/runs/view.tsx", "node:fs", true],
  ["src-renderer/runs/view.tsx", "electron", true],
  ["src-renderer/ui/button.tsx", "../runs/view.tsx", true],
  ["src-renderer/derive/rows.ts", "react", true],
  ["src-renderer/derive/rows.ts", "../inspector/view.tsx", true],
  ["src-renderer/data/client.ts", "./bridge.ts", false],
  ["src-renderer/data/client.ts", "../../src-shared/rpc/wire.ts", false],
  ["src-renderer/app/app.tsx", "../runs/view.tsx", false],
  ["src-renderer/app/app.tsx", "../data/bridge.ts", true],
];

describe("the import rule", () => {
  let folder: string;
  let complaints: Map<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "loopscope-lint-"));
    cpSync(join(projectDir, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    for (const [index, [file, imports]] of cases.entries()) {
      write(fileOf(index, file), `import { it } from "${imports}";\nexport const there = it;\n`);
    }
    write("src-main/app/desktop/menu.ts", 'import { ipcMain } from "electron";\nexport const there = ipcMain;\n');
    write("src-main/app/desktop/ipc.ts", 'import { ipcMain } from "electron";\nexport const there = ipcMain;\n');
    complaints = await lint(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  test.each(cases.map((each, index) => [...each, index] as const))(
    "%s imports %s, refused: %s",
    (file, _, refused, index) => {
      expect(complaints.has(fileOf(index, file))).toBe(refused);
    },
  );

  test("raw IPC stands in one file of the desktop host", () => {
    expect([complaints.has("src-main/app/desktop/menu.ts"), complaints.has("src-main/app/desktop/ipc.ts")]).toEqual([
      true,
      false,
    ]);
  });
});

/** Each case in a file of its own, in the folder that the rule is about. */
function fileOf(index: number, file: string): string {
  return file.replace(/([^/]+?)((?:\.test)?\.tsx?)$/, `$1-${index}$2`);
}

/** The files that break the import rule, each with the linter's first word on it. */
function lint(folder: string): Promise<Map<string, string>> {
  const oxlint = join(dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin/oxlint");
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [oxlint, "-f", "json"], { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error !== null && stdout === "") {
        reject(new Error(stderr, { cause: error }));
        return;
      }
      const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; message: string }[] };
      const broken = report.diagnostics.filter((one) => one.code === "eslint(no-restricted-imports)");
      resolve(new Map(broken.map((one) => [one.filename.replaceAll("\\", "/"), one.message])));
    });
  });
}
