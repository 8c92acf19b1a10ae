import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src-*/**/*.test.ts",
      "src-*/**/*.test.tsx",
      "bench/**/*.test.ts",
      "resources/**/*.test.ts",
      "e2e/support/**/*.test.ts",
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
