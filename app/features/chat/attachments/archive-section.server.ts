import { z } from 'zod';

import { idPage, moment, rowsById, section } from '~/engine/user-data/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { extensionOf } from '~/lib/file-extension';

import { storedBytes } from './attachment-data.server';
import { ATTACHMENT_OBJECTS } from './upload-attachment.server';

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
export function attachmentPath({ id, type }: { id: string; type: string }): string {
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
