import { z } from 'zod';

import { idPage, moment, rowsById, rowsOfIds, section } from '~/engine/user-data/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { extensionOf } from '~/lib/file-extension';

import { restoreItem, type ItemPaths } from '../gallery/restore-item.server';
import { storedItemBytes } from '../gallery/item-data.server';
import { objectKey } from '../gallery/picture-files.server';
import { restoreLora } from '../loras/restore-lora.server';
import { restoreLoraImage } from '../loras/images/restore-lora-image.server';
import { loraBytes } from '../loras/lora-data.server';
import { loraImageKey, weightsKey } from '../loras/lora-files.server';

const jobRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: z.string(),
  request: z.json(),
  tokens: z.number(),
  usedTokens: z.number().nullable(),
  reason: z.string().nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
});

/** What was asked for: to be read only. */
const jobs = section<z.output<typeof jobRow>>({
  name: 'mediaJobs',
  row: jobRow,
  rows: (userId, signal) =>
    rowsById(signal, async (after, take) => {
      const rows = await prisma.mediaJob.findMany(idPage(userId, after, take));
      return rows.map((row) => ({
        ...row,
        request: row.request as z.output<typeof jobRow>['request'],
      }));
    }),
});

const loraRow = z.object({
  id: z.uuid(),
  name: z.string(),
  triggerWord: z.string(),
  steps: z.number().int(),
  rank: z.number().int(),
  rightsConfirmedAt: moment.nullable(),
  /** What pictures are asked of: the provider's private model. */
  providerVersion: z.string().nullable(),
  trainingSeconds: z.number().nullable(),
  /** Null where there are no weights. */
  weightsBytes: z.number().nullable(),
  trainedAt: moment.nullable(),
  createdAt: moment,
});

const weightsPath = (loraId: string): string => `loras/${loraId}.safetensors`;

const loras = section<z.output<typeof loraRow>>({
  name: 'loras',
  row: loraRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.lora.findMany(idPage(userId, after, take))),
  estimate: (userId) => loraBytes(sql, userId),
  files: ({ id, weightsBytes }, userId) =>
    weightsBytes === null ? [] : [{ path: weightsPath(id), key: weightsKey(userId, id) }],
  restore: (target, row) => restoreLora(target, row, weightsPath(row.id)),
});

const loraImageRow = z.object({
  id: z.uuid(),
  loraId: z.uuid(),
  name: z.string(),
  type: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
  caption: z.string(),
  createdAt: moment,
});

const loraImagePath = ({ id, type }: { id: string; type: string }): string =>
  `loraImages/${id}.${extensionOf(type)}`;

const loraImages = section<z.output<typeof loraImageRow>>({
  name: 'loraImages',
  after: ['loras'],
  row: loraImageRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.loraImage.findMany(idPage(userId, after, take))),
  files: (row, userId) => [
    { path: loraImagePath(row), key: loraImageKey({ ...row, userId }, 'file') },
  ],
  restore: (target, row) => restoreLoraImage(target, row, loraImagePath(row)),
});

const itemRow = z.object({
  id: z.uuid(),
  origin: z.enum(['made', 'upload']),
  kind: z.string(),
  name: z.string(),
  type: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  durationMs: z.number().int().nullable(),
  bytes: z.number().int(),
  prompt: z.string(),
  model: z.string(),
  seed: z.number().int().nullable(),
  metadata: z.looseObject({
    revisedPrompt: z.string().optional(),
    provider: z.string().optional(),
    /** Of a video: that there are pictures of it. */
    poster: z.boolean().optional(),
  }),
  favourite: z.boolean(),
  createdAt: moment,
  loraId: z.uuid().nullable(),
});

function itemPaths({ id, kind, type, metadata }: z.output<typeof itemRow>): ItemPaths {
  const hasPoster = kind === 'video' && metadata.poster === true;
  return {
    file: `media/${id}.${extensionOf(type)}`,
    poster: hasPoster ? `media/${id}-poster.webp` : null,
  };
}

const items = section<z.output<typeof itemRow>>({
  name: 'mediaItems',
  after: ['loras'],
  row: itemRow,
  rows: (userId, signal) =>
    rowsOfIds(
      signal,
      (after, take) =>
        prisma.mediaItem.findMany({
          ...idPage(userId, after, take, { deletedAt: null }),
          select: { id: true },
        }),
      async (ids) => {
        const rows = await prisma.mediaItem.findMany({
          where: { userId, id: { in: ids }, deletedAt: null },
          orderBy: { id: 'asc' },
        });
        return rows.map((row) => ({
          ...row,
          metadata: row.metadata as z.output<typeof itemRow>['metadata'],
        }));
      },
    ),
  estimate: (userId) => storedItemBytes(sql, userId),
  files: (row, userId) => {
    const { file, poster } = itemPaths(row);
    return [
      { path: file, key: objectKey(userId, row.id, 'file') },
      ...(poster === null ? [] : [{ path: poster, key: objectKey(userId, row.id, '1280') }]),
    ];
  },
  restore: (target, row) => restoreItem(target, row, itemPaths(row)),
});

export const mediaSections = [jobs, loras, loraImages, items];
