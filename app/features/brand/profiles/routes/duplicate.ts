import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { duplicateProfile } from '../duplicate-profile.server';
import { parseDuplicate } from '../../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ components: 'copy' | 'share' }` makes a second profile like this one: `{ id }`. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('profile-change', user.id, context.clientAddress);
    const { components } = parseDuplicate(await request.json().catch(() => null));
    return { id: await duplicateProfile(user.id, params.id, components) };
  });
}
