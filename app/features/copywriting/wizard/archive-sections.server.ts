import { z } from 'zod';

import { idPage, moment, rowsById, rowsOfIds, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

import { restoreBrief } from './briefs/restore-brief.server';
import { restorePiece } from './pieces/restore-piece.server';

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

const briefs = section<z.output<typeof briefRow>>({
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

const pieces = section<z.output<typeof pieceRow>>({
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

export const briefSections = [briefs, pieces];
