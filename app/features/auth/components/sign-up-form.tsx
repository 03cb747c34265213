import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { Field, FormError } from '~/ui/field';

import { EMAIL_MOST, NAME_MOST } from '../forms/account-fields';
import { verdict } from '../forms/form-checks';
import { describePolicy, type PasswordPolicy } from '../passwords/password-policy';
import type { SignUpPageAccess } from '../sign-up/sign-up-access';
import { signUpChecks, type SignUpFields } from '../sign-up/sign-up-checks';
import { fieldProps } from './form-field';
import { TimeZoneInput } from './time-zone-input';

export interface SignUpFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  access: SignUpPageAccess;
}

export function SignUpForm({ lastResult, policy, access }: SignUpFormProps) {
  const [form, fields] = useForm<SignUpFields>({
    id: 'sign-up',
    lastResult,
    defaultValue: { email: access.invitee ?? '' },
    defaultNoValidate: false,
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parse<SignUpFields, string[]>(formData, {
        resolve: (typed) => verdict(typed, signUpChecks(policy)),
      }),
  });
  const pending = useNavigation().formMethod === 'POST';
  const order = [fields.firstName, fields.lastName, fields.email, fields.password];
  const firstInvalid = order.find((field) => field.errors !== undefined)?.name;

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...fieldProps(fields.firstName)}
          key={fields.firstName.key}
          label="First name"
          autoComplete="given-name"
          maxLength={NAME_MOST}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to mend
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
        readOnly={access.invitee !== undefined}
        hint={access.emailHint}
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
        Sign up
      </Button>
    </Form>
  );
}
