import { z } from 'zod';

import {
  archivedTable,
  inTrash,
  leftOut,
  moment,
  reference,
} from '~/engine/user-data/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { extensionOf } from '~/lib/files/file-name';
import type { UserScope } from '~/lib/scope';

import { storedBytes } from '../attachments/attachment-data.server';
import { ATTACHMENT_OBJECTS } from '../attachments/upload-attachment.server';
import { EFFORTS } from '../conversations/settings/conversation-settings';
import { displayTitle } from '../conversations/settings/titles';
import { folderName, MAX_FOLDERS } from '../folders/folder-actions.server';
import { MAX_FOLDER_NAME } from '../texts';
import { bytesOfMessages, countMessages } from './archive-tables.server';
import { conversationJson, conversationMarkdown, dayOf } from './conversation-texts.server';
import { messageImages } from '../images/message-images.server';
import { MAX_PROMPTS } from '../prompts/prompt';
import { validPrompt } from '../prompts/prompt-actions.server';
import { STARTERS } from '../prompts/starters';
import { promptTexts } from '../prompts/texts';

const folders = archivedTable('conversationFolder', {
  section: 'folders',
  columns: { name: z.string(), createdAt: moment },
  restore: {
    limit: { max: MAX_FOLDERS, refusal: `There are ${MAX_FOLDERS} folders already.` },
    freeName: { maxLength: MAX_FOLDER_NAME },
    check: ({ name }) => ({ name: folderName(name) }),
  },
});

/** The settings of conversations. Their messages are in separate documents, from which imports restore them. */
export const conversations = archivedTable('conversation', {
  section: 'conversations',
  columns: {
    /** The whole title, as stored. */
    title: z.string(),
    lastMessage: z.string(),
    lastUpdated: moment,
    originalCreationDate: moment.nullable(),
    createdAt: moment,
    isPublic: z.boolean(),
    /** The last message of the branch that is shown. */
    activeLeafId: z.uuid().nullable(),
    profileId: reference('profiles'),
    model: z.string().nullable(),
    effort: z.enum(EFFORTS).nullable().default(null),
    systemPrompt: z.string(),
    pinnedAt: moment.nullable(),
    archivedAt: moment.nullable(),
    folderId: reference('folders'),
    deletedAt: inTrash,
    searchedUntil: leftOut('how far it is indexed here'),
  },
  joined: {
    /** In all branches. */
    fields: { messageCount: z.int() },
    async of(userId, ids) {
      const counts = await countMessages(userId, ids);
      return (id) => ({ messageCount: counts.get(id) ?? 0 });
    },
  },
  // A conversation without a message isn't shown anywhere.
  there: { lastMessage: { not: '' } },
  // Counted twice, as data and as readable text.
  estimate: async (userId) => 2 * (await bytesOfMessages(sql, userId)),
  documents: (row, userId, signal) => [
    {
      path: `conversations/${row.id}.json`,
      text: conversationJson(userId, row, signal),
    },
    {
      readable: `${dayOf(row)} ${displayTitle(row.title)}`,
      text: conversationMarkdown(userId, row, signal, {
        fileOf: ({ id, type }) =>
          id === null ? null : `../../files/${attachmentPath({ id, type })}`,
        imageOf: (image) => `../../files/${messageImages().archivePath(image)}`,
      }),
    },
  ],
});

export const chatSections = [folders, conversations];

/** Its path below `files/` in an archive. */
function attachmentPath({ id, type }: { id: string; type: string }): string {
  return `attachments/${id}.${extensionOf(type)}`;
}

const goneKey = (userId: UserScope, id: string) => `${ATTACHMENT_OBJECTS}${userId}/${id}/gone`;

export const attachmentsSection = archivedTable('attachment', {
  section: 'attachments',
  after: ['conversations'],
  columns: {
    /** Null for an unsent file. */
    messageId: z.uuid().nullable(),
    position: z.int(),
    name: z.string(),
    type: z.string(),
    size: z.int(),
    pages: z.int().nullable(),
    characters: z.int().nullable(),
    createdAt: moment,
    storedSize: leftOut('the storage that it takes here'),
    objectKey: leftOut('its place in this object store'),
    readKey: leftOut('its place in this object store'),
  },
  estimate: (userId) => storedBytes(sql, userId),
  async files({ id, type }, userId) {
    const row = await prisma.attachment.findFirst({
      where: { id, userId },
      select: { objectKey: true },
    });
    // A removed file, or one from another archive, has no object here.
    return [{ path: attachmentPath({ id, type }), key: row?.objectKey ?? goneKey(userId, id) }];
  },
});

/** The public links, for reading only. The id is the last part of the link. */
export const sharesSection = archivedTable('sharedConversation', {
  section: 'shares',
  ids: 'texts',
  columns: {
    conversationId: z.uuid(),
    createdAt: moment,
    expiresAt: moment.nullable(),
    leafId: leftOut('the last message that it shows'),
  },
  order: ['createdAt', 'id'],
});

const prompts = archivedTable('prompt', {
  section: 'prompts',
  columns: {
    name: z.string(),
    text: z.string(),
    version: leftOut('only open tabs need it'),
    createdAt: moment,
    updatedAt: moment,
  },
  readable: ({ name, text }) => ({ name, markdown: `${text}\n` }),
  restore: {
    limit: { max: MAX_PROMPTS, refusal: promptTexts.tooMany },
    check: (row) => validPrompt(row),
  },
});

/** Starters that the person has hidden. */
const hiddenStarters = archivedTable('hiddenStarter', {
  section: 'hiddenStarters',
  key: 'starter',
  columns: {},
  restore: { check: (row) => (STARTERS.some(({ id }) => id === row.id) ? {} : null) },
});

export const promptSections = [prompts, hiddenStarters];
