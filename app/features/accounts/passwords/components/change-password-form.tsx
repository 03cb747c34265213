import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { Notice } from '~/ui/feedback/notice';

import { AccountFormError } from '../../forms/components/account-form-error';
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
  /** Without a password, people set their first one here. */
  hasPassword: boolean;
  /** The page's own path, to return to after the person confirmed who they are. */
  path: string;
}

export function ChangePasswordForm({ email, policy, hasPassword, path }: ChangePasswordFormProps) {
  const { Form, formProps, fields, isReady, pending, errorId, errors, done, needsConfirmation } =
    useAccountForm<ChangePasswordFields>(
      'change-password',
      changePasswordChecks(policy, hasPassword),
    );

  return (
    <Form method="post" action="/api/account/password" {...formProps} className="space-y-5">
      <AccountFormError
        id={errorId}
        errors={errors}
        needsConfirmation={needsConfirmation}
        path={path}
      />
      <UsernameHint email={email} />
      {hasPassword && (
        <Field
          {...fieldProps(fields.currentPassword)}
          key={fields.currentPassword.key}
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
      )}
      <Field
        {...fieldProps(fields.newPassword)}
        key={fields.newPassword.key}
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={policy.min}
        hint={describePolicy(policy)}
      />
      <Button type="submit" variant="secondary" disabled={!isReady} pending={pending}>
        {hasPassword ? 'Change' : 'Set'} password
      </Button>
      {done !== undefined && <Notice>{done}</Notice>}
    </Form>
  );
}
