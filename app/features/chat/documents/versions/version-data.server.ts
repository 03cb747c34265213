import { prisma, type PrismaTx } from '~/lib/db/index.server';
import type { ChatDocumentVersion } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `chat_document_versions`. Every condition has the owner.

const NEWEST_FIRST = { version: 'desc' as const };

/** When the newest version was created; null when there is none. */
export async function newestVersionAt(
  tx: PrismaTx,
  userId: UserScope,
  documentId: string,
): Promise<number | null> {
  const row = await tx.chatDocumentVersion.findFirst({
    where: { userId, documentId },
    select: { createdAt: true },
    orderBy: NEWEST_FIRST,
  });
  return row?.createdAt.getTime() ?? null;
}

export async function insertVersion(
  tx: PrismaTx,
  version: Omit<ChatDocumentVersion, 'createdAt'> & { userId: UserScope },
): Promise<void> {
  await tx.chatDocumentVersion.create({ data: version, select: { id: true } });
}

/** Removes all but the newest, and but the one that the assistant got last. */
export async function removeOldVersions(
  tx: PrismaTx,
  userId: UserScope,
  documentId: string,
  { keep, seen }: { keep: number; seen: number | null },
): Promise<void> {
  const old = await tx.chatDocumentVersion.findMany({
    where: { userId, documentId },
    select: { id: true, version: true },
    orderBy: NEWEST_FIRST,
    skip: keep,
  });
  const ids = old.filter(({ version }) => version !== seen).map(({ id }) => id);
  await tx.chatDocumentVersion.deleteMany({ where: { id: { in: ids }, userId } });
}

/** Newest first, those before the version `before`, without their texts. */
export function listVersions(
  userId: UserScope,
  documentId: string,
  before: number | null,
  limit: number,
) {
  return prisma.chatDocumentVersion.findMany({
    where: { userId, documentId, ...(before !== null && { version: { lt: before } }) },
    select: {
      id: true,
      version: true,
      title: true,
      author: true,
      writtenAt: true,
      createdAt: true,
    },
    orderBy: NEWEST_FIRST,
    take: limit,
  });
}

/** Null when this document of the user's has no such version. */
export function readVersion(
  userId: UserScope,
  documentId: string,
  id: string,
  db: Pick<PrismaTx, 'chatDocumentVersion'> = prisma,
): Promise<{ title: string; content: string } | null> {
  return db.chatDocumentVersion.findFirst({
    where: { id, userId, documentId },
    select: { title: true, content: true },
  });
}

/** The text that the document had with this number; null when it isn't kept. */
export async function readNumbered(
  userId: UserScope,
  documentId: string,
  version: number,
): Promise<string | null> {
  const row = await prisma.chatDocumentVersion.findFirst({
    where: { userId, documentId, version },
    select: { content: true },
  });
  return row?.content ?? null;
}
