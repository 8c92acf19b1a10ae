// A colour as six hex digits (eight with opacity): the build shortens `#ffffff` to `#fff`, and Monaco takes no short ones.

/** `#abc` → `#aabbcc`, `#abcd` → `#aabbccdd`; anything else as it is, without blanks around it. */
export function longHex(color: string): string {
  const text = color.trim();
  return /^#(?:[\da-f]{3}|[\da-f]{4})$/i.test(text) ? text.replace(/[\da-f]/gi, "$&$&") : text;
}
