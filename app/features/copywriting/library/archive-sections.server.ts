import { z } from 'zod';

import {
  archivedTable,
  changeCount,
  inTrash,
  moment,
  newReference,
  partOf,
  reference,
} from '~/engine/user-data/index.server';
import { checkedKeys } from '~/features/brand/index.server';
import { ContentCategory } from '~/lib/prisma/enums';

import { formatById } from '../formats/formats';
import { MAX_FOLDER_NAME } from './content/content';
import { checkedText } from './content/content-actions.server';
import { lockContent } from './content/content-data.server';
import { checkedFolderName, MAX_FOLDERS } from './folders/folder-actions.server';
import { holdFolder } from './folders/folder-data.server';
import { libraryTexts } from './texts';
import { MAX_VERSIONS } from './versions/version';

/** Rows per batch: texts have up to 200,000 characters. */
const atOnce = 20;

const folders = archivedTable('savedContentFolder', {
  section: 'savedContentFolders',
  columns: { category: z.enum(ContentCategory), name: z.string(), createdAt: moment },
  restore: {
    limit: { max: MAX_FOLDERS, within: ['category'], refusal: libraryTexts.tooManyFolders },
    freeName: { maxLength: MAX_FOLDER_NAME, within: ['category'] },
    check: ({ name }) => ({ name: checkedFolderName(name) }),
  },
});

const contents = archivedTable('savedContent', {
  section: 'savedContents',
  columns: {
    category: z.enum(ContentCategory),
    folderId: reference('savedContentFolders'),
    title: z.string(),
    content: z.string(),
    format: z.string().nullable(),
    // Archives of earlier versions don't say.
    demo: z.boolean().default(false),
    imageId: newReference('mediaItems'),
    profileId: newReference('profiles'),
    // Archives of earlier versions don't say.
    ignoredFindings: z.array(z.string()).default([]),
    version: changeCount,
    createdAt: moment,
    updatedAt: moment,
    deletedAt: inTrash,
  },
  atOnce,
  readable: ({ createdAt, title, content }) => ({
    name: `${createdAt.toISOString().slice(0, 10)} ${title}`,
    markdown: content.endsWith('\n') ? content : `${content}\n`,
  }),
  restore: {
    check: (row) => ({
      ...checkedText(row),
      format: formatById(row.format)?.id ?? null,
      ignoredFindings: checkedKeys(row.ignoredFindings),
    }),
    // A content whose folder is in another category goes to its own category instead.
    async within({ sql }, { folderId, category }, row, { userId }) {
      const isThere = folderId !== null && (await holdFolder(sql, userId, folderId, category));
      return isThere ? {} : { folderId: null };
    },
  },
});

const versions = archivedTable('savedContentVersion', {
  section: 'savedContentVersions',
  columns: {
    contentId: partOf('savedContents'),
    title: z.string(),
    content: z.string(),
    /** When this text was written. */
    writtenAt: moment,
    /** When another text replaced it. */
    createdAt: moment,
  },
  there: { savedContent: { deletedAt: null } },
  atOnce,
  restore: {
    check: (row) => checkedText(row),
    async within({ tx, sql }, { contentId }, row, { userId }) {
      if (!(await lockContent(sql, userId, contentId))) return null;
      const count = await tx.savedContentVersion.count({ where: { userId, contentId } });
      return count < MAX_VERSIONS ? {} : null;
    },
  },
});

export const contentSections = [folders, contents, versions];
