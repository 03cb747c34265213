import { transaction } from '~/lib/db/index.server';
import { isRunning } from '~/engine/generation';
import { AppError } from '~/lib/errors';

import type { PieceView } from '../briefs/brief';
import { announce } from '../changes.server';
import { holdPiece } from './hold-piece.server';
import { openPiece } from '../briefs/open-brief.server';
import { findPieces, markReplaced, markShown } from './piece-data.server';
import { briefRefusals } from '../refusals';

/**
 * Shows another text that was written at the same place; the one that was shown can be chosen again.
 * @throws AppError `not-found`, `conflict` while either is being written.
 */
export async function choosePiece(userId: string, id: string | undefined): Promise<PieceView> {
  const { pieceId, tell } = await transaction(async (tx) => {
    const { piece, brief } = await holdPiece(tx, userId, id);
    if (piece.shown) return { pieceId: piece.id, tell: null };
    const others = await findPieces(tx, userId, piece.versions);
    const present = others.find(({ shown }) => shown);
    if (present && isRunning(present.state)) throw new AppError('conflict', briefRefusals.busy);
    if (present) await markReplaced(tx, userId, present.id);
    await markShown(tx, userId, piece.id);
    const changed = { topic: 'brief' as const, data: { type: 'changed' as const, id: brief.id } };
    return { pieceId: piece.id, tell: await announce(tx, userId, changed) };
  });
  tell?.();
  return openPiece(userId, pieceId);
}
