// The views whose pictures stand in docs/screenshots: one entry a picture, in the order a reader meets them.
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** Runs that the pictures show, recorded once with the demo model. */
export interface Seeds {
  /** Stopped early: user_task36 with completion-check. */
  early: string;
  /** The same task, gated: passed. */
  gated: string;
  /** A/B of the early run's stopping turn. */
  ab: string;
  /** Bisect of the same turn. */
  bisect: string;
}

export interface View {
  /** The picture's file name without theme, size and ending. */
  name: string;
  /** The view's address, e.g. `#/run/r_1?turn=2`. */
  address(seeds: Seeds): string;
  /** Waits until the view is complete; the picture is taken then. */
  ready(page: Page): Promise<void>;
  /** Puts right what the view left behind for the views after it. */
  after?(page: Page): Promise<void>;
}

const inspectorTabs = [
  "saw",
  "said",
  "results",
  "contract",
  "decided",
  "environment",
  "wire",
  "events",
  "why",
] as const;

export const views: View[] = [
  {
    name: "runs",
    address: () => "#/",
    ready: async (page) => {
      await expect(page.getByText("user_task36").first()).toBeVisible();
    },
  },
  { name: "new-run", address: () => "#/new", ready: settled },
  ...inspectorTabs.map((tab): View => ({
    name: `inspector-${tab}`,
    address: ({ early }) => `#/run/${early}?turn=${tab === "said" ? 3 : 1}&tab=${tab}`,
    ready: async (page) => {
      await expect(page.getByRole("tab", { selected: true }).first()).toBeVisible();
      await settled(page);
    },
  })),
  {
    name: "inspector-grounding",
    address: ({ gated }) => `#/run/${gated}?tab=why`,
    ready: async (page) => {
      await page.getByRole("region", { name: "Grounding of the answer" }).scrollIntoViewIfNeeded();
      await settled(page);
    },
  },
  { name: "fork", address: ({ early }) => `#/run/${early}/fork/3`, ready: settled },
  { name: "compare", address: ({ early, gated }) => `#/compare?runs=${early},${gated}`, ready: settled },
  {
    name: "approval",
    address: () =>
      `#/new?${new URLSearchParams({ prompt: "Read the vacation plans and create packing.docx with the packing list.", packs: "drive", variant: "gated", endpoint: "demo", approve: "ask" }).toString()}`,
    ready: async (page) => {
      await page.getByRole("button", { name: "Start" }).first().click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
    after: async (page) => {
      await page.getByRole("alertdialog").getByRole("button", { name: "Stop" }).first().click();
      await expect(page.getByRole("alertdialog")).toBeHidden();
    },
  },
  { name: "queue", address: () => "#/queue", ready: settled },
  { name: "experiments", address: () => "#/experiments", ready: settled },
  { name: "bisect", address: ({ bisect }) => `#/experiments/${bisect}`, ready: settled },
  { name: "ab", address: ({ ab }) => `#/experiments/${ab}`, ready: settled },
  {
    name: "evaluate",
    address: () => "#/evaluate",
    ready: async (page) => {
      await page.locator(".work-list a").first().click();
      await expect(page.locator(".matrix__cell").first()).toBeVisible();
      await settled(page);
    },
  },
  {
    name: "audit",
    address: () => "#/audit",
    ready: async (page) => {
      await settled(page);
      await page.keyboard.press("ArrowDown");
    },
  },
  {
    name: "palette",
    address: () => "#/",
    ready: async (page) => {
      await settled(page);
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "settings", address: () => "#/settings", ready: settled },
];

/** Something is shown, and nothing is still loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("main")).not.toBeEmpty();
  await expect(page.locator(".spinner")).toHaveCount(0);
}
