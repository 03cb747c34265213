import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';

import { verdict } from '../../forms/form-checks';
import { resetPasswordChecks, type ResetPasswordFields } from '../password-checks';
import { describePolicy, type PasswordPolicy } from '../password-policy';
import { fieldProps } from '../../settings/components/form-field';

export interface ResetPasswordFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  /** Whose password it is. */
  email: string;
}

export function ResetPasswordForm({ lastResult, policy, email }: ResetPasswordFormProps) {
  const [form, fields] = useForm<ResetPasswordFields>({
    id: 'reset-password',
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<ResetPasswordFields, string[]>(formData, {
        resolve: (typed) => verdict(typed, resetPasswordChecks(policy)),
      }),
  });
  const pending = useNavigation().formMethod === 'POST';

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      {/* Password managers keep the new password under this name. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        {...fieldProps(fields.password)}
        key={fields.password.key}
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={policy.min}
        hint={describePolicy(policy)}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to mend
        autoFocus={fields.password.errors !== undefined}
      />
      <Button type="submit" className="w-full" pending={pending}>
        Set password
      </Button>
    </Form>
  );
}
