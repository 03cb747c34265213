import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { useDraftFields } from '~/ui/forms/drafts';
import { Notice } from '~/ui/feedback/notice';

import { MAX_EMAIL } from '../../forms/account-fields';
import { AccountFormError } from '../../forms/components/account-form-error';
import { changeEmailChecks, type ChangeEmailFields } from '../../forms/form-checks';
import { useAccountForm } from '../../forms/use-account-form';
import { fieldProps } from '../../forms/use-checked-form';

const KEPT = ['email'];

export interface ChangeEmailFormProps {
  email: string;
  /** The page's own path, to return to after the password was confirmed. */
  path: string;
}

export function ChangeEmailForm({ email, path }: ChangeEmailFormProps) {
  const { Form, formProps, fields, isReady, pending, errorId, errors, done, needsConfirmation } =
    useAccountForm<ChangeEmailFields>('change-email', changeEmailChecks(email));
  const element = useRef<HTMLFormElement>(null);
  const forget = useDraftFields(element, 'change-email', KEPT);
  useEffect(() => {
    if (done !== undefined) forget();
  }, [done, forget]);

  return (
    <Form
      method="post"
      action="/api/account/email"
      {...formProps}
      ref={element}
      className="space-y-5"
    >
      <AccountFormError
        id={errorId}
        errors={errors}
        needsConfirmation={needsConfirmation}
        path={path}
      />
      <p className="text-muted text-pretty">
        Your email is <strong className="font-medium break-words text-text">{email}</strong>. It
        stays the same until you confirm the new one.
      </p>
      <Field
        {...fieldProps(fields.email)}
        key={fields.email.key}
        label="New email"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
      />
      <Button type="submit" variant="secondary" disabled={!isReady} pending={pending}>
        Change email
      </Button>
      {done !== undefined && <Notice>{done}</Notice>}
    </Form>
  );
}
