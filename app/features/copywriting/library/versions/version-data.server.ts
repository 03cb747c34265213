import { prisma, type PrismaTx } from '~/lib/db/index.server';
import type { SavedContentVersion } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import type { ContentVersion } from './version';

// Owns `saved_content_versions`. Every condition has the owner.

const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** When the newest version was created; null when there is none. */
export async function newestVersionAt(
  tx: PrismaTx,
  userId: UserScope,
  contentId: string,
): Promise<number | null> {
  const row = await tx.savedContentVersion.findFirst({
    where: { userId, contentId },
    select: { createdAt: true },
    orderBy: NEWEST_FIRST,
  });
  return row?.createdAt.getTime() ?? null;
}

export async function insertVersion(
  tx: PrismaTx,
  version: Omit<SavedContentVersion, 'createdAt'> & { userId: UserScope },
): Promise<void> {
  await tx.savedContentVersion.create({ data: version, select: { id: true } });
}

/** Removes all but the newest. */
export async function removeOldVersions(
  tx: PrismaTx,
  userId: UserScope,
  contentId: string,
  keep: number,
): Promise<void> {
  const old = await tx.savedContentVersion.findMany({
    where: { userId, contentId },
    select: { id: true },
    orderBy: NEWEST_FIRST,
    skip: keep,
  });
  const id = { in: old.map(({ id }) => id) };
  await tx.savedContentVersion.deleteMany({ where: { id, userId } });
}

/** Newest first, starting after `after`, without texts. */
export async function listVersions(
  userId: UserScope,
  contentId: string,
  after: { date: number; id: string } | null,
  limit: number,
): Promise<ContentVersion[]> {
  const date = after && new Date(after.date);
  const rows = await prisma.savedContentVersion.findMany({
    where: {
      userId,
      contentId,
      // The first condition lets the index scan start there, which an OR alone can't.
      ...(date && {
        createdAt: { lte: date },
        OR: [{ createdAt: { lt: date } }, { id: { lt: after.id } }],
      }),
    },
    select: { id: true, title: true, writtenAt: true, createdAt: true },
    orderBy: NEWEST_FIRST,
    take: limit,
  });
  return rows.map(({ writtenAt, createdAt, ...row }) => ({
    ...row,
    writtenAt: writtenAt.getTime(),
    createdAt: createdAt.getTime(),
  }));
}

/** Null when this content of the user's has no such version. */
export function readVersion(
  userId: UserScope,
  contentId: string,
  id: string,
  db: Pick<PrismaTx, 'savedContentVersion'> = prisma,
): Promise<{ title: string; content: string } | null> {
  return db.savedContentVersion.findFirst({
    where: { id, userId, contentId },
    select: { title: true, content: true },
  });
}
