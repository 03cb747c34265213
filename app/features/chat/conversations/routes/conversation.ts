import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { deleteConversation } from '../delete-conversation.server';
import { parseChange } from '../../organizing-requests.server';
import { pinConversation } from '../pin-conversation.server';
import { rename } from '../rename-conversation.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** PATCH `{ title }` renames, `{ pinned }` pins or unpins; DELETE deletes. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH': {
        const change = parseChange(await request.json().catch(() => null));
        return {
          conversation:
            'title' in change
              ? await rename(user.id, params.id, change.title)
              : await pinConversation(user.id, params.id, change.pinned),
        };
      }
      case 'DELETE':
        await deleteConversation(user.id, params.id);
        return { success: true };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
