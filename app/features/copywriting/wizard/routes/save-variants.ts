import type { ActionFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { parseSave } from '../requests.server';
import { savePieces } from '../pieces/save-pieces.server';
import { jsonOrFailure } from '~/http/responses.server';
import { limitUse } from '~/http/rate-limit.server';

/** Saves `{ pieces: [{ id, title, folderId }] }` together: `{ saved: [{ pieceId, content }] }`. */
export function action({ request, context }: ActionFunctionArgs) {
  return jsonOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    await limitUse('save-content', user.id, context.clientAddress);
    const { pieces } = parseSave(await request.json().catch(() => null));
    return { saved: await savePieces(user.id, pieces) };
  });
}
