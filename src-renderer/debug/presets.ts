// The usual breakpoints, with a condition to fill in: places and names as the user guide has them (docs: Breakpoints).
import type { Breakpoint } from "../../src-shared/rpc/debug.ts";
import type { m } from "../ui/messages/messages.ts";

export type PresetName = keyof typeof m.debug.presets;

export const PRESETS: Record<PresetName, Pick<Breakpoint, "at" | "when">> = {
  request: { at: "request", when: "" },
  tool: { at: "call", when: 'tool == "create_file"' },
  effect: { at: "call", when: 'effect == "write"' },
  stop: { at: "stop", when: 'finish_reason == "stop" and outstanding > 0' },
  error: { at: null, when: "error" },
  tokens: { at: "request", when: "tokens > 6000" },
  turn: { at: "request", when: "turn == 2" },
  own: { at: null, when: "" },
};
