import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readDeletion } from '../delete-profile.server';
import { jsonOrFailure } from '~/http/responses.server';

/** What deleting the profile would do, for the question before it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readDeletion(user.id, params.id);
  });
}
