import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';

import { UsernameHint } from '../../forms/components/form-parts';
import { useAccountForm } from '../../forms/use-account-form';
import { fieldProps } from '../../forms/use-checked-form';
import {
  changePasswordChecks,
  type ChangePasswordFields,
  describePolicy,
  type PasswordPolicy,
} from '../password-policy';

export interface ChangePasswordFormProps {
  email: string;
  policy: PasswordPolicy;
}

export function ChangePasswordForm({ email, policy }: ChangePasswordFormProps) {
  const { Form, formProps, fields, pending, errorId, errors, done } =
    useAccountForm<ChangePasswordFields>('change-password', changePasswordChecks(policy));

  return (
    <Form method="post" action="/api/account/password" {...formProps} className="space-y-5">
      <FormError id={errorId}>{errors}</FormError>
      <UsernameHint email={email} />
      <Field
        {...fieldProps(fields.currentPassword)}
        key={fields.currentPassword.key}
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <Field
        {...fieldProps(fields.newPassword)}
        key={fields.newPassword.key}
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={policy.min}
        hint={describePolicy(policy)}
      />
      <Button type="submit" variant="secondary" pending={pending}>
        Change password
      </Button>
      {done !== undefined && <Notice>{done}</Notice>}
    </Form>
  );
}
