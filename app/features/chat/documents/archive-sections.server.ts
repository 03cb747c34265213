import { z } from 'zod';

import {
  archivedTable,
  changeCount,
  inTrash,
  leftOut,
  moment,
  newReference,
  partOf,
  reference,
} from '~/engine/user-data/index.server';
import { checkedKeys } from '~/features/brand/index.server';
import { formatById } from '~/features/copywriting';
import { checkedText, MAX_VERSIONS } from '~/features/copywriting/index.server';
import type { Sql } from '~/lib/db/index.server';
import { DocumentAuthor, PatchState } from '~/lib/prisma/enums';
import type { UserScope } from '~/lib/scope';

import { moveDocuments } from './document-data.server';
import { MAX_PATCHES, storablePatch } from './patches/patch';

/** Rows per batch: texts have up to 200,000 characters. */
const atOnce = 20;
const MESSAGES = 'messages';
const inConversation = { conversation: { deletedAt: null } };

const documents = archivedTable('chatDocument', {
  section: 'chatDocuments',
  columns: {
    messageId: z.uuid(),
    title: z.string(),
    content: z.string(),
    format: z.string().nullable(),
    demo: z.boolean(),
    imageId: newReference('mediaItems'),
    ignoredFindings: z.array(z.string()),
    author: z.enum(DocumentAuthor),
    version: changeCount,
    contentId: reference('savedContents'),
    savedVersion: z.int().nullable(),
    createdAt: moment,
    updatedAt: moment,
    deletedAt: inTrash,
    conversationId: leftOut('the answer says which one it is'),
    seenVersion: leftOut('the assistant gets the whole text again'),
  },
  there: inConversation,
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
    // Its conversation comes later, and its answer gets a new id then.
    within: (_db, _stored, { messageId }, { idOf }) =>
      Promise.resolve({ messageId: idOf(MESSAGES, messageId) }),
  },
});

const versions = archivedTable('chatDocumentVersion', {
  section: 'chatDocumentVersions',
  columns: {
    documentId: partOf('chatDocuments'),
    version: z.int().min(1),
    title: z.string(),
    content: z.string(),
    author: z.enum(DocumentAuthor),
    writtenAt: moment,
    createdAt: moment,
  },
  there: { document: { deletedAt: null, ...inConversation } },
  atOnce,
  restore: {
    check: (row) => checkedText(row),
    async within({ tx }, { documentId, version }, _row, { userId }) {
      const document = await tx.chatDocument.findFirst({
        where: { id: documentId, userId },
        select: { id: true },
      });
      if (!document) return null;
      const others = await tx.chatDocumentVersion.findMany({
        where: { userId, documentId },
        select: { version: true },
      });
      const isTaken = others.some((one) => one.version === version);
      return isTaken || others.length >= MAX_VERSIONS ? null : {};
    },
  },
});

const patches = archivedTable('chatDocumentPatch', {
  section: 'chatDocumentPatches',
  columns: {
    documentId: partOf('chatDocuments'),
    messageId: z.uuid(),
    position: z
      .int()
      .min(0)
      .max(MAX_PATCHES - 1),
    version: z.int(),
    find: z.string(),
    replace: z.string(),
    before: z.string(),
    after: z.string(),
    state: z.enum(PatchState),
    reason: z.string().nullable(),
    createdAt: moment,
  },
  there: { document: { deletedAt: null, ...inConversation } },
  restore: {
    check: (row) => storablePatch(row),
    async within({ tx }, { documentId, position }, { messageId }, { userId, idOf }) {
      const where = { id: documentId, userId };
      const document = await tx.chatDocument.findFirst({ where, select: { id: true } });
      const others = await tx.chatDocumentPatch.count({ where: { userId, documentId } });
      const own = idOf(MESSAGES, messageId);
      const taken = await tx.chatDocumentPatch.count({
        where: { documentId, messageId: own, position },
      });
      return document && others < MAX_PATCHES && taken === 0 ? { messageId: own } : null;
    },
  },
});

export const documentSections = [documents, versions, patches];

/**
 * Gives documents of an archive the conversations and answers that they belong to, once these are written. `idOf` says what the
 * rows of an archive are called in this account.
 */
export function restoreDocuments(
  tx: Sql,
  userId: UserScope,
  messages: readonly { key: string; id: string }[],
  idOf: (section: string, id: string) => string,
): Promise<void> {
  const moves = messages.map(({ key, id }) => ({ from: idOf(MESSAGES, key), to: id }));
  return moveDocuments(tx, userId, moves);
}
