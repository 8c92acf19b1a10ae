// The built desktop app through real Electron; skipped, and reported as skipped, where its runtime is not installed.
import { test } from "@playwright/test";
import { desktopSmoke } from "../support/desktop-smoke.ts";
import { electronMissing, startElectron } from "../support/desktop.ts";

const missing = electronMissing();

test.describe("the desktop app (Electron)", () => {
  test.skip(missing !== null, missing ?? "");
  desktopSmoke(startElectron, false);
});
