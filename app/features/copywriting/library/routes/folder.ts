import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { deleteFolder } from '../folders/delete-folder.server';
import { readFolderName } from '../requests.server';
import { renameFolder } from '../folders/rename-folder.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** PATCH `{ name }` renames; DELETE deletes, and what was in it lies in its category then. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure<object>(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('content-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH': {
        const { name } = readFolderName(await request.json().catch(() => null));
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
