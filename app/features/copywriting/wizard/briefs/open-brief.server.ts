import { sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { BriefView, PieceView } from './brief';
import { findBrief } from './brief-data.server';
import { titleOfTopic } from './brief-title';
import { findPiece, readPieces } from '../pieces/piece-data.server';
import { toPieceView } from '../pieces/piece-view';
import { briefRefusals } from '../refusals';

/** A brief with what was written to it. @throws AppError `not-found` */
export async function openBrief(userId: string, id: string | undefined): Promise<BriefView> {
  const brief = isId(id) ? await findBrief(sql, userId, id) : null;
  if (!brief) throw new AppError('not-found', briefRefusals.gone);
  const pieces = await readPieces(sql, userId, brief.id);
  return {
    ...brief,
    title: titleOfTopic(brief.fields.topic),
    pieces: pieces.flatMap((piece) => toPieceView(piece) ?? []),
  };
}

/** One piece. @throws AppError `not-found` */
export async function openPiece(userId: string, id: string | undefined): Promise<PieceView> {
  const piece = isId(id) ? await findPiece(sql, userId, id) : null;
  const view = piece && toPieceView(piece);
  if (!view) throw new AppError('not-found', briefRefusals.pieceGone);
  return view;
}
