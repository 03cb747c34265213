import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiAdmin } from '~/features/accounts/index.server';
import { announceMaintenance, clearMaintenance } from '~/features/site/index.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST `{ text, until }` announces a maintenance, DELETE takes the announcement back. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiAdmin(request, context);
    const address = context.clientAddress;
    await limitUse('admin', user.id, address);
    const admin = { id: user.id, timeZone: user.timeZone, address };
    switch (request.method) {
      case 'POST':
        await announceMaintenance(admin, await request.json().catch(() => null), new Date());
        return {};
      case 'DELETE':
        await clearMaintenance(admin);
        return {};
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
