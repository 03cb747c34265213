import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';

import { REAUTHENTICATE_CHECKS, verdict } from '../../forms/form-checks';
import { TWO_FACTOR_CHECKS } from '../../two-factor/code-shape';
import { CodeField } from '../../two-factor/components/code-field';
import { fieldProps } from '../../settings/components/form-field';
import { UsernameHint } from '../../sign-up/components/username-hint';

export interface ReauthenticateFormProps {
  lastResult: SubmissionResult | undefined;
  /** Whose password is asked for. */
  email: string;
  /** Two-factor sign-in is on. */
  needsCode: boolean;
}

interface Fields {
  password: string;
  code: string;
}

/** The signed-in person's password once more, before something grave; and a code where signing in takes one. */
export function ReauthenticateForm({ lastResult, email, needsCode }: ReauthenticateFormProps) {
  const checks = needsCode
    ? { ...REAUTHENTICATE_CHECKS, ...TWO_FACTOR_CHECKS }
    : REAUTHENTICATE_CHECKS;
  const [form, fields] = useForm<Fields>({
    id: 'reauthenticate',
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<Fields, string[]>(formData, {
        resolve: (typed) => verdict<Partial<Fields>>(typed, checks) as { value?: Fields },
      }),
  });
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
