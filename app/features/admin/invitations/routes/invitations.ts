import type { ActionFunctionArgs } from '@remix-run/node';

import { inviteSomebody } from '../invite-somebody.server';
import { requireApiAdmin } from '~/features/accounts/index.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** POST `{ email }`, '' for whoever has it, makes an invitation: `{ link }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiAdmin(request, context);
    const address = context.clientAddress;
    await limitUse('admin', user.id, address);
    const body: unknown = await request.json().catch(() => null);
    return inviteSomebody({ id: user.id, address }, body);
  });
}
