import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/field';

import { useCheckedForm } from '../../forms/use-checked-form';
import type { PasswordPolicy } from '../../passwords/password-policy';
import { signUpChecks, type SignUpFields, type SignUpPageAccess } from '../sign-up';
import { NewAccountFields } from './new-account-fields';

export interface SignUpFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  access: SignUpPageAccess;
}

export function SignUpForm({ lastResult, policy, access }: SignUpFormProps) {
  const [form, fields] = useCheckedForm<SignUpFields>('sign-up', lastResult, signUpChecks(policy), {
    defaultValue: { email: access.invitee ?? '' },
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
