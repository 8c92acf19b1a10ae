// What stands where there is nothing to show yet, nothing at all, or an error: each says what to do next.
import { useEffect, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { m } from "./messages/messages.ts";
import "./states.css";

/** A wait shorter than this shows nothing, in milliseconds, so that quick loads do not flicker. */
const SHOW_AFTER_MS = 150;

/** True once `SHOW_AFTER_MS` have passed since it was mounted. */
export function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

/** Takes its place at once and shows itself only when the wait is a long one. */
export function Spinner({ label = m.common.loading, inline = false }: { label?: string; inline?: boolean }) {
  const late = useLate();
  return (
    <div className={inline ? "spinner spinner--inline" : "spinner"} role="status">
      {late ? (
        <>
          <span className="spinner__ring" aria-hidden="true" />
          <span>{label}</span>
        </>
      ) : null}
    </div>
  );
}

export function EmptyState({
  icon = "list",
  title,
  children,
  actions,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="state">
      <span className="state__icon">
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children === undefined ? null : <div className="state__text">{children}</div>}
      {actions === undefined ? null : <div className="state__actions">{actions}</div>}
    </div>
  );
}

/** An error with its own words, and what can be done about it. */
export function ErrorState({
  title = m.common.loadFailed,
  error,
  onRetry,
  actions,
}: {
  title?: string;
  error: unknown;
  onRetry?: () => void;
  actions?: ReactNode;
}) {
  return (
    <div className="state state--error" role="alert">
      <span className="state__icon">
        <Icon name="warning" size={28} />
      </span>
      <h2>{title}</h2>
      <p className="state__text">{errorText(error)}</p>
      <div className="state__actions">
        {onRetry ? (
          <Button icon="refresh" onClick={onRetry}>
            {m.common.retry}
          </Button>
        ) : null}
        {actions}
      </div>
    </div>
  );
}

/** An error's message for a person. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}

/** A line of warning or explanation inside a page. */
export function Notice({ tone, children }: { tone: "info" | "warning" | "bad" | "good"; children: ReactNode }) {
  const icons = { info: "info", warning: "warning", bad: "warning", good: "check" } as const;
  return (
    <div className={`notice notice--${tone}`} role={tone === "bad" ? "alert" : undefined}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}
