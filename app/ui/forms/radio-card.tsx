import { useId, type ReactNode } from 'react';

export interface RadioCardProps {
  name: string;
  value: string;
  checked: boolean;
  onChange: () => void;
  label: string;
  /** Explains the choice, below its label. */
  children?: ReactNode;
}

/** One of several choices that need a short explanation. Use it in a fieldset. */
export function RadioCard({ name, value, checked, onChange, label, children }: RadioCardProps) {
  const id = useId();
  return (
    <label className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] content-center gap-x-3 rounded-lg border bg-raised px-4 py-3 text-sm transition-colors hover:bg-hover has-checked:border-border-strong has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-ring">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChange}
        // The name only; a wrapping label would include the explanation.
        aria-labelledby={`${id}-name`}
        aria-describedby={children === undefined ? undefined : `${id}-text`}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span id={`${id}-name`} className="font-medium">
        {label}
      </span>
      {children !== undefined && (
        <span id={`${id}-text`} className="col-start-2 mt-0.5 text-muted">
          {children}
        </span>
      )}
    </label>
  );
}
