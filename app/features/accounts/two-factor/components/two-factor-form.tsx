import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';

import { fieldProps } from '../../settings/components/form-field';
import { TimeZoneInput } from '../../sessions/components/time-zone-input';
import { verdict } from '../../forms/form-checks';
import { TWO_FACTOR_CHECKS, type TwoFactorFields } from '../code-shape';
import { CodeField } from './code-field';

export interface TwoFactorFormProps {
  lastResult: SubmissionResult | undefined;
  email: string;
  /** A backup code is asked for, not one of the app. */
  backup: boolean;
}

/** The second step of signing in. */
export function TwoFactorForm({ lastResult, email, backup }: TwoFactorFormProps) {
  const [form, fields] = useForm<TwoFactorFields>({
    id: 'two-factor',
    lastResult,
    defaultNoValidate: false,
    onValidate: ({ formData }) =>
      parse<TwoFactorFields, string[]>(formData, {
        resolve: (typed) => verdict(typed, TWO_FACTOR_CHECKS),
      }),
  });
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
