import { allUserData } from '~/engine/user-data/index.server';
import { limit, limitAddress } from '~/http/rate-limit.server';
import { prismaTransaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import { userScope, type UserScope } from '~/lib/scope';

import { queueAccountEmail } from '../emails/send-account-email.server';
import { insertIdentity, type NewIdentity } from '../identities/identity-data.server';
import { hashPassword, noPassword } from '../passwords/passwords.server';
import type { Client } from '../sessions/session';
import { startSession } from '../sessions/session-actions.server';
import { PROVIDER_TEXTS } from '../texts';
import { adminEmail } from '../users/user-actions.server';
import { insertUser, isEmailTaken } from '../users/user-data.server';
import { redeemInvitation, requireAdmission } from './admit.server';

export interface SignUp {
  /** All fields are checked by signUpChecks. */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  timeZone: string | null;
}

/**
 * Creates an account and signs the person in; `invitation` is the code in the link that they followed.
 * @throws AppError conflict (email address in use), forbidden (SIGNUP), too-many-requests, unavailable
 */
export async function signUp(
  fields: SignUp,
  client: Client,
  invitation: string | null = null,
): Promise<{ userId: UserScope; setCookies: string[] }> {
  await limitAddress('sign-up-address', client.address);
  await limit('sign-up-account', fields.email);
  // Checked first, so that no password is hashed in vain.
  await requireAdmission(fields.email, invitation);
  const { userId, passwordHash } = await createAccount({
    ...fields,
    admission: { invitation },
    verificationEmail: true,
  });
  return { userId, ...(await startSession({ userId, passwordHash }, client, 'sign-up')) };
}

interface NewAccount {
  /** These are normalized and checked (account-fields.ts, password-policy.ts). */
  email: string;
  /** Null: they sign in with `identity`. */
  password: string | null;
  firstName: string;
  lastName: string;
  timeZone?: string | null;
  isAdmin?: boolean;
  emailVerified?: boolean;
  /** Sends a link to verify the email address, unless it is verified already. */
  verificationEmail?: boolean;
  /** For people who sign up themselves: SIGNUP may require an invitation, which is used up. The operator needs none. */
  admission?: { invitation: string | null };
  /** The account at an issuer that it's linked to. */
  identity?: NewIdentity;
  /** Runs first in the transaction that creates the account; nothing is created if it throws. */
  before?: (sql: Sql) => Promise<void>;
}

interface CreatedAccount {
  userId: UserScope;
  passwordHash: string;
}

/**
 * Creates the user with everything that an account starts with (billing opens its trial), or nothing.
 * @throws AppError conflict (email address in use), forbidden (the invitation is no longer valid)
 */
export async function createAccount(account: NewAccount): Promise<CreatedAccount> {
  const { password } = account;
  const passwordHash = password === null ? noPassword() : await hashPassword(password);
  const userId = userScope(newId());
  const now = new Date();
  const emailVerified = account.emailVerified ?? false;
  try {
    await prismaTransaction(async (tx, sql) => {
      await account.before?.(sql);
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
        createdAt: now,
      });
      if (account.identity) await insertIdentity(tx, userId, account.identity);
      for (const { created } of allUserData()) await created?.(sql, { userId, now });
      if (account.verificationEmail && !emailVerified) {
        await queueAccountEmail({ kind: 'verify', userId }, sql);
      }
    });
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use'], { cause: error });
  }
  return { userId, passwordHash };
}
