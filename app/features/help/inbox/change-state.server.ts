import { recordAct } from '~/features/accounts/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { changeContactState } from '../contact/contact-data.server';
import { REFUSALS } from '../assistant/refusals.server';
import { contactStateOf } from './inbox';

/** Who does something with a message. */
export interface InboxAdmin {
  id: string;
  address: string | undefined;
}

/** Takes `{ state }`; an audited change. @throws AppError not-found, invalid */
export async function changeState(
  admin: InboxAdmin,
  id: string | undefined,
  body: unknown,
): Promise<void> {
  const state = contactStateOf((body as { state?: unknown } | null)?.state);
  if (!state) throw new AppError('invalid', 'This request could not be understood.');
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
