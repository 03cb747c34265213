import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { captionLoraImage, removeLoraImage } from '../images/change-lora-image.server';
import { readCaption } from '../../requests.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** PATCH `{ caption }`, or DELETE. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('media-change', user.id, context.clientAddress);
    const place = { loraId: params.id, id: params.imageId };
    switch (request.method) {
      case 'PATCH': {
        const { caption } = readCaption(await request.json().catch(() => null));
        return captionLoraImage(user.id, place, caption);
      }
      case 'DELETE':
        await removeLoraImage(user.id, place);
        return { success: true };
      default:
        throw new AppError('invalid', 'This request could not be understood.');
    }
  });
}
