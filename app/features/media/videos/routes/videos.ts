import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readVideoRequest } from '../../requests.server';
import { requestVideo } from '../request-videos.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ clientKey, … }` asks for a video: the job, with status 201 when it is new. */
export function action({ request, context }: ActionFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-create', user.id, context.clientAddress);
    const wanted = readVideoRequest(await request.json().catch(() => null));
    const { job, isNew } = await requestVideo(user.id, wanted.clientKey, wanted.request);
    return Response.json(job, {
      status: isNew ? 201 : 200,
      headers: { 'Cache-Control': 'private, no-store' },
    });
  });
}
