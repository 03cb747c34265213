import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { markFavourite, readItem } from '../gallery.server';
import { readFavourite } from '../../requests.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** A picture with what was asked for. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return readItem(user.id, params.id);
  });
}

/** PATCH `{ favourite }`. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    if (request.method !== 'PATCH') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    const { favourite } = readFavourite(await request.json().catch(() => null));
    return markFavourite(user.id, params.id, favourite);
  });
}
