import { z } from 'zod';

import { keepPastRun } from '~/engine/generation/index.server';
import {
  idPage,
  moment,
  restoredTime,
  restoredTimeOrNull,
  restoredVersion,
  type RestoreTarget,
  rowsById,
  rowsOfIds,
  section,
} from '~/engine/user-data/index.server';
import { findOwnProfile } from '~/features/brand/index.server';
import { prisma, type Sql, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { formatById } from '../formats/formats';
import { MAX_CONTENT } from '../library/content/content';
import { findOwnContent } from '../library/content/content-data.server';
import { MAX_VARIANTS } from './briefs/brief';
import {
  findOneOf,
  insertBrief,
  lockBrief,
  setCreation,
  undelete,
} from './briefs/brief-data.server';
import { checkBrief } from './briefs/check-brief';
import { hasPiece, insertPastPiece, piecesAt } from './pieces/piece-data.server';
import { PIECE_KIND } from './pieces/queue-pieces.server';
import { briefRefusals } from './texts';

const briefRow = z.object({
  id: z.uuid(),
  kind: z.enum(['variants', 'campaign']),
  formatIds: z.array(z.string()),
  variants: z.number().int(),
  profileId: z.uuid().nullable(),
  topic: z.string(),
  audience: z.string(),
  goal: z.string(),
  tone: z.string(),
  length: z.enum(['short', 'medium', 'long']),
  language: z.string(),
  keywords: z.array(z.string()),
  callToAction: z.string(),
  createdAt: moment,
});

type ArchivedBrief = z.output<typeof briefRow>;

const briefs = section<ArchivedBrief>({
  name: 'briefs',
  after: ['profiles'],
  row: briefRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => {
      const page = idPage(userId, after, take);
      return prisma.brief.findMany({ ...page, where: { ...page.where, deletedAt: null } });
    }),
  restore: restoreBrief,
});

/**
 * Restores a brief that is not there yet; one that was deleted and has not been removed is taken out of the bin. Its
 * texts come after it. @throws AppError `invalid`
 */
async function restoreBrief(target: RestoreTarget, row: ArchivedBrief): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('briefs', row.id);
  const { kind, formatIds, variants, profileId, createdAt, ...fields } = row;
  const checked = checkBrief(
    { kind, formatIds, variants, profileId: null, fields },
    { topicMayBeMissing: true },
  );
  if (checked.problems) {
    const [problem] = Object.values(checked.problems);
    throw new AppError('invalid', problem ?? briefRefusals.unreadable);
  }
  const profile = await findOwnProfile(userId, target.idsOf('profiles', profileId));
  return transaction(async (tx) => {
    const there = await findOneOf(tx, userId, target.idsOf('briefs', row.id));
    if (there) {
      if (there.deleted) await undelete(tx, userId, there.id);
      return there.deleted;
    }
    // No one asks for it again by a key of theirs: its own id is one that no one else has.
    const brief = { ...checked.brief, profileId: profile };
    await insertBrief(tx, { userId, id, clientKey: id, brief });
    await setCreation(tx, userId, { id, createdAt: restoredTime(createdAt) });
    return true;
  });
}

const pieceRow = z.object({
  id: z.uuid(),
  briefId: z.uuid(),
  format: z.string(),
  position: z.number().int(),
  /** As the model wrote it. */
  content: z.string(),
  /** The person's own text since; null: they have changed nothing. */
  edited: z.string().nullable(),
  version: z.number().int(),
  editedAt: moment.nullable(),
  replacedAt: moment.nullable(),
  savedContentId: z.uuid().nullable(),
  savedVersion: z.number().int().nullable(),
  createdAt: moment,
  /** How its writing ended, where that is still known. */
  state: z.string().nullable(),
  model: z.string().nullable(),
  usedTokens: z.number().nullable(),
});

type ArchivedPiece = z.output<typeof pieceRow>;

const pieces = section<ArchivedPiece>({
  name: 'pieces',
  after: ['briefs', 'savedContents'],
  row: pieceRow,
  rows: (userId, signal) =>
    rowsOfIds(
      signal,
      (after, take) =>
        prisma.piece.findMany({
          ...idPage(userId, after, take, { brief: { deletedAt: null } }),
          select: { id: true },
        }),
      async (ids) => {
        const rows = await prisma.piece.findMany({
          where: { userId, brief: { deletedAt: null }, id: { in: ids } },
          orderBy: { id: 'asc' },
        });
        const runs = await prisma.generation.findMany({
          where: { userId, id: { in: ids } },
          select: { id: true, state: true, model: true, usedTokens: true },
        });
        const runOf = new Map(runs.map((run) => [run.id, run]));
        return rows.map((row) => {
          const run = runOf.get(row.id);
          return {
            ...row,
            state: run?.state ?? null,
            model: run?.model ?? null,
            usedTokens: run?.usedTokens ?? null,
          };
        });
      },
      50,
    ),
  readable: ({ createdAt, format, content, edited }) => {
    const text = edited ?? content;
    return text === ''
      ? null
      : { name: `${createdAt.slice(0, 10)} ${format}`, markdown: `${text}\n` };
  },
  restore: restorePiece,
});

/** So many texts may have been written at one place of a brief; no one has asked for more by hand. */
const MAX_AT_PLACE = 200;

/** Restores a text of a brief that came in itself. @throws AppError `invalid` */
function restorePiece(target: RestoreTarget, row: ArchivedPiece): Promise<boolean> {
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

export const briefSections = [briefs, pieces];
