import { getFormProps, parse, useForm, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';

import { verdict } from '../../forms/form-checks';
import type { PasswordPolicy } from '../../passwords/password-policy';
import type { SignUpPageAccess } from '../sign-up-access';
import { signUpChecks, type SignUpFields } from '../sign-up-checks';
import { NewAccountFields } from './new-account-fields';

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
      <NewAccountFields
        fields={fields}
        policy={policy}
        firstInvalid={firstInvalid}
        emailHint={access.emailHint}
        emailFixed={access.invitee !== undefined}
      />
      <Button type="submit" className="w-full" pending={pending}>
        Sign up
      </Button>
    </Form>
  );
}
