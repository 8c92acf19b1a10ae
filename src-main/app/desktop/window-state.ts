// Where the window was when it was last closed. What the file holds is only taken when it can be seen on a screen of now.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";

const Bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(640).max(20_000),
  height: z.number().int().min(400).max(20_000),
});
type Bounds = z.infer<typeof Bounds>;

const WindowState = z.object({ bounds: Bounds, maximized: z.boolean() });
export type WindowState = z.infer<typeof WindowState>;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A strip of the window, in pixels each way, that must be on a screen for it to be found and dragged. */
const VISIBLE = 100;

/** The state of last time, or null when there is none that fits the screens. */
export function readWindowState(file: string, screens: readonly Area[]): WindowState | null {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null; // The first start, or a file cut off: the window goes where the system puts it.
  }
  const state = WindowState.safeParse(json);
  if (!state.success || !screens.some((screen) => showsTitleBar(state.data.bounds, screen))) return null;
  return state.data;
}

/** Keeps the state for next time. A failure is of no consequence and is not reported. */
export function saveWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    return; // A full or read-only disk: losing the window's place must not stand in the way of closing it.
  }
}

function showsTitleBar(bounds: Bounds, screen: Area): boolean {
  const across = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
  return across >= VISIBLE && bounds.y >= screen.y && bounds.y <= screen.y + screen.height - VISIBLE;
}
