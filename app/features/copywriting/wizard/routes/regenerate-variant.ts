import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseAgain } from '../requests.server';
import { writeAgain } from '../pieces/add-piece.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Has it written anew: the piece that takes its place. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('brief', user.id, context.clientAddress);
    const given = parseAgain(await request.json().catch(() => null));
    return writeAgain(user.id, params.id, given);
  });
}
