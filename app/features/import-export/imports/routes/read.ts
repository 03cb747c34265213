import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readUpload } from '../read-upload.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Everything has been uploaded: it is read. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('import', user.id, context.clientAddress);
    return readUpload(user.id, params.id);
  });
}
