import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { suggestCaption } from '../training/suggest-caption.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** `{ caption }`: what a model that sees says of the picture; it is proposed, not stored. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('lora-caption', user.id, context.clientAddress);
    return suggestCaption(user.id, { loraId: params.id, id: params.imageId });
  });
}
