// Builds out/: the desktop main process (ESM), its preload (CJS, as a sandboxed preload must be) and the renderer, which
// the browser host serves as well. Packages under "dependencies" stay outside the main bundle: better-sqlite3 finds its
// binary only from its own folder.
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

const here = import.meta.dirname;

export default defineConfig({
  main: {
    build: {
      outDir: "out/main",
      rollupOptions: {
        input: { index: resolve(here, "src-main/app/desktop.ts") },
        output: { format: "es", entryFileNames: "[name].js" },
      },
    },
  },
  preload: {
    build: {
      outDir: "out/preload",
      // A sandboxed preload can load no package: everything it uses is bundled.
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: resolve(here, "src-main/preload/preload.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: resolve(here, "src-renderer"),
    // Absolute: the page is also loaded at deep addresses such as /runs/r_1.
    base: "/",
    plugins: [react()],
    build: {
      outDir: resolve(here, "out/renderer"),
      minify: true,
      // Monaco is one chunk of its own, loaded when a text difference is first shown.
      chunkSizeWarningLimit: 4000,
      // Every file under its own hashed name; nothing is inlined as data: beyond small images.
      assetsInlineLimit: 0,
      rollupOptions: { input: resolve(here, "src-renderer/index.html") },
    },
  },
});
