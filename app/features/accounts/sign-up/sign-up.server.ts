import { allUserData } from '~/engine/user-data/index.server';
import { limit, limitAddress } from '~/http/rate-limit.server';
import { type Sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

import { queueAccountEmail } from '../email/account-email.server';
import { adminEmail } from '../email/admin-email.server';
import { hashPassword } from '../passwords/passwords.server';
import type { Client } from '../sessions/client';
import { startSession } from '../sessions/session-actions.server';
import { PROVIDER_TEXTS } from '../texts';
import { insertUser, isEmailTaken } from '../users/user-data.server';
import { redeemInvitation, requireAdmission } from './admit.server';

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
 * @throws AppError conflict (email address in use), forbidden (SIGNUP), too-many-requests, unavailable
 */
export async function signUp(
  fields: SignUp,
  client: Client,
  invitation: string | null = null,
): Promise<{ userId: UserScope; setCookies: string[] }> {
  await limitAddress('sign-up-address', client.address);
  await limit('sign-up-account', fields.email);
  // Looked at first, so that no one's password is hashed in vain.
  await requireAdmission(fields.email, invitation);
  const { userId, passwordHash } = await createAccount({
    ...fields,
    admission: { invitation },
    verificationEmail: true,
  });
  return { userId, ...(await startSession({ userId, passwordHash }, client)) };
}

interface NewAccount {
  /** These come normalized and checked, see account-fields.ts and password-policy.ts. */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  timeZone?: string | null;
  isAdmin?: boolean;
  emailVerified?: boolean;
  /** Have a link to verify the email address sent, unless that is verified already. */
  verificationEmail?: boolean;
  /** For who signs up by themselves: SIGNUP may ask for an invitation, which is used up. The operator needs none. */
  admission?: { invitation: string | null };
  /** Runs first in the transaction that makes it; what it throws makes none. */
  before?: (tx: Sql) => Promise<void>;
}

interface CreatedAccount {
  userId: UserScope;
  passwordHash: string;
}

/**
 * Creates the user with all that an account starts with (billing opens its trial), or nothing.
 * @throws AppError conflict when the email address is in use, forbidden when the invitation is not valid any more
 */
export async function createAccount(account: NewAccount): Promise<CreatedAccount> {
  const passwordHash = await hashPassword(account.password);
  const userId = userScope(newId());
  const now = new Date();
  const emailVerified = account.emailVerified ?? false;
  try {
    await transaction(async (tx) => {
      await account.before?.(tx);
      if (account.admission) {
        await redeemInvitation(tx, account.admission.invitation, account.email, now);
      }
      await insertUser(tx, {
        id: userId,
        email: account.email,
        passwordHash,
        firstName: account.firstName,
        lastName: account.lastName,
        isAdmin: account.isAdmin === true || (emailVerified && account.email === adminEmail()),
        emailVerified,
        timeZone: account.timeZone ?? null,
        now,
      });
      for (const { created } of allUserData()) await created?.(tx, { userId, now });
      if (account.verificationEmail && !emailVerified) {
        await queueAccountEmail({ kind: 'verify', userId }, tx);
      }
    });
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use'], { cause: error });
  }
  return { userId, passwordHash };
}
