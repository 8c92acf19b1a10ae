// A registry as the loop is handed it.
import type { ToolBox } from "../agent/ports.ts";
import type { Registry } from "./registry.ts";

export function toolboxOf(registry: Registry): ToolBox {
  const packs = new Map(registry.packs.map((pack) => [pack.name, pack]));
  return {
    definitions: registry.definitions(),
    find(name) {
      const entry = registry.get(name);
      if (!entry) return null;
      const pack = packs.get(entry.pack);
      return {
        ...entry,
        simulated: pack?.simulated ?? false,
        ...(pack?.stateVersion ? { stateVersion: pack.stateVersion.bind(pack) } : {}),
      };
    },
    nearest: (name) => registry.nearest(name),
  };
}
