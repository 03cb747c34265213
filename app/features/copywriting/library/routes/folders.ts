import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { createFolder } from '../folders/create-folder.server';
import { readNewFolder } from '../requests.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** A folder of one’s own: `{ category, name }` makes `{ folder }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('content-change', user.id, context.clientAddress);
    const given = readNewFolder(await request.json().catch(() => null));
    return { folder: await createFolder(user.id, given) };
  });
}
