// The built desktop bundle through the stand-in for Electron's runtime (see register.mjs for what that can show).
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { desktopSmoke } from "../support/desktop-smoke.ts";
import { runStandIn, startStandIn } from "../support/desktop.ts";

test.describe("the desktop bundle (stand-in)", () => {
  desktopSmoke(startStandIn, true);
});

test.describe("a start that cannot be (stand-in)", () => {
  let home: string;
  test.beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "loopscope-desktop-"));
  });
  test.afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  test("says why in a dialog and ends, when the database is a foreign file", async () => {
    const database = join(home, "letter.txt");
    writeFileSync(database, "Dear diary, this is not a database but a letter of some length.\n".repeat(40));
    const { status, stderr } = await runStandIn({ home, database });
    expect(stderr).toContain("error box: Loopscope cannot start:");
    expect(stderr).toContain("letter.txt");
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
  });

  test("leaves a second start of the same user to the first", async () => {
    const first = await startStandIn({ home, database: join(home, "traces.db") });
    const second = await runStandIn({ home, database: join(home, "traces.db") });
    expect(second).toEqual({ status: 0, stderr: "" });
    await first.end("SIGTERM");
  });
});
