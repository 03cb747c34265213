import { limit, limitAddress } from '~/http/rate-limit.server';

import { requireAdmission } from './admit.server';
import type { Client } from '../sessions/client';
import { createAccount } from './create-account.server';
import { startSession } from '../sessions/start-session.server';

export interface SignUp {
  /** All of them checked by signUpSchema. */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  timeZone: string | null;
}

/**
 * A new account with its trial, signed in; `invitation` is the code of the link that the person came by.
 * @throws AppError conflict (e-mail in use), forbidden (SIGNUP), too-many-requests, unavailable
 */
export async function signUp(
  fields: SignUp,
  client: Client,
  invitation: string | null = null,
): Promise<{ userId: string; setCookies: string[] }> {
  await limitAddress('sign-up-address', client.address);
  await limit('sign-up-account', fields.email);
  // Looked at first, so that nobody's password is hashed in vain.
  await requireAdmission(fields.email, invitation);
  const { userId, passwordHash } = await createAccount({
    ...fields,
    admission: { invitation },
    verificationMail: true,
  });
  return { userId, ...(await startSession({ userId, passwordHash }, client)) };
}
