import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { chooseComponent } from '../../components/choose-component.server';
import { deleteProfile } from '../delete-profile.server';
import { parseProfileChange } from '../../requests.server';
import { renameProfile } from '../rename-profile.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** PATCH `{ name, version }` renames, `{ kind, choice, version }` changes a component; DELETE deletes. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('profile-change', user.id, context.clientAddress);
    switch (request.method) {
      case 'PATCH': {
        const change = parseProfileChange(await request.json().catch(() => null));
        if ('name' in change) await renameProfile(user.id, params.id, change);
        else await chooseComponent(user.id, params.id, change.version, change);
        return { success: true };
      }
      case 'DELETE':
        await deleteProfile(user.id, params.id);
        return { success: true };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
