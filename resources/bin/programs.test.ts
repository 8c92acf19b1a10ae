import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const binDir = import.meta.dirname;
const checkout = resolve(binDir, "../..");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loopscope-bin-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

function script(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function start(file: string, ...args: string[]) {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const ended = once(child, "close").then(([status, signal]): Ended => ({
    status: status as number | null,
    signal: signal as NodeJS.Signals | null,
    ...output,
  }));
  return { child, ended };
}

/** A script that starts another one the way the launchers do. */
function launcher(program: string): string {
  const file = script("program.mjs", program);
  return script(
    "launcher.mjs",
    `import { endAs } from ${JSON.stringify(join(binDir, "node-runtime.mjs"))};
     await endAs(process.execPath, [${JSON.stringify(file)}], { dieTogether: true });`,
  );
}

/** A program that says that it runs and then lives until it is ended. */
const living = `import { dieWithStarter } from ${JSON.stringify(join(binDir, "node-runtime.mjs"))};
  dieWithStarter();
  process.on("SIGTERM", () => process.exit(5));
  setInterval(() => undefined, 1000);
  console.log("running");`;

describe("a launcher", () => {
  test("ends with the status its program ends with, its output passed on", async () => {
    const { ended } = start(launcher(`console.log("out"); console.error("err"); process.exitCode = 3;`));
    expect(await ended).toEqual({ status: 3, signal: null, stdout: "out\n", stderr: "err\n" });
  });

  test("ends by the signal its program ended by", async () => {
    const { ended } = start(launcher(`process.kill(process.pid, "SIGKILL"); setInterval(() => undefined, 1000);`));
    expect(await ended).toMatchObject({ status: null, signal: "SIGKILL" });
  });

  test("hands a signal on, and lets the program end in its own way", async () => {
    const { child, ended } = start(launcher(living));
    await once(createInterface({ input: child.stdout }), "line");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ status: 5, signal: null });
  });

  test("that is killed takes its program with it", async () => {
    const { child, ended } = start(launcher(living));
    await once(createInterface({ input: child.stdout }), "line");
    child.kill("SIGKILL");
    // This settles when the streams are closed, which the program shares: it has ended as well.
    expect(await ended).toMatchObject({ signal: "SIGKILL" });
  });

  test("does not keep its program from ending by itself", async () => {
    const { ended } = start(
      launcher(`import { dieWithStarter } from ${JSON.stringify(join(binDir, "node-runtime.mjs"))}; dieWithStarter();`),
    );
    expect(await ended).toMatchObject({ status: 0 });
  });
});

describe("the build on demand", () => {
  let project: string;
  let builder: string;

  beforeEach(() => {
    project = join(folder, "project");
    for (const part of ["resources/bin", "src-main/app", "src-main/preload", "src-renderer", "src-shared/prelude"]) {
      mkdirSync(join(project, part), { recursive: true });
    }
    for (const file of ["build-if-stale.mjs", "node-runtime.mjs"]) {
      cpSync(join(binDir, file), join(project, "resources/bin", file));
    }
    cpSync(join(checkout, "src-shared/prelude/result.ts"), join(project, "src-shared/prelude/result.ts"));
    cpSync(join(checkout, "electron.vite.config.ts"), join(project, "electron.vite.config.ts"));
    symlinkSync(join(checkout, "node_modules"), join(project, "node_modules"), "dir");
    writeFileSync(join(project, "package.json"), `{"name":"app","type":"module","main":"out/main/index.js"}`);
    writeFileSync(join(project, "src-main/app/desktop.ts"), "console.log(1);");
    writeFileSync(join(project, "src-main/preload/preload.ts"), "console.log(2);");
    writeFileSync(join(project, "src-renderer/index.html"), `<script type="module" src="./main.ts"></script>`);
    writeFileSync(join(project, "src-renderer/main.ts"), `document.title = "one";`);
    builder = script(
      "build.mjs",
      `import { ensureRendererBuilt } from ${JSON.stringify(join(project, "resources/bin/build-if-stale.mjs"))};
       try { console.log(await ensureRendererBuilt()); }
       catch (error) { console.log(error.name, error.code, error.message); }`,
    );
  });

  test("builds what is missing, leaves what fits, and builds anew what has changed", async () => {
    const first = await start(builder).ended;
    expect(first.stdout).toBe(`${join(project, "out/renderer")}\n`);
    expect(first.stderr).toMatch(/^Building the app …\nBuilt in \d+\.\d s\.\n$/);
    expect(
      ["main/index.js", "preload/preload.cjs", "renderer/index.html"].map((file) =>
        existsSync(join(project, "out", file)),
      ),
    ).toEqual([true, true, true]);

    expect((await start(builder).ended).stderr).toBe("");

    writeFileSync(join(project, "src-renderer/main.test.ts"), "a test is not part of the app");
    expect((await start(builder).ended).stderr).toBe("");

    writeFileSync(join(project, "src-renderer/main.ts"), `document.title = "two";`);
    expect((await start(builder).ended).stderr).toContain("its sources have changed");
  });

  test("asked by several at once is done once", async () => {
    const all = await Promise.all([1, 2, 3].map(() => start(builder).ended));
    expect(all.map(({ stdout }) => stdout)).toEqual(all.map(() => `${join(project, "out/renderer")}\n`));
    expect(all.filter(({ stderr }) => stderr.includes("Building")).length).toBe(1);
  });

  test("takes over from a build that was killed", async () => {
    mkdirSync(join(project, "out"));
    const gone = start(script("gone.mjs", ""));
    await gone.ended;
    writeFileSync(join(project, "out/.building"), String(gone.child.pid));
    expect((await start(builder).ended).stderr).toContain("Built in");
    expect(existsSync(join(project, "out/.building"))).toBe(false);
  });

  test("that fails tells what the build said, and tries again next time", async () => {
    writeFileSync(join(project, "src-renderer/main.ts"), `import "./not-there.ts";`);
    const failed = await start(builder).ended;
    expect(failed.stdout).toMatch(/^UserError unreadable_file The app could not be built[^]*not-there\.ts/);
    expect(existsSync(join(project, "out/built-from.json"))).toBe(false);
    writeFileSync(join(project, "src-renderer/main.ts"), "export {};");
    expect((await start(builder).ended).stdout).toBe(`${join(project, "out/renderer")}\n`);
    expect(JSON.parse(readFileSync(join(project, "out/built-from.json"), "utf8"))).toHaveProperty("sources");
  });

  test("where out/ cannot be written says so", async () => {
    writeFileSync(join(project, "out"), "in the way");
    const { stdout } = await start(builder).ended;
    expect(stdout).toMatch(/^UserError disk_read_only The app has to be built, and \S+out cannot be written/);
  });
});
