import { Link } from '@remix-run/react';
import { forwardRef, useEffect, useRef } from 'react';

import { browserTimeZone } from '~/lib/time-zones';
import { Field, type FieldProps } from '~/ui/forms/field';

/** Sends the browser's IANA time zone with the form; without JavaScript it stays empty. */
export function TimeZoneInput() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = browserTimeZone();
  }, []);
  return <input ref={input} type="hidden" name="timeZone" />;
}

/** Tells password managers whose password the form is about. */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" hidden readOnly value={email} autoComplete="username" />;
}

/** Leads to where people confirm that it is them, and back to `path`; in a new tab, what was typed stays. */
export function ConfirmLink({ path, isNewTab = false }: { path: string; isNewTab?: boolean }) {
  return (
    <Link
      {...(isNewTab && { target: '_blank' })}
      to={`/auth/reauthenticate?redirectTo=${encodeURIComponent(path)}`}
      className="font-medium underline underline-offset-4"
    >
      Confirm it’s you
    </Link>
  );
}

/** The field for a code of the authenticator app, or a backup code. */
export const CodeField = forwardRef<
  HTMLInputElement,
  Omit<FieldProps, 'label'> & { label?: string; backup?: boolean }
>(function CodeField({ backup = false, label, ...props }, ref) {
  return (
    <Field
      {...props}
      ref={ref}
      label={label ?? (backup ? 'Backup code' : 'Code from your app')}
      autoComplete={backup ? 'off' : 'one-time-code'}
      // Where a hint offers a backup code, letters may be typed too.
      inputMode={backup || props.hint !== undefined ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
    />
  );
});
