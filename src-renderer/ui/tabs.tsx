// Tabs whose choice is the caller's state (usually a parameter of the address).
import { Tabs as RadixTabs } from "radix-ui";
import { useEffect, useRef, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import "./tabs.css";

export interface TabItem<T extends string> {
  value: T;
  label: ReactNode;
  /** A count or mark behind the label. */
  mark?: ReactNode;
  disabled?: boolean;
}

export interface TabsProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  items: readonly TabItem<T>[];
  label: string;
  /** The content of the chosen tab. */
  children: ReactNode;
  className?: string;
  /** Stands in the same row before and after the tabs. */
  before?: ReactNode;
  after?: ReactNode;
}

/** Only the chosen tab's content is mounted. */
export function Tabs<T extends string>({
  value,
  onChange,
  items,
  label,
  children,
  className,
  before,
  after,
}: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // In a narrow window the row scrolls: the chosen tab is always in sight.
  useEffect(() => {
    list.current?.querySelector('[data-state="active"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    <RadixTabs.Root
      className={classNames("tabs", className)}
      value={value}
      onValueChange={(next) => {
        const item = items.find((candidate) => candidate.value === next);
        if (item) onChange(item.value);
      }}
      activationMode="manual"
    >
      <div className="tabs__bar">
        {before}
        <RadixTabs.List ref={list} className="tabs__list" aria-label={label}>
          {items.map((item) => (
            <RadixTabs.Trigger
              key={item.value}
              value={item.value}
              disabled={item.disabled ?? false}
              className="tabs__tab"
            >
              {item.label}
              {item.mark === undefined ? null : <span className="tabs__mark">{item.mark}</span>}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {after}
      </div>
      <RadixTabs.Content value={value} className="tabs__content" tabIndex={-1}>
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  );
}
