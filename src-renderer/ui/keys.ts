// Key handling in one place: what a key press is called, and when it belongs to the page rather than to a field being typed in.
// Keys pressed during IME composition never reach a command.

/** The part of a key press that matters here. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "keyCode" | "isComposing" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"
>;

/** True while an input method is composing: Enter then picks a candidate and must not submit anything. */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Enter that means "do it": not one that ends a composition. Takes native and React events. */
export function isSubmitKey(event: KeyboardEvent | { key: string; nativeEvent: KeyboardEvent }): boolean {
  return event.key === "Enter" && !isComposing("nativeEvent" in event ? event.nativeEvent : event);
}

/**
 * The name of a key press as commands spell it: `j`, `G`, `?`, `ArrowDown`, `Enter`, `Space`, `Mod+k` (Ctrl or ⌘),
 * `Mod+Shift+k`, `Alt+ArrowLeft`. Letters on a keyboard that writes another script are named by their place.
 */
export function keyName(event: KeyPress): string {
  let key = event.key === " " ? "Space" : event.key;
  const latin = /^Key([A-Z])$/.exec(event.code);
  if (latin?.[1] && key.length === 1 && !/[ -~]/.test(key)) key = event.shiftKey ? latin[1] : latin[1].toLowerCase();
  const mod = event.ctrlKey || event.metaKey;
  if (!mod && !event.altKey) return event.shiftKey && key.length > 1 ? `Shift+${key}` : key;
  const base = key.length === 1 ? key.toLowerCase() : key;
  return `${mod ? "Mod+" : ""}${event.altKey ? "Alt+" : ""}${event.shiftKey ? "Shift+" : ""}${base}`;
}

/** True when the target takes text, so that plain keys belong to it. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit", "range"].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target.closest("[contenteditable=''], [contenteditable=true], .monaco-editor, .native-edit-context") !== null;
}

/** True when the target itself does something on Enter or Space. */
export function activatesItself(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      "a[href], button, summary, [role=button], [role=switch], [role=checkbox], [role=tab], [role=combobox], [role=menuitem], [role=option]",
    ) !== null
  );
}

const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

/** How keys are shown to a person: `Mod+k` → `Ctrl K` or `⌘ K`, `g g` → `g` `g`. One string a key cap. */
export function keyCaps(keys: string): string[] {
  const names: Record<string, string> = {
    Mod: isMac ? "⌘" : "Ctrl",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    Escape: "Esc",
    PageUp: "PgUp",
    PageDown: "PgDn",
    Enter: "Enter",
  };
  return keys
    .split(" ")
    .flatMap((press) => (press === "+" ? [press] : press.split("+")))
    .map(
      (part, _index, parts) => names[part] ?? (part.length === 1 && parts.includes("Mod") ? part.toUpperCase() : part),
    );
}
