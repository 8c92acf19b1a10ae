// The stand-in for Electron's runtime: `node --import register.mjs out/main/index.js` runs the built desktop bundle, its
// main process in Node and its windows in a headless Chromium. It shows that main, preload and renderer fit together; it
// proves nothing of Electron's sandbox, packaging, dialogs or protocol code, and is never called Electron.
import { registerHooks } from "node:module";

const standIn = new URL("./electron.mjs", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    return specifier === "electron" ? { url: standIn, shortCircuit: true } : next(specifier, context);
  },
});
