import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiAdmin } from '~/features/accounts/index.server';
import { changeState } from '~/features/help/index.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** PATCH `{ state }`: how far a message has come. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiAdmin(request, context);
    const address = context.clientAddress;
    await limitUse('admin', user.id, address);
    const body: unknown = await request.json().catch(() => null);
    await changeState({ id: user.id, address }, params.id, body);
    return {};
  });
}
