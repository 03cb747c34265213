import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/field';

import { CodeField, TimeZoneInput } from '../../forms/components/form-parts';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import { TWO_FACTOR_CHECKS, type TwoFactorFields } from '../two-factor';

export interface TwoFactorFormProps {
  lastResult: SubmissionResult | undefined;
  email: string;
  /** The form takes a backup code, not one of the app. */
  backup: boolean;
}

/** The second step of signing in. */
export function TwoFactorForm({ lastResult, email, backup }: TwoFactorFormProps) {
  const [form, fields] = useCheckedForm<TwoFactorFields>(
    'two-factor',
    lastResult,
    TWO_FACTOR_CHECKS,
    { shouldRevalidate: 'onSubmit' },
  );
  const pending = useNavigation().formMethod === 'POST';

  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (lastResult?.error) code.current?.select();
  }, [lastResult]);

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <p className="text-muted text-pretty">
        {backup
          ? 'Enter one of the backup codes'
          : 'Open your authenticator app and enter its code'}{' '}
        for <strong className="font-medium break-words text-text">{email}</strong>.
      </p>
      <FormError id={form.errorId}>{form.errors}</FormError>
      <CodeField
        {...fieldProps(fields.code)}
        key={fields.code.key}
        ref={code}
        backup={backup}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the only field of a page that was opened to fill it in
        autoFocus
      />
      <TimeZoneInput />
      <Button type="submit" className="w-full" pending={pending}>
        Sign in
      </Button>
      <p className="text-center text-sm">
        <OtherWay backup={backup} />
      </p>
    </Form>
  );
}

function OtherWay({ backup }: { backup: boolean }) {
  const [search] = useSearchParams();
  const other = new URLSearchParams(search);
  if (backup) other.delete('with');
  else other.set('with', 'backup-code');
  return (
    <Link
      to={{ search: other.toString() }}
      replace
      className="text-accent underline touch:inline-block touch:py-3"
    >
      {backup ? 'Use a code from your app' : 'Use a backup code'}
    </Link>
  );
}
