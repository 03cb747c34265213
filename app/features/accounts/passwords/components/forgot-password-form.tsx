import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';

import { MAX_EMAIL } from '../../forms/account-fields';
import {
  FORGOT_PASSWORD_CHECKS,
  verdict,
  type ForgotPasswordFields,
} from '../../forms/form-checks';
import { fieldProps } from '../../settings/components/form-field';

export function ForgotPasswordForm({ lastResult }: { lastResult: SubmissionResult | undefined }) {
  const [form, fields] = useForm<ForgotPasswordFields>({
    id: 'forgot-password',
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<ForgotPasswordFields, string[]>(formData, {
        resolve: (typed) => verdict(typed, FORGOT_PASSWORD_CHECKS),
      }),
  });
  const pending = useNavigation().formMethod === 'POST';

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
      <Button type="submit" className="w-full" pending={pending}>
        Send link
      </Button>
    </Form>
  );
}
