import type { ActionFunctionArgs } from '@remix-run/node';

import { nameFromHeader } from '~/http/file-name-header';
import { requireApiUser } from '~/features/accounts/index.server';
import { addLoraImage } from '../images/add-lora-image.server';
import { bodyOf } from '~/http/request-body.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Serves where only Remix runs; the app's own server answers this address before Remix (features/media). */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('lora-upload', user.id, context.clientAddress);
    const name = nameFromHeader(request.headers.get('x-file-name'));
    return addLoraImage(params.id, { userId: user.id, name, body: bodyOf(request) });
  });
}
