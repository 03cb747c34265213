import { openBillingAccount } from '~/features/billing/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';

import { PROVIDER_TEXTS } from './messages';
import { hashPassword } from './passwords.server';
import { insertUser, isEmailTaken } from './users.server';

export interface NewAccount {
  /** These come normalised and checked, see account-fields.ts and password-policy.ts. */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  timeZone?: string | null;
  isAdmin?: boolean;
  emailVerified?: boolean;
}

export interface CreatedAccount {
  userId: string;
  passwordHash: string;
}

/**
 * Makes the user and the billing account with its trial, both or neither.
 * @throws AppError conflict when the e-mail is in use
 */
export async function createAccount(account: NewAccount): Promise<CreatedAccount> {
  const passwordHash = await hashPassword(account.password);
  const userId = newId();
  const now = new Date();
  try {
    await transaction(async (tx) => {
      await insertUser(tx, {
        id: userId,
        email: account.email,
        passwordHash,
        firstName: account.firstName,
        lastName: account.lastName,
        isAdmin: account.isAdmin ?? false,
        emailVerified: account.emailVerified ?? false,
        timeZone: account.timeZone ?? null,
        now,
      });
      await openBillingAccount(tx, { userId, now });
    });
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    throw new AppError('conflict', PROVIDER_TEXTS['email-already-in-use'], { cause: error });
  }
  return { userId, passwordHash };
}
