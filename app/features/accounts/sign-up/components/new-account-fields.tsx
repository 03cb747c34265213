import type { FieldMetadata } from '@conform-to/react';

import { Field } from '~/ui/forms/field';

import { MAX_EMAIL, MAX_NAME } from '../../forms/account-fields';
import { TimeZoneInput } from '../../forms/components/form-parts';
import { fieldProps } from '../../forms/use-checked-form';
import { describePolicy, type PasswordPolicy } from '../../passwords/password-policy';
import type { NameFields as Names, SignUpFields } from '../sign-up';

interface NewAccountFieldsProps {
  fields: Record<keyof SignUpFields, FieldMetadata<string>>;
  policy: PasswordPolicy;
  /** The name of the form's first field that has to be fixed. */
  firstInvalid: string | undefined;
  emailHint?: string | undefined;
  /** The address can't be changed. */
  emailFixed?: boolean;
}

/** The fields that every form for a new account has: the person's name, and how they will sign in. */
export function NewAccountFields({
  fields: { firstName, lastName, email, password },
  policy,
  firstInvalid,
  emailHint,
  emailFixed = false,
}: NewAccountFieldsProps) {
  return (
    <>
      <NameFields fields={{ firstName, lastName }} firstInvalid={firstInvalid} />
      <Field
        {...fieldProps(email)}
        key={email.key}
        label="Email"
        type="email"
        autoComplete="username"
        maxLength={MAX_EMAIL}
        readOnly={emailFixed}
        hint={emailHint}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus={firstInvalid === email.name}
      />
      <Field
        {...fieldProps(password)}
        key={password.key}
        label="Password"
        type="password"
        autoComplete="new-password"
        minLength={policy.min}
        hint={describePolicy(policy)}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
        autoFocus={firstInvalid === password.name}
      />
    </>
  );
}

interface NameFieldsProps {
  fields: Record<keyof Names, FieldMetadata<string>>;
  firstInvalid: string | undefined;
}

/** The person's name, and the time zone of their browser. */
export function NameFields({ fields: { firstName, lastName }, firstInvalid }: NameFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...fieldProps(firstName)}
          key={firstName.key}
          label="First name"
          autoComplete="given-name"
          maxLength={MAX_NAME}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- without JavaScript nothing else leads to the field to fix
          autoFocus={firstInvalid === firstName.name}
        />
        <Field
          {...fieldProps(lastName)}
          key={lastName.key}
          label="Last name"
          autoComplete="family-name"
          maxLength={MAX_NAME}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={firstInvalid === lastName.name}
        />
      </div>
      <TimeZoneInput />
    </>
  );
}
