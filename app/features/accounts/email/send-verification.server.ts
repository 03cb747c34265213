import { queueAccountMail } from './account-mail.server';

/** Has another link to verify their e-mail sent to somebody, by an admin. */
export function sendVerification(userId: string): Promise<void> {
  return queueAccountMail({ kind: 'verify', userId });
}
