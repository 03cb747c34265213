import { addressKey } from '~/lib/network-address.server';
import { limit } from '~/lib/rate-limit.server';

import type { Client } from './client';
import { createAccount } from './create-account.server';
import { openSession } from './sessions.server';

export interface SignUp {
  /** All of them checked by signUpSchema. */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  timeZone: string | null;
}

/**
 * A new account with its trial, signed in.
 * @throws AppError conflict (e-mail in use), too-many-requests, unavailable
 */
export async function signUp(
  fields: SignUp,
  client: Client,
): Promise<{ userId: string; setCookie: string }> {
  await limit('sign-up-address', addressKey(client.address));
  await limit('sign-up-account', fields.email);
  const { userId } = await createAccount(fields);
  const { setCookie } = await openSession({
    userId,
    userAgent: client.userAgent,
    secure: client.secure,
  });
  return { userId, setCookie };
}
