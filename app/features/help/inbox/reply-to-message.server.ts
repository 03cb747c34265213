import { recordAct } from '~/features/accounts/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { changeContactState } from '../contact/contact-data.server';
import { REFUSALS } from '../assistant/refusals.server';
import type { InboxAdmin } from './change-state.server';
import { queueReplyMail } from './mail-reply.server';
import { cleanReply, replyProblem } from './reply-text';
import { insertReply } from './reply-data.server';

/**
 * Keeps the reply, has it mailed, and the message counts as answered. A repeated request, of the
 * same id, makes one reply. @throws AppError not-found, invalid
 */
export async function replyToMessage(
  admin: InboxAdmin,
  contactId: string | undefined,
  { id, text }: { id: string; text: string },
  now: Date,
): Promise<void> {
  if (!isId(contactId)) throw new AppError('not-found', REFUSALS.messageGone);
  const problem = replyProblem(text);
  if (problem !== undefined) throw new AppError('invalid', problem, { fields: { text: problem } });
  await transaction(async (tx) => {
    const changed = await changeContactState(tx, contactId, 'answered');
    if (!changed) throw new AppError('not-found', REFUSALS.messageGone);
    const reply = { id, contactId, authorId: admin.id, body: cleanReply(text), createdAt: now };
    if (!(await insertReply(tx, reply))) return;
    await queueReplyMail(id, tx);
    // Not the text: the reply itself has it.
    await recordAct(tx, {
      actorId: admin.id,
      address: admin.address,
      action: 'reply-to-message',
      targetId: changed.userId,
      before: { state: changed.before },
      after: { state: 'answered', message: contactId },
    });
  });
}
