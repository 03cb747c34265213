import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { keepPoster } from '../keep-poster.server';
import { bodyOf } from '~/http/request-body.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** A picture of a video that has none yet, as the body; answers with the item. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-upload', user.id, context.clientAddress);
    return keepPoster(user.id, params.id, bodyOf(request));
  });
}
