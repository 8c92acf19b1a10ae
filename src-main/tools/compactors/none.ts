// `none`: the model is shown the whole raw result.
import type { Compactor } from "../types.ts";
import { rawText } from "./raw-text.ts";

export const none: Compactor = {
  name: "none",
  description: "Shows the whole result.",
  compact: (raw) => ({ shown: rawText(raw), kept: null }),
};
