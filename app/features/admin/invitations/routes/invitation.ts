import type { ActionFunctionArgs } from '@remix-run/node';

import { revokeInvitation } from '../revoke-invitation.server';
import { requireApiAdmin } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** DELETE ends an invitation that nobody has used. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiAdmin(request, context);
    const address = context.clientAddress;
    await limitUse('admin', user.id, address);
    if (request.method !== 'DELETE') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await revokeInvitation({ id: user.id, address }, params.id, new Date());
    return {};
  });
}
