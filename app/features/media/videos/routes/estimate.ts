import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { estimateVideo } from '../request-videos.server';
import { readVideoEstimate } from '../../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** What such a video would cost: `{ tokens, available }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    return estimateVideo(user.id, readVideoEstimate(await request.json().catch(() => null)));
  });
}
