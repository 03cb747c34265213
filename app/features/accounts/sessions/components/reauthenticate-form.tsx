import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field, FormError } from '~/ui/field';

import { CodeField, UsernameHint } from '../../forms/components/form-parts';
import { REAUTHENTICATE_CHECKS, type ReauthenticateFields } from '../../forms/form-checks';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import { TWO_FACTOR_CHECKS, type TwoFactorFields } from '../../two-factor/two-factor';

export interface ReauthenticateFormProps {
  lastResult: SubmissionResult | undefined;
  /** The account's. */
  email: string;
  /** Two-factor sign-in is on. */
  needsCode: boolean;
}

/** The signed-in person's password once more, before a grave change; and a code if two-factor sign-in is on. */
export function ReauthenticateForm({ lastResult, email, needsCode }: ReauthenticateFormProps) {
  const [form, fields] = useCheckedForm<ReauthenticateFields & TwoFactorFields>(
    'reauthenticate',
    lastResult,
    { ...REAUTHENTICATE_CHECKS, ...(needsCode && TWO_FACTOR_CHECKS) },
  );
  const pending = useNavigation().formMethod === 'POST';

  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (lastResult?.error) (lastResult.error.code ? code : password).current?.select();
  }, [lastResult]);

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <p className="text-muted text-pretty">
        You are signed in as <strong className="font-medium break-words text-text">{email}</strong>.
        Enter your password{needsCode ? ' and a code' : ''} to go on.
      </p>
      <FormError id={form.errorId}>{form.errors}</FormError>
      <UsernameHint email={email} />
      <Field
        {...fieldProps(fields.password)}
        key={fields.password.key}
        ref={password}
        label="Password"
        type="password"
        autoComplete="current-password"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the only field of a page that was opened to fill it in
        autoFocus
      />
      {needsCode && (
        <CodeField
          {...fieldProps(fields.code)}
          key={fields.code.key}
          ref={code}
          hint="Or one of your backup codes."
        />
      )}
      <Button type="submit" className="w-full" pending={pending}>
        Confirm
      </Button>
    </Form>
  );
}
