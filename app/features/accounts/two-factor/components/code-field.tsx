import { forwardRef } from 'react';

import { Field, type FieldProps } from '~/ui/forms/field';

/** Where a code is typed: of the app, or one of the backup codes. */
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
      // Letters too, where a backup code may stand in.
      inputMode={backup || props.hint !== undefined ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
    />
  );
});
