import { z } from 'zod';

import { deliver } from '~/features/email/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql, type Sql } from '~/lib/db/index.server';
import { appUrl } from '~/lib/env.server';

import { issueCode, type NewCode } from './action-code-data.server';
import {
  changeEmailMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  verifyMail,
} from './mails';
import { findContact } from '../users/user-data.server';
import {
  backupCodeUsedMail,
  twoFactorDisabledMail,
  twoFactorEnabledMail,
  twoFactorResetMail,
} from '../two-factor/mails';

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), userId: z.uuid() }),
  /** Whether there is such an account is looked up by the job, not by whoever is asked for the mail. */
  z.object({ kind: z.literal('reset'), email: z.string() }),
  /** `email` is the new address. */
  z.object({ kind: z.literal('change-email'), userId: z.uuid(), email: z.string() }),
  /** `email` is the account's address when that happened; of a change of it, the old one. */
  z.object({ kind: z.literal('password-changed'), email: z.string() }),
  z.object({ kind: z.literal('two-factor-enabled'), email: z.string() }),
  z.object({ kind: z.literal('two-factor-disabled'), email: z.string() }),
  /** By an admin. */
  z.object({ kind: z.literal('two-factor-reset'), email: z.string() }),
  /** `left` are those that were not used. */
  z.object({ kind: z.literal('backup-code-used'), email: z.string(), left: z.int() }),
  z.object({ kind: z.literal('email-changed'), email: z.string(), newEmail: z.string() }),
]);

export type AccountMail = z.output<typeof schema>;

/**
 * Sends a mail about an account. A code in it is made when the mail is sent, so that only its hash is ever kept; another
 * try makes another code. What no longer applies by then is not sent.
 */
export const accountMail: QueuedJob<AccountMail> = {
  name: 'account-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: send,
};

/** Has the mail sent, once the transaction is committed if one is given. */
export function queueAccountMail(mail: AccountMail, tx?: Sql): Promise<void> {
  return enqueue(accountMail, mail, tx);
}

async function send(mail: AccountMail): Promise<void> {
  switch (mail.kind) {
    case 'verify': {
      const user = await findContact(sql, { userId: mail.userId });
      if (!user || user.disabled || user.emailVerified) return;
      const href = await linkTo('/auth/verify', { ...user, purpose: 'verify_email' });
      return deliver(user.email, verifyMail({ href }), { kind: 'sign-in' });
    }
    case 'reset': {
      const user = await findContact(sql, { email: mail.email });
      if (!user || user.disabled) return;
      const href = await linkTo('/auth/reset-password', { ...user, purpose: 'reset_password' });
      return deliver(user.email, resetMail({ href }), { kind: 'sign-in' });
    }
    case 'change-email': {
      const user = await findContact(sql, { userId: mail.userId });
      if (!user || user.disabled || user.email === mail.email) return;
      const { userId } = user;
      const { email } = mail;
      const href = await linkTo('/auth/verify', { userId, email, purpose: 'change_email' });
      return deliver(email, changeEmailMail({ href, email }), { kind: 'sign-in' });
    }
    case 'password-changed':
      return deliver(mail.email, passwordChangedMail(), { kind: 'notice' });
    case 'two-factor-enabled':
      return deliver(mail.email, twoFactorEnabledMail(), { kind: 'notice' });
    case 'two-factor-disabled':
      return deliver(mail.email, twoFactorDisabledMail(), { kind: 'notice' });
    case 'two-factor-reset':
      return deliver(mail.email, twoFactorResetMail(), { kind: 'notice' });
    case 'backup-code-used':
      return deliver(mail.email, backupCodeUsedMail(mail), { kind: 'notice' });
    case 'email-changed':
      return deliver(mail.email, emailChangedMail(mail), { kind: 'notice' });
  }
}

async function linkTo(path: string, { userId, purpose, email }: NewCode): Promise<string> {
  const code = await issueCode(sql, { userId, purpose, email });
  return `${appUrl()}${path}?code=${code}`;
}
