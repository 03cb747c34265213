import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiAdmin } from '~/features/accounts/index.server';
import { isPart } from '../connections';
import { testConnection } from '../test-connections.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Tests `ai`, `mail` or `objects`: `{ ok, text }`, in words for the operator. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiAdmin(request, context);
    if (!isPart(params.part)) throw new AppError('not-found', 'There is no such address.');
    await limitUse('connection-test', user.id, context.clientAddress);
    return testConnection(params.part, user);
  });
}
