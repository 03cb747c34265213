import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { markJob } from '../../notices/mark-job.server';
import { readJob } from '../view-job.server';
import { readJobMark } from '../../requests.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** How a job stands. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readJob(user.id, params.id);
  });
}

/** PATCH `{ mail }`: whether a mail tells of its end; `{ seen: true }`: a tab has told of it. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    if (request.method !== 'PATCH') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    return markJob(user.id, params.id, readJobMark(await request.json().catch(() => null)));
  });
}
