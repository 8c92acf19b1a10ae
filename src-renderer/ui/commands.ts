// The one registry of what can be done here: the palette, the help dialog and the key handler all read it. Pages register commands
// while they are mounted; an open dialog is a layer above, under which no command of the page fires.
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { activatesItself, isComposing, keyName, takesText } from "./keys.ts";

export interface Command {
  /** Unique among what is mounted. */
  id: string;
  title: string;
  /** Heading in the palette and the help. */
  group: string;
  /** As `keyName` spells them; two presses in a row are parted by a blank (`g g`). */
  keys?: readonly string[];
  run: () => void;
  /** False: shown nowhere and not run. */
  enabled?: boolean;
  /** Also while a text field has the focus (keys with Mod, Escape). */
  inFields?: boolean;
  /** Left out of the palette (cursor keys), but listed in the help. */
  paletteHidden?: boolean;
  /** Left out of the help: a second spelling of something listed. */
  helpHidden?: boolean;
}

interface Entry {
  layer: number;
  commands: readonly Command[];
}

const entries: Entry[] = [];
const layers: number[] = [0];
const listeners = new Set<() => void>();
let nextLayer = 1;
let listed: readonly Command[] = [];
let pressed: { name: string; at: number } | null = null;

/** Two presses of a sequence must come within this time, in milliseconds. */
const SEQUENCE_MS = 900;

function changed(): void {
  const top = layers.at(-1) ?? 0;
  const byId = new Map<string, Command>();
  for (const entry of entries) {
    if (entry.layer !== top) continue;
    for (const command of entry.commands) if (command.enabled !== false) byId.set(command.id, command);
  }
  listed = [...byId.values()];
  for (const listener of listeners) listener();
}

function register(layer: number, commands: readonly Command[]): () => void {
  const entry = { layer, commands };
  entries.push(entry);
  changed();
  return () => {
    entries.splice(entries.indexOf(entry), 1);
    changed();
  };
}

/** Which layer a component's commands belong to: 0 the page, else the dialog around it. */
export const CommandLayer = createContext(0);

/** Registers commands while mounted. `run` always sees the latest props; the list is registered again only when what is shown changes. */
export function useCommands(commands: readonly Command[]): void {
  const layer = useContext(CommandLayer);
  const run = useEffectEvent((id: string) => commands.find((command) => command.id === id)?.run());
  const shape = JSON.stringify(commands);
  useEffect(() => {
    const shown = JSON.parse(shape) as Omit<Command, "run">[];
    return register(
      layer,
      shown.map((command) => ({ ...command, run: () => run(command.id) })),
    );
  }, [layer, shape]);
}

/** A new layer number, for a dialog; see `useLayer`. */
export function makeLayer(): number {
  return nextLayer++;
}

/** While `open`, only commands of `layer` fire. */
export function useLayer(layer: number, open: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    layers.push(layer);
    changed();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      changed();
    };
  }, [layer, open]);
}

/** The commands of the topmost layer, in order of registration. */
export function useCommandList(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );
}

/** The command a key press stands for, remembering the first press of a sequence. Later registrations win. */
function commandFor(event: KeyboardEvent): Command | null {
  const name = keyName(event);
  const inField = takesText(event.target);
  const sequence = pressed && event.timeStamp - pressed.at < SEQUENCE_MS ? `${pressed.name} ${name}` : null;
  pressed = null;
  const usable = listed.filter((command) => command.keys && (!inField || command.inFields === true)).toReversed();
  if (sequence) {
    const found = usable.find((command) => command.keys?.includes(sequence));
    if (found) return found;
  }
  if (usable.some((command) => command.keys?.some((keys) => keys.startsWith(`${name} `)))) {
    pressed = { name, at: event.timeStamp };
  }
  return usable.find((command) => command.keys?.includes(name)) ?? null;
}

/**
 * The app's one key listener; it must get each key press twice, in the capturing phase and when it bubbles. Keys with Ctrl or ⌘ are
 * taken on the way down (a focused select would open on Ctrl+Enter), plain keys on the way up, when no widget has handled them.
 */
export function handleKey(event: KeyboardEvent): void {
  const withMod = event.ctrlKey || event.metaKey;
  if (withMod !== (event.eventPhase === Event.CAPTURING_PHASE)) return;
  if (event.defaultPrevented || isComposing(event)) return;
  if (!withMod && (event.key === "Enter" || event.key === " ") && activatesItself(event.target)) return;
  const command = commandFor(event);
  if (!command) return;
  event.preventDefault();
  if (withMod) event.stopPropagation();
  command.run();
}
