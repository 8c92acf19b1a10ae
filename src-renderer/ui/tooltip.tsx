// A short explanation on hover and focus. Says nothing that is not also in the label or the text of what it explains.
import { Tooltip as RadixTooltip } from "radix-ui";
import type { ReactNode } from "react";
import { KeyCaps } from "./key-caps.tsx";
import "./tooltip.css";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={450} skipDelayDuration={150}>
      {children}
    </RadixTooltip.Provider>
  );
}

/** `children` must be one element that takes a ref and the pointer events. */
export function Tooltip({ text, shortcut, children }: { text: ReactNode; shortcut?: string; children: ReactNode }) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content className="tooltip" sideOffset={5} collisionPadding={8}>
          {text}
          {shortcut === undefined ? null : <KeyCaps keys={shortcut} />}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
