import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { readTraining } from '../../requests.server';
import { trainLora } from '../training/train-lora.server';
import { answerOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ clientKey, rightsConfirmed: true }` begins the training: its job, with status 201 when it is new. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('lora-train', user.id, context.clientAddress);
    const wanted = readTraining(await request.json().catch(() => null));
    const { job, isNew } = await trainLora(user.id, params.id, wanted);
    return Response.json(job, {
      status: isNew ? 201 : 200,
      headers: { 'Cache-Control': 'private, no-store' },
    });
  });
}
