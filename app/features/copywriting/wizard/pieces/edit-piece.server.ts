import { publish } from '~/engine/events/index.server';
import { MAX_CONTENT } from '../../library/content/content-fields';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import type { PieceView } from '../briefs/brief';
import { holdPiece } from './hold-piece.server';
import { openPiece } from '../briefs/open-brief.server';
import { updateEdited } from './piece-data.server';
import { toPieceChange } from './piece-view';
import { briefRefusals } from '../refusals';

/**
 * Keeps the person's own text; what the model wrote stays beneath it.
 * @throws AppError `not-found`, `invalid` when it is too long, `conflict` while it is being written or when it was
 *   changed elsewhere since that version.
 */
export async function editPiece(
  userId: string,
  id: string | undefined,
  given: { text: string; version: number },
): Promise<PieceView> {
  const text = given.text.replaceAll('\0', '').toWellFormed().replace(/\r\n?/g, '\n');
  if (text.length > MAX_CONTENT) throw new AppError('invalid', briefRefusals.tooLong);
  const pieceId = await transaction(async (tx) => {
    const { piece } = await holdPiece(tx, userId, id);
    const at = { userId, id: piece.id, version: given.version };
    if (!(await updateEdited(tx, at, text))) {
      // The answer to the same edit was lost on its way.
      const done = piece.version === given.version + 1 && piece.edited === text;
      if (!done) throw new AppError('conflict', briefRefusals.changedMeanwhile);
      return piece.id;
    }
    const changed = { ...toPieceChange(piece), version: given.version + 1 };
    await publish(tx, userId, { topic: 'piece', data: changed });
    return piece.id;
  });
  return openPiece(userId, pieceId);
}
