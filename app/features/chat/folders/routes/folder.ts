import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { deleteFolder, renameFolder } from '../change-folder.server';
import { parseFolder } from '../../organizing-requests.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** PATCH `{ name }` renames, DELETE removes the folder; its conversations are back in the list. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH': {
        const { name } = parseFolder(await request.json().catch(() => null));
        return { folder: await renameFolder(user.id, params.id, name) };
      }
      case 'DELETE':
        await deleteFolder(user.id, params.id);
        return { success: true };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
