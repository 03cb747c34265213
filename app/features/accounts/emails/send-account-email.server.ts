import { z } from 'zod';

import { deliver, isOutboxUsed } from '~/features/email/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { Sql } from '~/lib/db/index.server';
import { withFormatsOf } from '~/lib/format/context.server';
import { appUrl } from '~/settings/env.server';
import { userScope } from '~/lib/scope';

import { confirmNewEmail, emailChangedEmail, verifyEmail } from '../email-address/emails';
import { identityLinkedEmail, identityUnlinkedEmail } from '../identities/emails';
import { passkeyAddedEmail, passkeyRemovedEmail } from '../passkeys/emails';
import { passwordChangedEmail, resetEmail } from '../passwords/emails';
import { newDeviceEmail } from '../sessions/emails';
import {
  backupCodeUsedEmail,
  twoFactorDisabledEmail,
  twoFactorEnabledEmail,
  twoFactorResetEmail,
} from '../two-factor/emails';
import { LINK_TEXTS, UNSENT_LINK_TEXTS } from '../texts';
import { findContact } from '../users/user-data.server';
import { issueCode, type NewCode } from '../email-address/action-code-data.server';

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), userId: z.uuid().transform(userScope) }),
  /** The job, not the request, looks up whether there is such an account. */
  z.object({ kind: z.literal('reset'), email: z.string() }),
  /** `email` is the new address. */
  z.object({
    kind: z.literal('change-email'),
    userId: z.uuid().transform(userScope),
    email: z.string(),
  }),
  /** `email` is the account's address at that time; for `email-changed`, the old one. */
  z.object({ kind: z.literal('password-changed'), email: z.string() }),
  z.object({ kind: z.literal('two-factor-enabled'), email: z.string() }),
  z.object({ kind: z.literal('two-factor-disabled'), email: z.string() }),
  /** By an admin. */
  z.object({ kind: z.literal('two-factor-reset'), email: z.string() }),
  /** `left` is the number of unused codes. */
  z.object({ kind: z.literal('backup-code-used'), email: z.string(), left: z.int() }),
  /** `name` is the passkey's. */
  z.object({ kind: z.literal('passkey-added'), email: z.string(), name: z.string() }),
  z.object({ kind: z.literal('passkey-removed'), email: z.string(), name: z.string() }),
  /** `name` is the issuer's. */
  z.object({ kind: z.literal('identity-linked'), email: z.string(), name: z.string() }),
  z.object({ kind: z.literal('identity-unlinked'), email: z.string(), name: z.string() }),
  /** `at` is in ISO 8601. */
  z.object({
    kind: z.literal('new-device'),
    email: z.string(),
    device: z.string(),
    at: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('email-changed'), email: z.string(), newEmail: z.string() }),
]);

export type AccountEmail = z.output<typeof schema>;

/**
 * Sends an email about an account. Its code is generated when the email is sent, so that only the code's hash is ever
 * stored; another attempt generates another code. An email that no longer applies by then isn't sent.
 */
export const accountEmailJob: QueuedJob<AccountEmail> = {
  name: 'account-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: send,
};

/** The email is sent soon; with the `sql` of a transaction, after its commit. */
export function queueAccountEmail(message: AccountEmail, sql?: Sql): Promise<void> {
  return enqueue(accountEmailJob, message, sql);
}

/** What people read who asked for a link: without an email service, none was sent. */
export function linkTexts(): typeof LINK_TEXTS {
  return isOutboxUsed() ? UNSENT_LINK_TEXTS : LINK_TEXTS;
}

async function send(message: AccountEmail): Promise<void> {
  switch (message.kind) {
    case 'verify': {
      const user = await findContact({ userId: message.userId });
      if (!user || user.disabled || user.emailVerified) return;
      const href = await linkTo('/auth/verify', { ...user, purpose: 'verify_email' });
      return deliver(user.email, verifyEmail({ href }), { kind: 'sign-in' });
    }
    case 'reset': {
      const user = await findContact({ email: message.email });
      if (!user || user.disabled) return;
      const href = await linkTo('/auth/reset-password', { ...user, purpose: 'reset_password' });
      return deliver(user.email, resetEmail({ href }), { kind: 'sign-in' });
    }
    case 'change-email': {
      const user = await findContact({ userId: message.userId });
      if (!user || user.disabled || user.email === message.email) return;
      const { userId } = user;
      const { email } = message;
      const href = await linkTo('/auth/verify', { userId, email, purpose: 'change_email' });
      return deliver(email, confirmNewEmail({ href, email }), { kind: 'sign-in' });
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
    case 'passkey-added':
      return deliver(message.email, passkeyAddedEmail(message), { kind: 'notice' });
    case 'passkey-removed':
      return deliver(message.email, passkeyRemovedEmail(message), { kind: 'notice' });
    case 'identity-linked':
      return deliver(message.email, identityLinkedEmail(message), { kind: 'notice' });
    case 'identity-unlinked':
      return deliver(message.email, identityUnlinkedEmail(message), { kind: 'notice' });
    case 'new-device': {
      const { email, device, at } = message;
      const user = await findContact({ email });
      if (!user || user.disabled) return;
      const content = withFormatsOf(user.reader, () => newDeviceEmail({ device, at }));
      return deliver(email, content, { kind: 'notice' });
    }
    case 'email-changed':
      return deliver(message.email, emailChangedEmail(message), { kind: 'notice' });
  }
}

async function linkTo(path: string, { userId, purpose, email }: NewCode): Promise<string> {
  const code = await issueCode({ userId, purpose, email });
  return `${appUrl()}${path}?code=${code}`;
}
