import { useId } from 'react';

interface TextAreaProps {
  label: string;
  rows: number;
  value: string;
  onChange(value: string): void;
  hint?: string;
  maxLength?: number;
}

/** A labeled field for several lines. */
export function TextArea({ label, rows, value, onChange, hint, maxLength }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="block w-full resize-y rounded-md border border-border-strong bg-field px-3 py-2 text-[0.9375rem] leading-6 -outline-offset-1 focus:border-ring"
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
