import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { createProfile } from '../create-profile.server';
import { parseNewProfile } from '../../requests.server';
import { readProfileList } from '../list-profiles.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ profiles, selectedId }`: all of them by name, and the one stored on the user. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readProfileList(user.id);
  });
}

/** POST `{ name }` creates: `{ id }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('profile-change', user.id, context.clientAddress);
    const { name } = parseNewProfile(await request.json().catch(() => null));
    return { id: await createProfile(user.id, name) };
  });
}
