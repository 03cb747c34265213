import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '../guards.server';
import { revokeSession } from '../revoke-sessions.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** DELETE signs the person out at this one of their places. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('account-change', user.id, context.clientAddress);
    if (request.method !== 'DELETE') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await revokeSession(user.id, params.id ?? '');
    return { success: true };
  });
}
