import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { Field, FormError } from '~/ui/field';

import { UsernameHint } from '../../forms/components/form-parts';
import { fieldProps, useCheckedForm } from '../../forms/use-checked-form';
import {
  describePolicy,
  type PasswordPolicy,
  resetPasswordChecks,
  type ResetPasswordFields,
} from '../password-policy';

export interface ResetPasswordFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  /** The account's. */
  email: string;
}

export function ResetPasswordForm({ lastResult, policy, email }: ResetPasswordFormProps) {
  const [form, fields] = useCheckedForm<ResetPasswordFields>(
    'reset-password',
    lastResult,
    resetPasswordChecks(policy),
  );
  const pending = useNavigation().formMethod === 'POST';

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <UsernameHint email={email} />
      <Field
        {...fieldProps(fields.password)}
        key={fields.password.key}
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={policy.min}
        hint={describePolicy(policy)}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to fix
        autoFocus={fields.password.errors !== undefined}
      />
      <Button type="submit" className="w-full" pending={pending}>
        Set password
      </Button>
    </Form>
  );
}
