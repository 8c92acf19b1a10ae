// Short notes in the corner about something that was done or failed. They leave by themselves, errors stay until dismissed.
import { useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { m } from "./messages/messages.ts";
import "./toast.css";

interface Toast {
  id: number;
  kind: "done" | "info" | "error";
  text: string;
  link: { label: string; href: string } | null;
}

const SHOWN_MS = 6000;
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Shows a note; the same text is not shown twice at once. */
export function showToast(kind: Toast["kind"], text: string, link: Toast["link"] = null): void {
  const id = nextId++;
  set([...toasts.filter((toast) => toast.text !== text), { id, kind, text, link }].slice(-4));
  if (kind !== "error") setTimeout(() => dismiss(id), SHOWN_MS);
}

const icons = { done: "check", info: "info", error: "warning" } as const;

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={`toast toast--${toast.kind}`}>
          <Icon name={icons[toast.kind]} />
          <span className="toast__text">{toast.text}</span>
          {toast.link ? <a href={toast.link.href}>{toast.link.label}</a> : null}
          <IconButton icon="close" label={m.common.dismiss} onClick={() => dismiss(toast.id)} />
        </div>
      ))}
    </div>
  );
}
