import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { undoContentDeletion } from '../content/delete-content.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** Takes a deletion back: `{ item }`. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('content-change', user.id, context.clientAddress);
    return { item: await undoContentDeletion(user.id, params.id) };
  });
}
