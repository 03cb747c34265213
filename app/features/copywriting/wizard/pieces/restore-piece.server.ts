import {
  restoredTime,
  restoredTimeOrNull,
  restoredVersion,
  type RestoreTarget,
} from '~/engine/user-data/index.server';
import { MAX_CONTENT } from '../../library/content/content-fields';
import { findOwnContent } from '../../library/content/content-data.server';
import { formatById } from '../../formats/formats';
import { keepPastRun } from '~/engine/generation/index.server';
import { transaction, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { MAX_VARIANTS } from '../briefs/brief';
import { lockBrief } from '../briefs/brief-data.server';
import { PIECE_KIND } from './piece-kind.server';
import { hasPiece, insertPastPiece, piecesAt } from './piece-data.server';
import { briefRefusals } from '../refusals';

/** A text of a brief in an archive, with how its writing ended. */
export interface ArchivedPiece {
  id: string;
  briefId: string;
  format: string;
  position: number;
  content: string;
  edited: string | null;
  version: number;
  editedAt: string | null;
  replacedAt: string | null;
  savedContentId: string | null;
  savedVersion: number | null;
  createdAt: string;
  /** Null where it is not known any more. */
  state: string | null;
  model: string | null;
}

/** So many texts may have been written at one place of a brief; nobody has asked for more by hand. */
const MAX_AT_PLACE = 200;

/** Brings in a text of a brief that came in itself. @throws AppError `invalid` */
export function restorePiece(target: RestoreTarget, row: ArchivedPiece): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('pieces', row.id);
  // Not of one that was there: its texts are there too, or were replaced.
  const briefId = target.idOf('briefs', row.briefId);
  const piece = keepable(row);
  return transaction(async (tx) => {
    const brief = await lockBrief(tx, userId, briefId);
    if (!brief || (await hasPiece(tx, userId, [row.id, id]))) return false;
    if (!brief.formatIds.some((format) => format === piece.format)) {
      throw new AppError('invalid', briefRefusals.otherFormat);
    }
    const place = await piecesAt(tx, userId, { briefId, ...piece });
    if (place.count >= MAX_AT_PLACE) throw new AppError('invalid', briefRefusals.enough);
    const createdAt = restoredTime(row.createdAt);
    const { state, model } = row;
    await keepPastRun(tx, { id, userId, kind: PIECE_KIND, state, model: model ?? '', createdAt });
    await insertPastPiece(tx, {
      ...piece,
      ...(await savedAs(tx, target, row)),
      id,
      userId,
      briefId,
      clientKey: null,
      // Two that say that they are shown there: the first one is.
      replacedAt: restoredTimeOrNull(row.replacedAt) ?? (place.shown ? createdAt : null),
      createdAt,
    });
    return true;
  });
}

/** @throws AppError `invalid` */
function keepable({ format, position, content, edited, version, editedAt }: ArchivedPiece) {
  const known = formatById(format)?.id;
  if (known === undefined) throw new AppError('invalid', briefRefusals.otherFormat);
  if (!Number.isInteger(position) || position < 0 || position >= MAX_VARIANTS) {
    throw new AppError('invalid', briefRefusals.enough);
  }
  return {
    format: known,
    position,
    // To the letter: offsets of the stream counted in it.
    content: bounded(storable(content)),
    edited: edited === null ? null : bounded(storable(edited).replace(/\r\n?/g, '\n')),
    version: restoredVersion(version),
    editedAt: restoredTimeOrNull(editedAt),
  };
}

async function savedAs(tx: Sql, target: RestoreTarget, row: ArchivedPiece) {
  const saved = target.idsOf('savedContents', row.savedContentId);
  const savedContentId = await findOwnContent(tx, target.userId, saved);
  const isKnown = savedContentId !== null && row.savedVersion !== null;
  return { savedContentId, savedVersion: isKnown ? restoredVersion(row.savedVersion!) : null };
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function bounded(text: string): string {
  if (text.length > MAX_CONTENT) throw new AppError('invalid', briefRefusals.tooLong);
  return text;
}
