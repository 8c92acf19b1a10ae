// Breakpoints are kept in the settings, for every run to come.
import { z } from "zod";
import { Breakpoint } from "../../src-shared/rpc/debug.ts";
import { parseCondition } from "../debug/breakpoints/expression.ts";
import type { Store } from "../store/store.ts";

const SETTING = "breakpoints";

/** Those kept from earlier; any that this version cannot read are left out. */
export function readBreakpoints(store: Store): Breakpoint[] {
  const kept = z
    .array(Breakpoint)
    .catch([])
    .parse(store.getSetting(SETTING) ?? []);
  return kept.filter((breakpoint) => parseCondition(breakpoint.when).ok);
}

export function keepBreakpoints(store: Store, breakpoints: readonly Breakpoint[]): void {
  store.setSetting(SETTING, [...breakpoints]);
}
