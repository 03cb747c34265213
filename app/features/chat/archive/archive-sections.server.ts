import { z } from 'zod';

import {
  type ArchiveSection,
  fewRows,
  idPage,
  moment,
  rowsById,
  rowsOfIds,
  section,
} from '~/engine/user-data/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { extensionOf } from '~/lib/file-extension';

import { storedBytes } from '../attachments/attachment-data.server';
import { ATTACHMENT_OBJECTS } from '../attachments/upload-attachment.server';
import { displayTitle } from '../conversations/settings/titles';
import { restoreFolder } from '../folders/folder-actions.server';
import { bytesOfMessages, conversationIds, conversationsOf } from './archive-tables.server';
import { conversationRow, type ConversationRow } from './conversation-rows.server';
import { conversationJson, conversationMarkdown, dayOf } from './conversation-texts.server';

const folderRow = z.object({ id: z.uuid(), name: z.string(), createdAt: moment });

const folders: ArchiveSection<z.output<typeof folderRow>> = {
  name: 'folders',
  row: folderRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) =>
      prisma.conversationFolder.findMany(idPage(userId, after, take)),
    ),
  restore: restoreFolder,
};

const conversations: ArchiveSection<ConversationRow> = {
  name: 'conversations',
  after: ['folders', 'profiles'],
  row: conversationRow,
  rows: (userId, signal) =>
    rowsOfIds(
      signal,
      (after, limit) => conversationIds(sql, userId, after, limit),
      (ids) => conversationsOf(userId, ids),
    ),
  // As data and to be read.
  estimate: async (userId) => 2 * (await bytesOfMessages(sql, userId)),
  documents: (row, userId, signal) => [
    {
      path: `conversations/${row.id}.json`,
      text: conversationJson(userId, row, signal),
    },
    {
      readable: `${dayOf(row)} ${displayTitle(row.title)}`,
      text: conversationMarkdown(userId, row, signal, ({ id, type }) =>
        id === null ? null : `../../files/${attachmentPath({ id, type })}`,
      ),
    },
  ],
};

export const chatSections = [section(folders), section(conversations)];

const attachmentRow = z.object({
  id: z.uuid(),
  /** Null: it was not sent. */
  messageId: z.uuid().nullable(),
  position: z.number().int(),
  name: z.string(),
  type: z.string(),
  size: z.number().int(),
  pages: z.number().int().nullable(),
  characters: z.number().int().nullable(),
  createdAt: moment,
});

/** Below `files/` in an archive. */
function attachmentPath({ id, type }: { id: string; type: string }): string {
  return `attachments/${id}.${extensionOf(type)}`;
}

const goneKey = (userId: string, id: string) => `${ATTACHMENT_OBJECTS}${userId}/${id}/gone`;

export const attachmentsSection = section<z.output<typeof attachmentRow>>({
  name: 'attachments',
  after: ['conversations'],
  row: attachmentRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.attachment.findMany(idPage(userId, after, take))),
  estimate: (userId) => storedBytes(sql, userId),
  async files({ id, type }, userId) {
    const row = await prisma.attachment.findFirst({
      where: { id, userId },
      select: { objectKey: true },
    });
    // One that is gone since, or is of an archive, has no object here.
    return [{ path: attachmentPath({ id, type }), key: row?.objectKey ?? goneKey(userId, id) }];
  },
});

const shareRow = z.object({
  /** What its link ends with. */
  id: z.string(),
  conversationId: z.uuid(),
  createdAt: moment,
  expiresAt: moment.nullable(),
});

/** The public links: to be read only. */
export const sharesSection = section<z.output<typeof shareRow>>({
  name: 'shares',
  row: shareRow,
  rows: (userId) =>
    fewRows(
      prisma.sharedConversation.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
    ),
});
