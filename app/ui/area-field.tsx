import { forwardRef, useId, type TextareaHTMLAttributes } from 'react';

export interface AreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  errors?: string[];
}

/** A labelled field for several lines, with its errors. It grows with what is typed, where browsers can. */
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
      <textarea
        {...props}
        ref={ref}
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        className="block field-sizing-content max-h-80 min-h-32 w-full resize-y rounded-md border border-border-strong bg-field px-3 py-2.5 text-[0.9375rem] -outline-offset-1 transition-colors placeholder:text-muted hover:border-text/60 focus:border-ring aria-invalid:border-danger disabled:opacity-60"
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
