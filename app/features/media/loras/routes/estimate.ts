import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { estimateTraining } from '../training/estimate-training.server';
import { readTrainingEstimate } from '../../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ images, steps }`: what such a training would cost and how long it takes. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    const wanted = readTrainingEstimate(await request.json().catch(() => null));
    return estimateTraining(user.id, wanted.steps);
  });
}
