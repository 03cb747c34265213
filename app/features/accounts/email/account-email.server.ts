import { z } from 'zod';

import { deliver } from '~/features/email/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import { sql, type Sql } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { userScope } from '~/lib/scope';

import { issueCode, type NewCode } from './action-code-data.server';
import {
  changeEmailMail,
  emailChangedMail,
  passwordChangedEmail,
  resetEmail,
  verifyEmail,
} from './emails';
import { findContact } from '../users/user-data.server';
import {
  backupCodeUsedEmail,
  twoFactorDisabledEmail,
  twoFactorEnabledEmail,
  twoFactorResetEmail,
} from '../two-factor/emails';

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), userId: z.uuid().transform(userScope) }),
  /** Whether there is such an account is looked up by the job, not by the request. */
  z.object({ kind: z.literal('reset'), email: z.string() }),
  /** `email` is the new address. */
  z.object({
    kind: z.literal('change-email'),
    userId: z.uuid().transform(userScope),
    email: z.string(),
  }),
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

export type AccountEmail = z.output<typeof schema>;

/**
 * Sends an email about an account. A code in it is made when the email is sent, so that only its hash is ever kept; another
 * try makes another code. What no longer applies by then is not sent.
 */
export const accountEmailJob: QueuedJob<AccountEmail> = {
  name: 'account-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: send,
};

/** Has the email sent, once the transaction is committed if one is given. */
export function queueAccountEmail(message: AccountEmail, tx?: Sql): Promise<void> {
  return enqueue(accountEmailJob, message, tx);
}

async function send(message: AccountEmail): Promise<void> {
  switch (message.kind) {
    case 'verify': {
      const user = await findContact(sql, { userId: message.userId });
      if (!user || user.disabled || user.emailVerified) return;
      const href = await linkTo('/auth/verify', { ...user, purpose: 'verify_email' });
      return deliver(user.email, verifyEmail({ href }), { kind: 'sign-in' });
    }
    case 'reset': {
      const user = await findContact(sql, { email: message.email });
      if (!user || user.disabled) return;
      const href = await linkTo('/auth/reset-password', { ...user, purpose: 'reset_password' });
      return deliver(user.email, resetEmail({ href }), { kind: 'sign-in' });
    }
    case 'change-email': {
      const user = await findContact(sql, { userId: message.userId });
      if (!user || user.disabled || user.email === message.email) return;
      const { userId } = user;
      const { email } = message;
      const href = await linkTo('/auth/verify', { userId, email, purpose: 'change_email' });
      return deliver(email, changeEmailMail({ href, email }), { kind: 'sign-in' });
    }
    case 'password-changed':
      return deliver(message.email, passwordChangedEmail(), { kind: 'notice' });
    case 'two-factor-enabled':
      return deliver(message.email, twoFactorEnabledEmail(), { kind: 'notice' });
    case 'two-factor-disabled':
      return deliver(message.email, twoFactorDisabledEmail(), { kind: 'notice' });
    case 'two-factor-reset':
      return deliver(message.email, twoFactorResetEmail(), { kind: 'notice' });
    case 'backup-code-used':
      return deliver(message.email, backupCodeUsedEmail(message), { kind: 'notice' });
    case 'email-changed':
      return deliver(message.email, emailChangedMail(message), { kind: 'notice' });
  }
}

async function linkTo(path: string, { userId, purpose, email }: NewCode): Promise<string> {
  const code = await issueCode(sql, { userId, purpose, email });
  return `${appUrl()}${path}?code=${code}`;
}
