// Buttons: with words, or an icon that carries its words as label and tooltip.
import type { ButtonHTMLAttributes, Ref } from "react";
import "./button.css";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import { KeyCaps } from "./key-caps.tsx";
import { Tooltip } from "./tooltip.tsx";

export type ButtonKind = "primary" | "normal" | "quiet" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  icon?: IconName;
  small?: boolean;
  /** A key that does the same, shown behind the words. */
  shortcut?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = "normal", icon, small, shortcut, className, children, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      className={classNames("button", `button--${kind}`, small && "button--small", className)}
      {...rest}
    >
      {icon ? <Icon name={icon} /> : null}
      <span className="button__text">{children}</span>
      {shortcut ? <KeyCaps keys={shortcut} /> : null}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  href,
  kind = "normal",
  icon,
  children,
}: {
  href: string;
  kind?: ButtonKind;
  icon?: IconName;
  children: string;
}) {
  return (
    <a href={href} className={classNames("button", `button--${kind}`)}>
      {icon ? <Icon name={icon} /> : null}
      <span className="button__text">{children}</span>
    </a>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  icon: IconName;
  /** What it does; read out and shown as tooltip. */
  label: string;
  shortcut?: string;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, shortcut, pressed, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        className={classNames("icon-button", pressed && "icon-button--pressed", className)}
        {...rest}
      >
        <Icon name={icon} />
      </button>
    </Tooltip>
  );
}
