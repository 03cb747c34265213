import { prisma, type Sql } from '~/lib/db/index.server';
import type { Owned, UserScope } from '~/lib/scope';

// Owns `sent_passages`. Every condition has the owner.

/**
 * Keeps which passages a text is told of, word for word; those of its last run, if it was continued. SQL: joins the transaction
 * that queues the text.
 */
export async function putSentPassages(
  tx: Sql,
  sent: Owned<{ textId: string; userId: string }> & { profileId: string; content: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO sent_passages (text_id, user_id, profile_id, content) VALUES ($1::uuid, $2::uuid, $3::uuid, $4)
     ON CONFLICT (text_id) DO UPDATE SET profile_id = excluded.profile_id, content = excluded.content
      WHERE sent_passages.user_id = $2::uuid`,
    [sent.textId, sent.userId, sent.profileId, sent.content],
  );
}

export function findSentPassages(
  userId: UserScope,
  textIds: readonly string[],
): Promise<{ textId: string; content: string }[]> {
  return prisma.sentPassages.findMany({
    where: { userId, textId: { in: [...textIds] } },
    select: { textId: true, content: true },
    orderBy: { textId: 'asc' },
  });
}
