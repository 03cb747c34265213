import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';

import { normalizeEmail } from '../forms/account-fields';
import { appointAdmin, isUnproven } from '../users/user-data.server';

/** ADMIN_EMAIL as accounts keep addresses; null when the operator names none. */
export function adminEmail(): string | null {
  const { ADMIN_EMAIL } = env();
  return ADMIN_EMAIL === undefined ? null : normalizeEmail(ADMIN_EMAIL);
}

/** Whether the operator names this address (normalized). */
export function isAdminEmail(email: string): boolean {
  return email === adminEmail();
}

/** At a start: the setting may be newer than the verification. */
export async function appointAdminByEmail(): Promise<void> {
  const email = adminEmail();
  const userId = email === null ? undefined : await appointAdmin(email);
  if (userId !== undefined) log.info({ userId }, 'made an admin because of ADMIN_EMAIL');
  else if (email !== null && (await isUnproven(email))) {
    log.warn(
      'the account with ADMIN_EMAIL is no admin: its address was confirmed by a link alone, so someone else may have signed up with it; if it is yours, choose a new password by "Forgot your password?"',
    );
  }
}
