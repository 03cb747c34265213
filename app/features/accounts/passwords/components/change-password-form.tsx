import { getFormProps, parse, useForm } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';

import type { AccountFormAnswer } from '../../forms/account-form-answer';
import { changePasswordChecks, type ChangePasswordFields } from '../password-checks';
import { verdict } from '../../forms/form-checks';
import { describePolicy, type PasswordPolicy } from '../password-policy';
import { fieldProps } from '../../settings/components/form-field';
import { useOnlineSubmit } from '../../sessions/components/use-online-submit';
import { UsernameHint } from '../../sign-up/components/username-hint';

export interface ChangePasswordFormProps {
  email: string;
  policy: PasswordPolicy;
}

export function ChangePasswordForm({ email, policy }: ChangePasswordFormProps) {
  const fetcher = useFetcher<AccountFormAnswer>();
  const pending = fetcher.state !== 'idle';
  const answer = pending ? undefined : fetcher.data;
  const [form, fields] = useForm<ChangePasswordFields>({
    id: 'change-password',
    lastResult: answer?.result,
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<ChangePasswordFields, string[]>(formData, {
        resolve: (typed) => verdict(typed, changePasswordChecks(policy)),
      }),
  });

  const formProps = getFormProps(form);
  const { onSubmit, offline } = useOnlineSubmit(formProps.onSubmit);

  return (
    <fetcher.Form
      method="post"
      action="/api/account/password"
      {...formProps}
      onSubmit={onSubmit}
      className="space-y-5"
    >
      <FormError id={form.errorId}>{offline ?? form.errors}</FormError>
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
      <Button type="submit" pending={pending}>
        Change password
      </Button>
      {answer?.done !== undefined && <Notice>{answer.done}</Notice>}
    </fetcher.Form>
  );
}
