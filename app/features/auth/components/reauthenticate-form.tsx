import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field, FormError } from '~/ui/field';

import { REAUTHENTICATE_CHECKS, verdict } from '../forms/form-checks';
import { fieldProps } from './form-field';
import { UsernameHint } from './username-hint';

export interface ReauthenticateFormProps {
  lastResult: SubmissionResult | undefined;
  /** Whose password is asked for. */
  email: string;
}

/** The signed-in person's password once more, before something grave. */
export function ReauthenticateForm({ lastResult, email }: ReauthenticateFormProps) {
  const [form, fields] = useForm<{ password: string }>({
    id: 'reauthenticate',
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<{ password: string }, string[]>(formData, {
        resolve: (typed) => verdict(typed, REAUTHENTICATE_CHECKS),
      }),
  });
  const pending = useNavigation().formMethod === 'POST';

  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (lastResult?.error) password.current?.select();
  }, [lastResult]);

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <p className="text-muted text-pretty">
        You are signed in as <strong className="font-medium break-words text-text">{email}</strong>.
        Enter your password to go on.
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
      <Button type="submit" className="w-full" pending={pending}>
        Confirm
      </Button>
    </Form>
  );
}
