import { forwardRef, type ReactNode, useId } from 'react';

import { Button } from '~/ui/button';

interface StepProps {
  number: number;
  title: string;
  /** Shown in place of the children when the step is folded up. */
  summary?: ReactNode;
  /** Opens the step again; only used with a summary. */
  onChange?: () => void;
  children?: ReactNode;
}

/** A numbered step of the wizard, folded to one line once its choice is made. */
export const Step = forwardRef<HTMLHeadingElement, StepProps>(function Step(
  { number, title, summary, onChange, children },
  ref,
) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="relative pl-10 sm:pl-14">
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 grid size-7 place-items-center rounded-full border border-accent/50 bg-accent-soft text-sm font-semibold text-accent tabular-nums sm:size-8"
      >
        {number}
      </span>
      {summary !== undefined ? (
        <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id={id} ref={ref} tabIndex={-1} className="sr-only">
            {title}
          </h2>
          <div className="min-w-0 flex-1 basis-40">{summary}</div>
          {onChange && (
            <Button variant="ghost" size="sm" onClick={onChange}>
              Change<span className="sr-only">: {title}</span>
            </Button>
          )}
        </div>
      ) : (
        <h2
          id={id}
          ref={ref}
          tabIndex={-1}
          className="rounded-sm pt-0.5 font-display text-xl leading-snug font-semibold tracking-tight"
        >
          {title}
        </h2>
      )}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </section>
  );
});

interface SegmentsProps<T extends string | number> {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  error?: string;
  onChange: (value: T) => void;
}

/** A choice of a few options side by side; the arrow keys move between them. */
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
