import type { ActionFunctionArgs } from '@remix-run/node';

import { changeNames } from '../change-names.server';
import { parseNames } from '../account-requests.server';
import { requireApiUser } from '../../sessions/guards.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ firstName, lastName }` of the signed-in person. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('account-change', user.id, context.clientAddress);
    await changeNames(user.id, parseNames(await request.json().catch(() => null)));
    return { success: true };
  });
}
