import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { choosePiece } from '../pieces/choose-piece.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Shows this one of the texts that were written at its place: the piece. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('brief-change', user.id, context.clientAddress);
    return choosePiece(user.id, params.id);
  });
}
