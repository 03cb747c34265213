import { getFormProps, parse, useForm } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';
import { useKeptFields } from '~/ui/forms/drafts';

import { MAX_EMAIL } from '../../forms/account-fields';
import type { AccountFormAnswer } from '../../forms/account-form-answer';
import { changeEmailChecks, type ChangeEmailFields } from '../change-email-checks';
import { verdict } from '../../forms/form-checks';
import { ConfirmLink } from './confirm-link';
import { fieldProps } from '../../settings/components/form-field';
import { useOnlineSubmit } from '../../sessions/components/use-online-submit';

const KEPT = ['email'];

export interface ChangeEmailFormProps {
  email: string;
  /** The page's own path: where confirming one's password comes back to. */
  path: string;
}

export function ChangeEmailForm({ email, path }: ChangeEmailFormProps) {
  const fetcher = useFetcher<AccountFormAnswer>();
  const pending = fetcher.state !== 'idle';
  const answer = pending ? undefined : fetcher.data;
  const [form, fields] = useForm<ChangeEmailFields>({
    id: 'change-email',
    lastResult: answer?.result,
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<ChangeEmailFields, string[]>(formData, {
        resolve: (typed) => verdict(typed, changeEmailChecks(email)),
      }),
  });
  const element = useRef<HTMLFormElement>(null);
  const forget = useKeptFields(element, 'change-email', KEPT);
  useEffect(() => {
    if (answer?.done !== undefined) forget();
  }, [answer, forget]);

  const formProps = getFormProps(form);
  const { onSubmit, offline } = useOnlineSubmit(formProps.onSubmit);

  return (
    <fetcher.Form
      method="post"
      action="/api/account/email"
      {...formProps}
      onSubmit={onSubmit}
      ref={element}
      className="space-y-5"
    >
      <FormError id={form.errorId}>
        {offline === undefined && form.errors && answer?.confirm ? (
          <>
            {form.errors} <ConfirmLink path={path} />
          </>
        ) : (
          (offline ?? form.errors)
        )}
      </FormError>
      <p className="text-muted text-pretty">
        Your email is <strong className="font-medium break-words text-text">{email}</strong>. It
        stays until you open the link that we send to the new one.
      </p>
      <Field
        {...fieldProps(fields.email)}
        key={fields.email.key}
        label="New email"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
      />
      <Button type="submit" pending={pending}>
        Change email
      </Button>
      {answer?.done !== undefined && <Notice>{answer.done}</Notice>}
    </fetcher.Form>
  );
}
