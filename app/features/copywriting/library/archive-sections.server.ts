import { z } from 'zod';

import { idPage, moment, rowsById, rowsOfIds, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

import { restoreContent } from './content/restore-content.server';
import { restoreContentFolder } from './folders/restore-folder.server';
import { restoreArchivedVersion } from './versions/restore-archived-version.server';

const category = z.enum(['social', 'longform', 'landing', 'email']);

const folderRow = z.object({ id: z.uuid(), category, name: z.string(), createdAt: moment });

const folders = section<z.output<typeof folderRow>>({
  name: 'savedContentFolders',
  row: folderRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) =>
      prisma.savedContentFolder.findMany(idPage(userId, after, take)),
    ),
  restore: restoreContentFolder,
});

const contentRow = z.object({
  id: z.uuid(),
  category,
  folderId: z.uuid().nullable(),
  title: z.string(),
  content: z.string(),
  format: z.string().nullable(),
  version: z.number().int(),
  createdAt: moment,
  updatedAt: moment,
});

const THERE = { deletedAt: null };
/** Texts of up to a few hundred thousand characters. */
const AT_ONCE = 20;

const contents = section<z.output<typeof contentRow>>({
  name: 'savedContents',
  after: ['savedContentFolders'],
  row: contentRow,
  rows: (userId, signal) =>
    rowsOfIds(
      signal,
      (after, take) =>
        prisma.savedContent.findMany({
          ...idPage(userId, after, take, THERE),
          select: { id: true },
        }),
      (ids) =>
        prisma.savedContent.findMany({
          where: { userId, id: { in: ids }, ...THERE },
          orderBy: { id: 'asc' },
        }),
      AT_ONCE,
    ),
  readable: ({ createdAt, title, content }) => ({
    name: `${createdAt.slice(0, 10)} ${title}`,
    markdown: content.endsWith('\n') ? content : `${content}\n`,
  }),
  restore: restoreContent,
});

const versionRow = z.object({
  id: z.uuid(),
  contentId: z.uuid(),
  title: z.string(),
  content: z.string(),
  /** When this was written. */
  writtenAt: moment,
  /** When something else took its place. */
  createdAt: moment,
});

const versions = section<z.output<typeof versionRow>>({
  name: 'savedContentVersions',
  after: ['savedContents'],
  row: versionRow,
  rows: (userId, signal) =>
    rowsOfIds(
      signal,
      (after, take) =>
        prisma.savedContentVersion.findMany({
          ...idPage(userId, after, take, { savedContent: THERE }),
          select: { id: true },
        }),
      (ids) =>
        prisma.savedContentVersion.findMany({
          where: { userId, savedContent: THERE, id: { in: ids } },
          orderBy: { id: 'asc' },
        }),
      AT_ONCE,
    ),
  restore: restoreArchivedVersion,
});

export const contentSections = [folders, contents, versions];
