import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { bringBackItems } from '../gallery.server';
import { readItemIds } from '../../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ ids }`: takes a deletion back. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    const { ids } = readItemIds(await request.json().catch(() => null));
    await bringBackItems(user.id, ids);
    return { success: true };
  });
}
