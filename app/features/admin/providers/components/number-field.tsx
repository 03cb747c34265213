import { useId } from 'react';

interface NumberFieldProps {
  label: string;
  /** For screen readers: what it is of. */
  of: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
}

/** A small number in a row, beside its label. */
export function NumberField({ label, of, name, value, onChange, problem }: NumberFieldProps) {
  const id = useId();
  return (
    <span className="flex flex-col gap-1">
      <span className="flex items-center gap-2">
        <label htmlFor={id} className="text-sm text-muted">
          {label}
          <span className="sr-only"> of {of}</span>
        </label>
        <input
          id={id}
          name={name}
          inputMode="decimal"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
          className="field h-9 w-20 touch:h-11"
          autoComplete="off"
        />
      </span>
      {problem !== undefined && (
        <span id={`${id}-error`} className="text-sm text-danger">
          {problem}
        </span>
      )}
    </span>
  );
}

/** What was typed as a number; NaN, which the server explains, if it's none. */
export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}
