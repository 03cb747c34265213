import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '../guards.server';
import { revokeOtherSessions } from '../revoke-sessions.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** DELETE signs the person out everywhere but here. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const found = await requireApiUser(request, context);
    await limitUse('account-change', found.user.id, context.clientAddress);
    if (request.method !== 'DELETE') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await revokeOtherSessions(found);
    return { success: true };
  });
}
