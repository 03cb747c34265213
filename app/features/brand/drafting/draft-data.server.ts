import { prisma, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `profile_drafts`: what proposals were asked with. A row goes with its text. The owner is part of every condition.

const DRAFT = {
  id: true,
  profileId: true,
  about: true,
  samples: true,
} satisfies Prisma.ProfileDraftSelect;

export type DraftRow = Prisma.ProfileDraftGetPayload<{ select: typeof DRAFT }>;

/**
 * SQL: the generation engine asks for the text in a transaction of that form.
 * @throws a unique violation of profile_drafts_user_id_client_key_key when it was asked for already.
 */
export async function insertDraft(
  tx: Sql,
  draft: DraftRow & { userId: UserScope; clientKey: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO profile_drafts (id, user_id, profile_id, client_key, about, samples)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6::text[])`,
    [draft.id, draft.userId, draft.profileId, draft.clientKey, draft.about, draft.samples],
  );
}

/** What was asked for with this key. */
export function findDraftByClientKey(
  userId: UserScope,
  clientKey: string,
): Promise<DraftRow | null> {
  return prisma.profileDraft.findFirst({ where: { userId, clientKey }, select: DRAFT });
}

/** The last one that was asked for. */
export function newestDraft(userId: UserScope, profileId: string): Promise<DraftRow | null> {
  return prisma.profileDraft.findFirst({
    where: { profileId, userId },
    orderBy: { id: 'desc' },
    select: DRAFT,
  });
}

export function findDraft(
  userId: UserScope,
  profileId: string,
  id: string,
): Promise<DraftRow | null> {
  return prisma.profileDraft.findFirst({ where: { id, profileId, userId }, select: DRAFT });
}
