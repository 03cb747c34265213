import { emailProblem, normalizeEmail } from '../forms/account-fields';
import { listed, type Checks } from '../forms/form-checks';
import { ACCOUNT_TEXTS } from '../texts';

export interface ChangeEmailFields {
  email: string;
}

/** `refusal` is what else the server has against an address. */
export function changeEmailChecks(
  current: string,
  refusal: (address: string) => string | undefined = () => undefined,
): Checks<ChangeEmailFields> {
  return {
    email: (typed) => {
      const address = normalizeEmail(typed);
      if (address === '') return [ACCOUNT_TEXTS.newEmailMissing];
      if (address === current) return [ACCOUNT_TEXTS.sameEmail];
      return listed(emailProblem(address) ?? refusal(address));
    },
  };
}
