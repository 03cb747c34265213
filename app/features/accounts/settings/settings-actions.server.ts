import { publish } from '~/engine/events/index.server';
import type { Session } from '~/http/session';
import { prismaTransaction } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { photoUrl } from '../photo/photo-objects.server';
import { viewPasskeys } from '../passkeys/passkey-actions.server';
import { listIssuers } from '../identities/configured-issuers.server';
import { countIdentities } from '../identities/identity-data.server';
import { ownsPassword } from '../passwords/change-password.server';
import { passwordPolicy } from '../passwords/passwords.server';
import { listSecurityEvents } from '../security-events/security-event-data.server';
import { viewSessions } from '../sessions/session-actions.server';
import { twoFactorState } from '../two-factor/two-factor-data.server';
import {
  findTimeZones,
  type Names,
  updateChosenTimeZone,
  updateNames,
} from '../users/user-data.server';
import type { AccountView } from './account-view';

/** The data of the Account tab. */
export async function openAccountTab(found: Session, now: Date): Promise<AccountView> {
  const { id, email, firstName, lastName, pictureId } = found.user;
  const [timeZones, sessions, twoFactor, passkeys, events, hasPassword, linked] = await Promise.all(
    [
      findTimeZones(id),
      viewSessions(found, now),
      twoFactorState(id),
      viewPasskeys(found.user),
      listSecurityEvents(found.user, null),
      ownsPassword(id),
      countIdentities(id),
    ],
  );
  return {
    ...{ email, firstName, lastName, timeZones, sessions, twoFactor, passkeys, events },
    policy: passwordPolicy(),
    hasPassword,
    linkedAccounts: linked > 0 || listIssuers().length > 0 ? linked : null,
    photoUrl: photoUrl(pictureId),
  };
}

export async function changeNames(userId: UserScope, names: Names): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await updateNames(tx, userId, names);
    await publish(sql, userId, { topic: 'account', data: null });
  });
}

/** Sets the zone in which the person sees dates and times; null for their browser's. */
export async function chooseTimeZone(userId: UserScope, timeZone: string | null): Promise<void> {
  await prismaTransaction(async (tx, sql) => {
    await updateChosenTimeZone(tx, userId, timeZone);
    await publish(sql, userId, { topic: 'account', data: null });
  });
}
