import { isRunning } from '~/engine/generation';
import type { Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import { lockBrief, type BriefRow } from '../briefs/brief-data.server';
import { findPiece, type PieceRow } from './piece-data.server';
import { briefRefusals } from '../refusals';

/**
 * A piece that nobody else changes until the transaction ends, and that is not being written.
 * @throws AppError `not-found`, `conflict` while it is being written.
 */
export async function holdPiece(
  tx: Sql,
  userId: string,
  id: string | undefined,
): Promise<{ piece: PieceRow; brief: BriefRow }> {
  const before = isId(id) ? await findPiece(tx, userId, id) : null;
  const brief = before && (await lockBrief(tx, userId, before.briefId));
  // As it is now: what was read before the lock may have changed while it was waited for.
  const piece = brief && (await findPiece(tx, userId, before.id));
  if (!piece) throw new AppError('not-found', briefRefusals.pieceGone);
  if (isRunning(piece.state)) throw new AppError('conflict', briefRefusals.busy);
  return { piece, brief };
}
