import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/auth/index.server';
import { estimateImages, readEstimateRequest } from '~/features/media/index.server';
import { jsonOrFailure } from '~/lib/http/responses.server';
import { limitUse } from '~/lib/rate-limit.server';

/** What such a request would cost: `{ tokens, available }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    return estimateImages(user.id, readEstimateRequest(await request.json().catch(() => null)));
  });
}
