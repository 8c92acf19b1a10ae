// A registry as the loop is handed it.
import type { ToolBox } from "../agent/ports.ts";
import type { Registry } from "./registry.ts";

export function toolboxOf(registry: Registry): ToolBox {
  const simulated = new Map(registry.packs.map((pack) => [pack.name, pack.simulated]));
  return {
    definitions: registry.definitions(),
    find(name) {
      const entry = registry.get(name);
      return entry ? { ...entry, simulated: simulated.get(entry.pack) ?? false } : null;
    },
    nearest: (name) => registry.nearest(name),
  };
}
