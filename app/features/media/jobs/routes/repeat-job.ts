import { randomUUID } from 'node:crypto';

import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readRepeat } from '../../requests.server';
import { repeatJob } from '../../images/repeat-job.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** A new job with the same request; `{ clientKey }` lets it be sent twice. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-create', user.id, context.clientAddress);
    const { clientKey = randomUUID() } = readRepeat(await request.json().catch(() => null));
    return repeatJob(user.id, params.id, clientKey);
  });
}
