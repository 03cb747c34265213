import { forwardRef, useId, useState, type InputHTMLAttributes } from 'react';

const INPUT = 'field h-11';

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  errors?: string[];
  /** Gives way to an error, which says what to do. */
  hint?: string;
}

/** One labeled input with its hint and errors. A password can be made visible. */
export const Field = forwardRef<HTMLInputElement, FieldProps>(function Field(
  { label, errors, hint, id: givenId, type = 'text', className = '', ...props },
  ref,
) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  const invalid = errors !== undefined && errors.length > 0;
  const describedBy = [
    invalid && `${id}-error`,
    hint !== undefined && !invalid && `${id}-hint`,
    // Conform adds the id of its own error element, which isn't rendered here.
    props['aria-describedby'] !== `${id}-error` && props['aria-describedby'],
  ].filter((part) => typeof part === 'string');

  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...props}
          ref={ref}
          id={id}
          type={isPassword && shown ? 'text' : type}
          aria-invalid={invalid || props['aria-invalid'] || undefined}
          aria-describedby={describedBy.join(' ') || undefined}
          className={`${INPUT} ${isPassword ? 'pr-16' : ''}`}
        />
        {isPassword && (
          <button
            type="button"
            aria-controls={id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 rounded-md px-3.5 text-sm font-medium text-muted hover:text-text"
          >
            {/* Text, not aria-label: a label would give two controls the name "Password". */}
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> password</span>
          </button>
        )}
      </div>
      {hint !== undefined && !invalid && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
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
