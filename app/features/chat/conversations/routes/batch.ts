import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { archiveConversations } from '../../archive/archive-conversations.server';
import { deleteConversations, undoDeletions } from '../delete-conversation.server';
import { moveConversations } from '../../folders/move-conversations.server';
import { parseBatch } from '../../organizing-requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/**
 * POST `{ action, ids }`, `action` being `archive`, `unarchive`, `delete`, `restore`, or `move` with `folderId`: does it
 * with all of them at once. `{ ids }` are those it was done with; what is not there is left out.
 */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    const batch = parseBatch(await request.json().catch(() => null));
    switch (batch.action) {
      case 'archive':
      case 'unarchive':
        return {
          ids: await archiveConversations(user.id, batch.ids, batch.action === 'archive'),
        };
      case 'delete':
        return { ids: await deleteConversations(user.id, batch.ids) };
      case 'restore':
        return { ids: await undoDeletions(user.id, batch.ids) };
      case 'move':
        return { ids: await moveConversations(user.id, batch.ids, batch.folderId) };
    }
  });
}
