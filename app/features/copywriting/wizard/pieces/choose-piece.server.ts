import { publish } from '~/engine/events/index.server';
import { transaction } from '~/lib/db/index.server';
import { isRunning } from '~/engine/generation';
import { AppError } from '~/lib/errors';

import type { PieceView } from '../briefs/brief';
import { holdPiece } from './hold-piece.server';
import { openPiece } from '../briefs/open-brief.server';
import { findPieces, markReplaced, markShown } from './piece-data.server';
import { briefRefusals } from '../refusals';

/**
 * Shows another text that was written at the same place; the one that was shown can be chosen again.
 * @throws AppError `not-found`, `conflict` while either is being written.
 */
export async function choosePiece(userId: string, id: string | undefined): Promise<PieceView> {
  const pieceId = await transaction(async (tx) => {
    const { piece, brief } = await holdPiece(tx, userId, id);
    if (piece.shown) return piece.id;
    const others = await findPieces(tx, userId, piece.versions);
    const present = others.find(({ shown }) => shown);
    if (present && isRunning(present.state)) throw new AppError('conflict', briefRefusals.busy);
    if (present) await markReplaced(tx, userId, present.id);
    await markShown(tx, userId, piece.id);
    await publish(tx, userId, { topic: 'brief', data: { type: 'changed', id: brief.id } });
    return piece.id;
  });
  return openPiece(userId, pieceId);
}
