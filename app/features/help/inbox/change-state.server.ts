import { recordAct } from '~/features/accounts/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { changeContactState } from '../contact/contact-data.server';
import { REFUSALS } from '../assistant/refusals.server';
import type { ContactState } from './inbox';

/** Who does something with a message. */
export interface InboxAdmin {
  id: string;
  address: string | undefined;
}

/** An audited change. @throws AppError not-found */
export async function changeState(
  admin: InboxAdmin,
  id: string | undefined,
  state: ContactState,
): Promise<void> {
  if (!isId(id)) throw new AppError('not-found', REFUSALS.messageGone);
  await transaction(async (tx) => {
    const changed = await changeContactState(tx, id, state);
    if (!changed) throw new AppError('not-found', REFUSALS.messageGone);
    if (changed.before === state) return;
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'change-message-state',
      targetId: changed.userId,
      before: { state: changed.before },
      after: { state, message: id },
    });
  });
}
