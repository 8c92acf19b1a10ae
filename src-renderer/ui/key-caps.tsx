// Keys as key caps.
import { keyCaps } from "./keys.ts";

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="key-caps" aria-hidden="true">
      {keyCaps(keys).map((cap, index) => (
        <kbd key={index}>{cap}</kbd>
      ))}
    </span>
  );
}
