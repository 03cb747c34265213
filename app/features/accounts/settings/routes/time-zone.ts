import type { ActionFunctionArgs } from '@remix-run/node';

import { chooseTimeZone } from '../choose-time-zone.server';
import { parseTimeZone } from '../account-requests.server';
import { requireApiUser } from '../../sessions/guards.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ timeZone }` counts from now on; null: the browser's. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('account-change', user.id, context.clientAddress);
    await chooseTimeZone(user.id, parseTimeZone(await request.json().catch(() => null)));
    return { success: true };
  });
}
