import type { ActionFunctionArgs } from '@remix-run/node';

import { retryJob } from '../retry-job.server';
import { requireApiAdmin } from '~/features/accounts/index.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST: does work once more that was given up. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiAdmin(request, context);
    const address = context.clientAddress;
    await limitUse('admin', user.id, address);
    await retryJob({ id: user.id, address }, params.id);
    return {};
  });
}
