import type { ContentItem } from '../../library/content/content';
import { readItem } from '../../library/content/content-data.server';
import { saveContentWithin } from '../../library/content/save-content.server';
import { formatById } from '../../formats/formats';
import { isRunning } from '~/engine/generation';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { publish, type LiveEvent } from '~/engine/events/index.server';

import type { SavedPiece } from '../briefs/brief';
import { lockBriefsOf } from '../briefs/brief-data.server';
import { findPieces, markSaved, type PieceRow } from './piece-data.server';
import { textOf } from './piece-view';
import { briefRefusals } from '../refusals';

export interface PieceToSave {
  id: string;
  title: string;
  /** A folder of its format's category; null: the category itself. */
  folderId: string | null;
}

/**
 * Saves texts as contents, each in its format's category, all or none of them. One that is saved as it stands already
 * is not saved twice.
 * @throws AppError `not-found`, `conflict` for one that is being written, `invalid` for one without a title or a text;
 *   `fields` names the piece.
 */
export async function savePieces(
  userId: string,
  pieces: readonly PieceToSave[],
): Promise<SavedPiece[]> {
  const ids = pieces.map(({ id }) => id);
  return transaction(async (tx) => {
    await lockBriefsOf(tx, userId, ids);
    const rows = new Map((await findPieces(tx, userId, ids)).map((row) => [row.id, row]));
    const saved: SavedPiece[] = [];
    const events: LiveEvent[] = [];
    const briefIds = new Set<string>();
    for (const piece of pieces) {
      const row = rows.get(piece.id);
      const content = await atPiece(piece.id, () => saveOne(tx, userId, piece, row));
      saved.push({ pieceId: piece.id, content });
      events.push({ topic: 'saved-content', data: { type: 'changed', item: content } });
      briefIds.add(row!.briefId);
    }
    for (const id of briefIds) events.push({ topic: 'brief', data: { type: 'changed', id } });
    await publish(tx, userId, ...events);
    return saved;
  });
}

async function saveOne(
  tx: Sql,
  userId: string,
  { title, folderId }: PieceToSave,
  row: PieceRow | undefined,
): Promise<ContentItem> {
  const format = formatById(row?.format);
  if (!row || !format) throw new AppError('not-found', briefRefusals.pieceGone);
  if (isRunning(row.state)) throw new AppError('conflict', briefRefusals.busySeveral);
  if (row.savedId !== null && row.savedVersion === row.version) {
    const there = await readItem(tx, userId, row.savedId);
    if (there) return there;
  }
  const content = textOf(row);
  if (content.trim() === '') throw new AppError('invalid', briefRefusals.empty);
  const item = await saveContentWithin(tx, userId, {
    category: format.category,
    folderId,
    title,
    content,
    format: format.id,
  });
  await markSaved(tx, userId, { id: row.id, contentId: item.id });
  return item;
}

/** Says at which piece it was refused. */
async function atPiece<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, userMessage } = error;
    throw new AppError(code, userMessage, { cause: error, fields: { [id]: userMessage } });
  }
}
