import { z } from 'zod';

import {
  idPage,
  moment,
  rowsById,
  rowsOfIds,
  section,
  type ArchiveSection,
} from '~/engine/user-data/index.server';
import { attachmentPath } from '../attachments/archive-section.server';
import { prisma, sql } from '~/lib/db/index.server';

import { displayTitle } from '../conversations/settings/titles';
import { bytesOfMessages, conversationIds, conversationsOf } from './archive-tables.server';
import { conversationRow, type ConversationRow } from './conversation-rows.server';
import { conversationJson, conversationMarkdown, dayOf } from './conversation-texts.server';
import { restoreFolder } from '../folders/restore-folder.server';

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
