import { useId } from 'react';

interface SegmentsProps<T extends string | number> {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  error?: string;
  onChange: (value: T) => void;
}

/** One of a few, side by side; the arrow keys choose. */
export function Segments<T extends string | number>({
  legend,
  options,
  value,
  error,
  onChange,
}: SegmentsProps<T>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex w-fit max-w-full gap-1 rounded-lg border bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid h-9 min-w-11 place-items-center rounded-md px-3 text-sm text-muted transition-colors has-checked:bg-raised has-checked:font-medium has-checked:text-text has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring hover:text-text touch:h-11"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
