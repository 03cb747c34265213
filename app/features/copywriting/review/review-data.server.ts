import { prisma, type Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

// Owns `reviews`: what reviews are about. A row is deleted with its text.

export interface NewReview {
  id: string;
  userId: UserScope;
  profileId: string;
  /** Where the reviewed text stands, as the editors name it. */
  subject: string;
  text: string;
}

/** SQL: joins the transaction that queues the review. */
export async function insertReview(tx: Sql, review: NewReview): Promise<void> {
  await tx.query(
    `INSERT INTO reviews (id, user_id, profile_id, subject, text)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5)`,
    [review.id, review.userId, review.profileId, review.subject, review.text],
  );
}

export function newestReview(userId: UserScope, subject: string) {
  return prisma.review.findFirst({
    where: { userId, subject },
    orderBy: { id: 'desc' },
    select: {
      id: true,
      profileId: true,
      text: true,
      createdAt: true,
      profile: { select: { name: true } },
    },
  });
}
