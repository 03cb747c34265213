import type { ReactNode } from 'react';

import { FormError } from '~/ui/feedback/notice';

import { ConfirmLink } from './form-parts';

interface AccountFormErrorProps {
  id: string;
  errors: ReactNode;
  /** The form can be sent again after a recent login. */
  needsConfirmation: boolean;
  /** The page's own path, to return to then. */
  path: string;
}

/** What is wrong with a form of the account's settings as a whole, and the way to confirm who one is if that is missing. */
export function AccountFormError({ id, errors, needsConfirmation, path }: AccountFormErrorProps) {
  if (!needsConfirmation) return <FormError id={id}>{errors}</FormError>;
  return (
    <FormError id={id}>
      {errors} <ConfirmLink path={path} />
    </FormError>
  );
}
