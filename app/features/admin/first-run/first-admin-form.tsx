import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import {
  fieldProps,
  NewAccountFields,
  signUpChecks,
  verdict,
  type PasswordPolicy,
  type SignUpFields,
} from '~/features/accounts';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';

import { SETUP_TEXTS } from '../texts';

export interface FirstAdminFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  /** From the link that the server printed. */
  code: string;
}

type Fields = SignUpFields & { code: string };

export function FirstAdminForm({ lastResult, policy, code }: FirstAdminFormProps) {
  const [form, fields] = useForm<Fields>({
    id: 'first-admin',
    lastResult,
    defaultValue: { code },
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<Fields, string[]>(formData, {
        resolve: (typed) =>
          verdict<Fields>(typed, {
            ...signUpChecks(policy),
            code: (text) => (text.trim() === '' ? [SETUP_TEXTS.codeMissing] : []),
          }),
      }),
  });
  const pending = useNavigation().formMethod === 'POST';
  const order = [fields.code, fields.firstName, fields.lastName, fields.email, fields.password];
  const firstInvalid = order.find((field) => field.errors !== undefined)?.name;

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <Field
        {...fieldProps(fields.code)}
        key={fields.code.key}
        label="Setup code"
        hint="The server prints it at its start."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the invalid field
        autoFocus={firstInvalid === fields.code.name}
      />
      <NewAccountFields fields={fields} policy={policy} firstInvalid={firstInvalid} />
      <Button type="submit" className="w-full" pending={pending}>
        Create admin account
      </Button>
    </Form>
  );
}
