// End-to-end tests: user stories in the browser host (e2e/*.spec.ts), the built desktop bundle through a stand-in for
// Electron's runtime (e2e/stand-in), and the same through real Electron where that is installed (e2e/electron).
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/support/browser.mjs";

const browser = await findBrowser();
// The workers take it from here instead of looking again; and the browser needs what it needs in their environment.
process.env["CHROMIUM_PATH"] = browser.executablePath;
Object.assign(process.env, browser.env);

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env["CI"]),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    trace: "retain-on-failure",
    launchOptions: { executablePath: browser.executablePath, args: browser.args },
  },
  projects: [
    { name: "browser", testIgnore: ["stand-in/**", "electron/**"] },
    { name: "stand-in", testMatch: "stand-in/**/*.spec.ts" },
    { name: "electron", testMatch: "electron/**/*.spec.ts" },
  ],
});
