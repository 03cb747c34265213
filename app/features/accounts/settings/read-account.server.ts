import type { Session } from '~/http/session';

import { passwordPolicy } from '../passwords/password-settings.server';
import { viewSessions } from '../sessions/list-sessions.server';
import type { AccountView } from './account-view';
import { findTimeZones } from '../users/users.server';

/** What the settings show of the person's account. */
export async function readAccount(found: Session, now: Date): Promise<AccountView> {
  const { id, email, firstName, lastName } = found.user;
  const [timeZones, sessions] = await Promise.all([findTimeZones(id), viewSessions(found, now)]);
  return { email, firstName, lastName, policy: passwordPolicy(), timeZones, sessions };
}
