import { forwardRef, useId, type TextareaHTMLAttributes } from 'react';

import { GrowingArea } from './growing-area';

// Apart from the other fields, which the first pages load.

export interface AreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  errors?: string[];
}

/** A labeled field for several lines that grows with its text, with its errors. */
export const AreaField = forwardRef<HTMLTextAreaElement, AreaFieldProps>(function AreaField(
  { label, errors = [], id: givenId, className = '', ...props },
  ref,
) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const invalid = errors.length > 0;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <GrowingArea
        {...props}
        ref={ref}
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        className="field max-h-80 min-h-32 resize-y py-2.5"
      />
      {invalid && (
        <div id={`${id}-error`} className="mt-1.5 space-y-1 text-sm text-danger">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
    </div>
  );
});
