import { z } from 'zod';

import {
  freeName,
  idPage,
  moment,
  restoredTime,
  restoredVersion,
  type RestoreTarget,
  rowsById,
  rowsOfIds,
  section,
} from '~/engine/user-data/index.server';
import { prisma, prismaTransaction, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { formatById } from '../formats/formats';
import { MAX_FOLDER_NAME } from './content/content';
import { checkedFolderName, checkedText } from './content/content-actions.server';
import {
  findOneOf,
  insertContent,
  lockContent,
  restoreContent as undelete,
  setHistory,
} from './content/content-data.server';
import { MAX_FOLDERS } from './folders/folder-actions.server';
import {
  countFolders,
  hasOneOf,
  holdOneOf,
  insertFolder,
  namesIn,
} from './folders/folder-data.server';
import { copyTexts } from './texts';
import { MAX_VERSIONS } from './versions/version';
import { insertPastVersion } from './versions/version-data.server';

const category = z.enum(['social', 'longform', 'landing', 'email']);

const folderRow = z.object({ id: z.uuid(), category, name: z.string(), createdAt: moment });

type ArchivedFolder = z.output<typeof folderRow>;

const folders = section<ArchivedFolder>({
  name: 'savedContentFolders',
  row: folderRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) =>
      prisma.savedContentFolder.findMany(idPage(userId, after, take)),
    ),
  restore: restoreFolder,
});

/**
 * Restores a folder that is not there yet; beside another one of its name it gets a number.
 * @throws AppError `invalid`, `conflict` when there are too many
 */
function restoreFolder(target: RestoreTarget, row: ArchivedFolder): Promise<boolean> {
  const { userId } = target;
  const { category } = row;
  const id = target.idOf('savedContentFolders', row.id);
  const name = checkedFolderName(row.name);
  return prismaTransaction(async (tx) => {
    if (await hasOneOf(tx, userId, target.idsOf('savedContentFolders', row.id))) return false;
    if ((await countFolders(tx, userId, category)) >= MAX_FOLDERS) {
      throw new AppError('conflict', copyTexts.tooManyFolders);
    }
    const free = freeName(name, await namesIn(tx, userId, category), MAX_FOLDER_NAME);
    const createdAt = restoredTime(row.createdAt);
    await insertFolder(tx, userId, { id, category, name: free, createdAt });
    return true;
  });
}

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

type ArchivedContent = z.output<typeof contentRow>;

const contents = section<ArchivedContent>({
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

/**
 * Restores a content that is not there yet, in its category itself where its folder is not there; one that was deleted
 * and has not been removed is taken out of the bin. @throws AppError `invalid`
 */
function restoreContent(target: RestoreTarget, row: ArchivedContent): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('savedContents', row.id);
  const text = checkedText(row);
  return transaction(async (tx) => {
    const there = await findOneOf(tx, userId, target.idsOf('savedContents', row.id));
    if (there) return there.deleted && (await undelete(tx, userId, there.id)) !== null;
    const folders = target.idsOf('savedContentFolders', row.folderId);
    const folderId = await holdOneOf(tx, userId, folders, row.category);
    const format = formatById(row.format)?.id ?? null;
    await insertContent(tx, userId, { id, category: row.category, folderId, format, ...text });
    await setHistory(tx, userId, {
      id,
      version: restoredVersion(row.version),
      createdAt: restoredTime(row.createdAt),
      updatedAt: restoredTime(row.updatedAt),
    });
    return true;
  });
}

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

type ArchivedVersion = z.output<typeof versionRow>;

const versions = section<ArchivedVersion>({
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
  restore: restoreVersion,
});

/** Restores an earlier version of a content that came in itself. @throws AppError `invalid` */
function restoreVersion(target: RestoreTarget, row: ArchivedVersion): Promise<boolean> {
  const { userId } = target;
  // Not of one that was there: what this account has of it is its own history.
  const contentId = target.idOf('savedContents', row.contentId);
  const id = target.idOf('savedContentVersions', row.id);
  const text = checkedText(row);
  return transaction(async (tx) => {
    if (!(await lockContent(tx, userId, contentId))) return false;
    const times = {
      writtenAt: restoredTime(row.writtenAt).getTime(),
      createdAt: restoredTime(row.createdAt),
    };
    return insertPastVersion(tx, userId, { id, contentId, ...text, ...times }, MAX_VERSIONS);
  });
}

export const contentSections = [folders, contents, versions];
