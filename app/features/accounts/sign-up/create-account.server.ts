import { allUserData } from '~/engine/user-data/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import { queueAccountMail } from '../email/account-mail.server';
import { adminEmail } from '../email/admin-email.server';
import { redeemInvitation } from './admit.server';
import { PROVIDER_TEXTS } from '../texts';
import { hashPassword } from '../passwords/passwords.server';
import { insertUser, isEmailTaken } from '../users/users.server';

export interface NewAccount {
  /** These come normalized and checked, see account-fields.ts and password-policy.ts. */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  timeZone?: string | null;
  isAdmin?: boolean;
  emailVerified?: boolean;
  /** Have a link to verify the e-mail sent, unless that is verified already. */
  verificationMail?: boolean;
  /** For who signs up by themselves: SIGNUP may ask for an invitation, which is used up. The operator needs none. */
  admission?: { invitation: string | null };
  /** Runs first in the transaction that makes it; what it throws makes none. */
  before?: (tx: Sql) => Promise<void>;
}

export interface CreatedAccount {
  userId: string;
  passwordHash: string;
}

/**
 * Creates the user with all that an account starts with (billing opens its trial), or nothing.
 * @throws AppError conflict when the e-mail is in use, forbidden when the invitation is not valid any more
 */
export async function createAccount(account: NewAccount): Promise<CreatedAccount> {
  const passwordHash = await hashPassword(account.password);
  const userId = newId();
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
      if (account.verificationMail && !emailVerified) {
        await queueAccountMail({ kind: 'verify', userId }, tx);
      }
    });
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use'], { cause: error });
  }
  return { userId, passwordHash };
}
