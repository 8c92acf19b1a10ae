export interface Browser {
  executablePath: string;
  /** What its process needs in its environment besides this one's. */
  env: Record<string, string>;
  /** Flags it needs on this machine. */
  args: string[];
  source: "CHROMIUM_PATH" | "installed" | "playwright" | "npm";
}

/**
 * The browser to test with; looked for once in each process.
 * @throws Error when CHROMIUM_PATH names something that does not run, or nothing was found
 */
export function findBrowser(): Promise<Browser>;
