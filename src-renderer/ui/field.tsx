// Form fields: a label, the control, a hint, and the message that says what is wrong with the value.
import { Switch as RadixSwitch } from "radix-ui";
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import "./field.css";
import { isSubmitKey } from "./keys.ts";

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to mend it; null when nothing is. */
  problem?: string | null;
  /** Given the ids that tie the control to its label and texts. */
  children: (ids: { id: string; describedBy: string | undefined; invalid: boolean }) => ReactNode;
  className?: string;
}

export function Field({ label, hint, problem = null, children, className }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;
  const describedBy = [hint === undefined ? null : hintId, problem === null ? null : problemId]
    .filter((part) => part !== null)
    .join(" ");
  return (
    <div className={classNames("field", className)}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, describedBy: describedBy === "" ? undefined : describedBy, invalid: problem !== null })}
      {hint === undefined ? null : (
        <div className="field__hint" id={hintId}>
          {hint}
        </div>
      )}
      {problem === null ? null : (
        <div className="field__problem" id={problemId} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "onSubmit">;

export interface TextFieldProps extends InputProps {
  label: ReactNode;
  hint?: ReactNode;
  problem?: string | null;
  value: string;
  onChange: (value: string) => void;
  /** Enter, but never the Enter that ends an IME composition. */
  onSubmit?: () => void;
  mono?: boolean;
  fieldClassName?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  hint,
  problem = null,
  value,
  onChange,
  onSubmit,
  mono,
  fieldClassName,
  onKeyDown,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} className={fieldClassName ?? ""}>
      {({ id, describedBy, invalid }) => (
        <input
          {...rest}
          id={id}
          className={classNames("input", mono && "mono")}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (onSubmit && isSubmitKey(event)) {
              event.preventDefault();
              onSubmit();
            }
            onKeyDown?.(event);
          }}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "onChange"> {
  label: ReactNode;
  hint?: ReactNode;
  problem?: string | null;
  value: string;
  onChange: (value: string) => void;
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, problem = null, value, onChange, mono, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <textarea
          rows={4}
          {...rest}
          id={id}
          className={classNames("input", "input--area", mono && "mono")}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export function Checkbox({
  label,
  hint,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>
        {label}
        {hint === undefined ? null : <span className="field__hint">{hint}</span>}
      </label>
    </div>
  );
}

export function Switch({
  label,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="switch">
      <RadixSwitch.Root
        id={id}
        className="switch__track"
        checked={checked}
        disabled={disabled ?? false}
        onCheckedChange={onChange}
      >
        <RadixSwitch.Thumb className="switch__thumb" />
      </RadixSwitch.Root>
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

export interface ChoiceOption<T extends string> {
  value: T;
  label: ReactNode;
  hint?: ReactNode;
}

/** A few exclusive choices in a row (radio buttons). */
export function ChoiceRow<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
}: {
  label: ReactNode;
  value: T;
  options: readonly ChoiceOption<T>[];
  onChange: (value: T) => void;
  hint?: ReactNode;
}) {
  const name = useId();
  return (
    <fieldset className="choice-row">
      <legend className="field__label">{label}</legend>
      <div className="choice-row__options">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames("choice-row__option", option.value === value && "choice-row__option--on")}
          >
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
      {hint === undefined ? null : <div className="field__hint">{hint}</div>}
    </fieldset>
  );
}
