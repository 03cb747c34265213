import type { ActionFunctionArgs } from '@remix-run/node';

import { cancelDeletion, requestDeletion } from '../request-deletion.server';
import { requireApiUser } from '../../sessions/guards.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST asks for the account's deletion, DELETE takes that back. Answers how it stands. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const found = await requireApiUser(request, context);
    await limitUse('account-change', found.user.id, context.clientAddress);
    if (request.method === 'DELETE') {
      await cancelDeletion(found);
      return { deletion: null };
    }
    return { deletion: await requestDeletion(found, new Date()) };
  });
}
