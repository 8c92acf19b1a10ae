// A choice from a list that is known (Select), and one that may also be typed freely (Combobox).
import { Select as RadixSelect } from "radix-ui";
import { useId, useRef, useState, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { isComposing } from "./keys.ts";
import { m } from "./messages/messages.ts";
import "./select.css";

export interface SelectOption {
  value: string;
  label: string;
  hint?: string;
}

export interface SelectProps {
  /** Read out; not shown. For a shown label use `SelectField`. */
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  id?: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  /** Shown when no option has the value, and for "" even if one has. */
  placeholder?: string;
  compact?: boolean;
  className?: string;
}

/** Radix keeps "" for "nothing chosen", so an empty value travels under this name. */
const EMPTY = "\u0000";

export function Select({
  label,
  value,
  options,
  onChange,
  id,
  describedBy,
  invalid,
  placeholder,
  compact,
  className,
}: SelectProps) {
  return (
    <RadixSelect.Root
      value={value === "" && placeholder === undefined && options.some((option) => option.value === "") ? EMPTY : value}
      onValueChange={(next) => onChange(next === EMPTY ? "" : next)}
    >
      <RadixSelect.Trigger
        id={id}
        className={classNames("select", compact && "select--compact", className)}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
      >
        <span className="select__value">
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        <RadixSelect.Icon className="select__arrow">
          <Icon name="chevronDown" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content className="select-list" position="popper" sideOffset={4} collisionPadding={8}>
          <RadixSelect.Viewport>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value === "" ? EMPTY : option.value}
                className="select-list__item"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                {option.hint === undefined ? null : <span className="select-list__hint">{option.hint}</span>}
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

export function SelectField({
  label,
  hint,
  problem = null,
  ...rest
}: Omit<SelectProps, "id" | "describedBy" | "invalid"> & { hint?: ReactNode; problem?: string | null }) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <Select {...rest} label={label} id={id} describedBy={describedBy} invalid={invalid} />
      )}
    </Field>
  );
}

export interface ComboboxProps {
  label: string;
  hint?: ReactNode;
  problem?: string | null;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  placeholder?: string;
  mono?: boolean;
}

/** A text field with suggestions: what is typed counts even when no suggestion has it. */
export function Combobox({ label, hint, problem = null, value, options, onChange, placeholder, mono }: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const wanted = value.trim().toLowerCase();
  const shown =
    typed && wanted !== ""
      ? options.filter((option) => `${option.label} ${option.value}`.toLowerCase().includes(wanted))
      : options;
  const choose = (option: SelectOption) => {
    onChange(option.value);
    setOpen(false);
  };
  const move = (step: number) => {
    const next = shown.length === 0 ? -1 : (Math.max(active, step > 0 ? -1 : 0) + step + shown.length) % shown.length;
    setOpen(true);
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Field label={label} hint={hint} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <div className="combobox">
          <input
            id={id}
            className={classNames("input", mono && "mono")}
            role="combobox"
            aria-expanded={open && shown.length > 0}
            aria-controls={listId}
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
              setTyped(true);
              setActive(-1);
              setOpen(true);
            }}
            onClick={() => {
              setTyped(false);
              setOpen(true);
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => {
              if (isComposing(event.nativeEvent)) return;
              const option = shown[active];
              if (event.key === "ArrowDown") move(1);
              else if (event.key === "ArrowUp") move(-1);
              else if (event.key === "Escape" && open) setOpen(false);
              else if (event.key === "Enter" && open && option && !event.ctrlKey && !event.metaKey) choose(option);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
          <span className="combobox__arrow">
            <Icon name="chevronDown" />
          </span>
          {open && options.length > 0 ? (
            <ul className="select-list combobox__list" role="listbox" id={listId} aria-label={label} ref={list}>
              {shown.length === 0 ? <li className="select-list__none">{m.common.noMatches}</li> : null}
              {shown.map((option, index) => (
                <li
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={option.value === value}
                  className={classNames("select-list__item", index === active && "select-list__item--active")}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                >
                  <span>{option.label}</span>
                  {option.hint === undefined ? null : <span className="select-list__hint">{option.hint}</span>}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </Field>
  );
}
