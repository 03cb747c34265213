import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { addVariant } from '../pieces/add-piece.server';
import { parseMore } from '../requests.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** One more variant of `{ formatId }`: the brief as it stands then. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('brief', user.id, context.clientAddress);
    const given = parseMore(await request.json().catch(() => null));
    return addVariant(user.id, params.id, given);
  });
}
