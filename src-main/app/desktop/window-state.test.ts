import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readWindowState, saveWindowState } from "./window-state.ts";

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "loopscope-window-"));
  file = join(folder, "window.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the window comes back where it was", () => {
  const state = { bounds: { x: 2000, y: 40, width: 1200, height: 800 }, maximized: true };
  saveWindowState(file, state);
  expect(readWindowState(file, [screen, second])).toEqual(state);
  expect(readdirSync(folder)).toEqual(["window.json"]);
});

test("a window on a screen that is gone goes where the system puts it", () => {
  saveWindowState(file, { bounds: { x: 2000, y: 40, width: 1200, height: 800 }, maximized: false });
  expect(readWindowState(file, [screen])).toBeNull();
});

test.each([
  "",
  "{",
  "null",
  "[]",
  `{"bounds":{"x":0,"y":0,"width":1,"height":1},"maximized":false}`,
  `{"bounds":{"x":"0","y":0,"width":900,"height":700},"maximized":false}`,
  `{"bounds":{"x":0,"y":-500,"width":900,"height":700},"maximized":false}`,
])("a file that cannot be used (%s) is as good as none", (text) => {
  writeFileSync(file, text);
  expect(readWindowState(file, [screen])).toBeNull();
});

test("no file, and a place that cannot be written, are no errors", () => {
  const nowhere = join(folder, "missing/window.json");
  saveWindowState(nowhere, { bounds: { x: 0, y: 0, width: 900, height: 700 }, maximized: false });
  expect(readWindowState(nowhere, [screen])).toBeNull();
});
