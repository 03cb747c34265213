import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { createFolder } from '../change-folder.server';
import { parseFolder } from '../../organizing-requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST `{ name }` makes a folder: `{ folder }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('conversation-change', user.id, context.clientAddress);
    const { name } = parseFolder(await request.json().catch(() => null));
    return { folder: await createFolder(user.id, name) };
  });
}
