import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';

import { MAX_EMAIL } from '../../forms/account-fields';
import { SIGN_IN_CHECKS, verdict, type SignInFields } from '../../forms/form-checks';
import { fieldProps } from '../../settings/components/form-field';
import { TimeZoneInput } from './time-zone-input';

export function SignInForm({ lastResult }: { lastResult: SubmissionResult | undefined }) {
  const [form, fields] = useForm<SignInFields>({
    id: 'sign-in',
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<SignInFields, string[]>(formData, {
        resolve: (typed) => verdict(typed, SIGN_IN_CHECKS),
      }),
  });
  const pending = useNavigation().formMethod === 'POST';

  // Conform leads to an invalid field; after a refusal it is the password that most need to type again.
  const password = useRef<HTMLInputElement>(null);
  const refused = lastResult?.error?.[''] !== undefined;
  useEffect(() => {
    if (refused) password.current?.select();
  }, [lastResult, refused]);

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <Field
        {...fieldProps(fields.email)}
        key={fields.email.key}
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={MAX_EMAIL}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to mend
        autoFocus={fields.email.errors !== undefined}
      />
      <Field
        {...fieldProps(fields.password)}
        key={fields.password.key}
        ref={password}
        label="Password"
        type="password"
        autoComplete="current-password"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus={fields.email.errors === undefined && (refused || !fields.password.valid)}
      />
      <TimeZoneInput />
      <Button type="submit" className="w-full" pending={pending}>
        Sign in
      </Button>
      <p className="text-center text-sm">
        <Link
          to="/auth/forgot-password"
          className="text-accent underline touch:inline-block touch:py-3"
        >
          Forgot your password?
        </Link>
      </p>
    </Form>
  );
}
