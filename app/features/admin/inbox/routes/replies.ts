import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiAdmin } from '~/features/accounts/index.server';
import { replyToMessage } from '~/features/help/index.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST `{ id, text }`: an answer to a message, by mail. The page gives the id, so that a repeated request makes one. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiAdmin(request, context);
    const address = context.clientAddress;
    await limitUse('admin', user.id, address);
    const body: unknown = await request.json().catch(() => null);
    await replyToMessage({ id: user.id, address }, params.id, body, new Date());
    return {};
  });
}
