import { publish } from '~/engine/events/index.server';
import type { Session } from '~/http/session';
import { transaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { passwordPolicy } from '../passwords/password-settings.server';
import { viewSessions } from '../sessions/session-actions.server';
import {
  findTimeZones,
  type Names,
  updateChosenTimeZone,
  updateNames,
} from '../users/user-data.server';
import type { AccountView } from './account-view';

/** What the settings show of the person's account. */
export async function readAccount(found: Session, now: Date): Promise<AccountView> {
  const { id, email, firstName, lastName } = found.user;
  const [timeZones, sessions] = await Promise.all([findTimeZones(id), viewSessions(found, now)]);
  return { email, firstName, lastName, policy: passwordPolicy(), timeZones, sessions };
}

/** Everywhere at once: also where the person is shown in another tab. */
export async function changeNames(userId: UserScope, names: Names): Promise<void> {
  await transaction(async (tx) => {
    await updateNames(tx, userId, names);
    await publish(tx, userId, { topic: 'account', data: null });
  });
}

/** The zone in which moments are told to the person; null: their browser's. */
export async function chooseTimeZone(userId: UserScope, timeZone: string | null): Promise<void> {
  await transaction(async (tx) => {
    await updateChosenTimeZone(tx, userId, timeZone);
    await publish(tx, userId, { topic: 'account', data: null });
  });
}
