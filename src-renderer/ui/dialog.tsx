// A modal dialog: focus stays inside, Escape closes (unless refused), and the page's commands rest while it is open.
import { Dialog as RadixDialog } from "radix-ui";
import { useState, type ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { CommandLayer, makeLayer, useLayer } from "./commands.ts";
import "./dialog.css";
import { m } from "./messages/messages.ts";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  width?: "narrow" | "normal" | "wide";
  /** False: neither Escape nor a click outside closes it, and there is no ×. */
  closable?: boolean;
  /** Where the focus goes at first, unless something inside has `autoFocus`; default: the dialog itself. */
  initialFocus?: () => HTMLElement | null;
  role?: "dialog" | "alertdialog";
}

export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    footer,
    width = "normal",
    closable = true,
    initialFocus,
    role = "dialog",
  } = props;
  const [layer] = useState(makeLayer);
  useLayer(layer, open);
  const refuse = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="dialog-overlay" />
        <RadixDialog.Content
          className={classNames("dialog", `dialog--${width}`)}
          role={role}
          aria-modal="true"
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          onEscapeKeyDown={refuse}
          onPointerDownOutside={refuse}
          onInteractOutside={refuse}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
            (initialFocus?.() ?? content)?.focus();
          }}
        >
          <CommandLayer value={layer}>
            <header className="dialog__head">
              <div>
                <RadixDialog.Title className="dialog__title">{title}</RadixDialog.Title>
                {description === undefined ? null : (
                  <RadixDialog.Description className="dialog__description">{description}</RadixDialog.Description>
                )}
              </div>
              {closable ? <IconButton icon="close" label={m.common.close} onClick={onClose} /> : null}
            </header>
            <div className="dialog__body">{children}</div>
            {footer === undefined ? null : <footer className="dialog__foot">{footer}</footer>}
          </CommandLayer>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
