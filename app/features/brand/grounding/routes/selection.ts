import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseSelection } from '../../requests.server';
import { selectProfile } from '../select-profile.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ profileId }` is used from now on; null: each browser goes by what it remembers. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('profile-change', user.id, context.clientAddress);
    const { profileId } = parseSelection(await request.json().catch(() => null));
    await selectProfile(user.id, profileId);
    return { success: true };
  });
}
