// What other features put into the inspector; the app hands it in, since features do not know one another.
import type { ReactNode } from "react";
import type { RunData } from "./run-header.tsx";

export interface InspectorSlots {
  /** What stands under the header: the debugger of a live run. */
  debugBar(run: RunData): ReactNode;
  /** The tab that says why the run ended as it did. */
  why(run: RunData): ReactNode;
  /** Whose choice it was that an ended turn made no call. */
  verdict(run: string, turn: number): ReactNode;
}
