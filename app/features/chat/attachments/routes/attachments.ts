import type { ActionFunctionArgs } from '@remix-run/node';

import { nameFromHeader } from '../node-routes.server';
import { uploadAttachment } from '../upload-attachment.server';
import { requireApiUser } from '~/features/accounts/index.server';
import { bodyOf } from '~/http/request-body.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Serves where only Remix runs; the app's own server answers this address before Remix (features/attachments). */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('attach', user.id, context.clientAddress);
    const name = nameFromHeader(request.headers.get('x-file-name'));
    return { file: await uploadAttachment({ userId: user.id, name, body: bodyOf(request) }) };
  });
}
