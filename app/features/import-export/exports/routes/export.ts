import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { removeExport } from '../request-export.server';
import { jsonOrFailure } from '~/http/responses.server';
import { AppError } from '~/lib/errors';
import { limitUse } from '~/http/rate-limit.server';

/** DELETE ends one that is being made, or removes one that is there. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('export-download', user.id, context.clientAddress);
    if (request.method !== 'DELETE') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await removeExport(user.id, params.id);
    return { removed: params.id };
  });
}
