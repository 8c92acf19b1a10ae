// Puts a value into JSON text where a field of the outermost object says null: every other character stays as it is, which
// parsing and printing again would not promise. Request envelopes (`"messages": null`) and stored messages
// (`"content": null`) are filled this way.

/**
 * The text with `value` (itself JSON) in the outermost object's own field of that name, not in one further down.
 * Null when there is no such field holding null.
 */
export function fillField(json: string, name: string, value: string): string | null {
  const quoted = JSON.stringify(name);
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    else if (char === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && end - at === quoted.length && json.startsWith(quoted, at)) {
        const holdsNull = /^\s*:\s*null\b/.exec(json.slice(end, end + 64));
        if (holdsNull) {
          const start = end + holdsNull[0].length - "null".length;
          return json.slice(0, start) + value + json.slice(start + "null".length);
        }
      }
      at = end - 1;
    }
  }
  return null;
}

/** Index after a JSON string's closing quote; `start` is at the opening one. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
