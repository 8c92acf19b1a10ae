// A number or nothing: what is typed stays as typed, and counts only when it is valid.
import { useState } from "react";
import { TextField } from "../ui/field.tsx";

export interface NumberFieldProps {
  label: string;
  hint?: string;
  /** Said when what is typed is no such number. */
  problem: string;
  value: number | null;
  whole?: boolean;
  /** Empty is not allowed. */
  required?: boolean;
  least?: number;
  most?: number;
  placeholder?: string;
  onChange(value: number | null): void;
  onInvalid(bad: boolean): void;
}

export function NumberField(props: NumberFieldProps) {
  const { label, hint, problem, value, placeholder, onChange, onInvalid } = props;
  const [text, setText] = useState(value === null ? "" : String(value));
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (readNumber(text, props) !== value) setText(value === null ? "" : String(value));
  }
  const bad = readNumber(text, props) === undefined;
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      problem={bad ? problem : null}
      onChange={(next) => {
        setText(next);
        const number = readNumber(next, props);
        onInvalid(number === undefined);
        if (number !== undefined) onChange(number);
      }}
    />
  );
}

/** The number, null for nothing, undefined for what is not valid. */
function readNumber(text: string, rule: NumberFieldProps): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return rule.required ? undefined : null;
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return undefined;
  if (rule.whole && !Number.isInteger(number)) return undefined;
  if (number < (rule.least ?? (rule.whole ? 1 : 0)) || number > (rule.most ?? Infinity)) return undefined;
  return number;
}
