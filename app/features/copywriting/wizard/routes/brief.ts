import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { deleteBrief } from '../briefs/delete-brief.server';
import { openBrief } from '../briefs/open-brief.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The brief with its texts as they stand. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return openBrief(user.id, params.id);
  });
}

/** DELETE deletes, and stops what is being written. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    if (request.method !== 'DELETE') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await limitUse('brief-change', user.id, context.clientAddress);
    await deleteBrief(user.id, params.id);
    return { success: true };
  });
}
