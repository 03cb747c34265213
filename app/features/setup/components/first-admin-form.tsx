import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import {
  describePolicy,
  EMAIL_MOST,
  fieldProps,
  NAME_MOST,
  signUpChecks,
  TimeZoneInput,
  verdict,
  type PasswordPolicy,
  type SignUpFields,
} from '~/features/auth/index';
import { Button } from '~/ui/button';
import { Field, FormError } from '~/ui/field';

import { SETUP_TEXTS } from '../messages';

export interface FirstAdminFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  /** Of the link that the server printed. */
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
        hint="The server prints it when it starts."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to mend
        autoFocus={firstInvalid === fields.code.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...fieldProps(fields.firstName)}
          key={fields.firstName.key}
          label="First name"
          autoComplete="given-name"
          maxLength={NAME_MOST}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={firstInvalid === fields.firstName.name}
        />
        <Field
          {...fieldProps(fields.lastName)}
          key={fields.lastName.key}
          label="Last name"
          autoComplete="family-name"
          maxLength={NAME_MOST}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={firstInvalid === fields.lastName.name}
        />
      </div>
      <Field
        {...fieldProps(fields.email)}
        key={fields.email.key}
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={EMAIL_MOST}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus={firstInvalid === fields.email.name}
      />
      <Field
        {...fieldProps(fields.password)}
        key={fields.password.key}
        label="Password"
        type="password"
        autoComplete="new-password"
        minLength={policy.min}
        hint={describePolicy(policy)}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus={firstInvalid === fields.password.name}
      />
      <TimeZoneInput />
      <Button type="submit" className="w-full" pending={pending}>
        Create the admin
      </Button>
    </Form>
  );
}
