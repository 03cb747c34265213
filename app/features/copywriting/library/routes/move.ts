import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { moveContent } from '../content/move-content.server';
import { readMove } from '../requests.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** Puts it into `{ category, folderId }`: `{ item }`. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('content-change', user.id, context.clientAddress);
    const place = readMove(await request.json().catch(() => null));
    return { item: await moveContent(user.id, params.id, place) };
  });
}
