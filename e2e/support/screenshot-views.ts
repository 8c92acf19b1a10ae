// The views whose pictures stand in docs/screenshots: one entry a picture, in the order a reader meets them.
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

/** Runs that the pictures show, recorded once with the demo model. */
export interface Seeds {
  /** Stopped early: user_task36 with completion-check. */
  early: string;
  /** The same task, gated: passed. */
  gated: string;
}

export interface View {
  /** The picture's file name without theme, size and ending. */
  name: string;
  /** The view's address, e.g. `#/run/r_1?turn=2`. */
  address(seeds: Seeds): string;
  /** Waits until the view is complete; the picture is taken then. */
  ready(page: Page): Promise<void>;
}

export const views: View[] = [
  {
    name: "runs",
    address: () => "#/",
    ready: async (page) => {
      await expect(page.getByText("user_task36").first()).toBeVisible();
    },
  },
];
