import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { editPiece } from '../pieces/edit-piece.server';
import { openPiece } from '../briefs/open-brief.server';
import { parseEdit } from '../requests.server';
import { AppError } from '~/lib/errors';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** The piece as it stands. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    return openPiece(user.id, params.id);
  });
}

/** PATCH `{ text, version }` keeps the person's own text; 409 when that is not the newest version. */
export function action({ request, context, params }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    if (request.method !== 'PATCH') {
      throw new AppError('invalid', 'This request could not be understood.');
    }
    await limitUse('brief-change', user.id, context.clientAddress);
    return editPiece(user.id, params.id, parseEdit(await request.json().catch(() => null)));
  });
}
