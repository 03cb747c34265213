import { prisma, type Sql } from '~/lib/db/index.server';
import type { Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `profile_drafts`: the material of proposals. A row is deleted with its text. Every condition has the owner.

const DRAFT = {
  id: true,
  profileId: true,
  about: true,
  samples: true,
} satisfies Prisma.ProfileDraftSelect;

export type DraftRow = Prisma.ProfileDraftGetPayload<{ select: typeof DRAFT }>;

/**
 * SQL: joins the transaction that queues the text.
 * @throws a unique violation of profile_drafts_user_id_client_key_key when the key was used before.
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

/** The proposal that a request with this key created. */
export function findDraftByClientKey(
  userId: UserScope,
  clientKey: string,
): Promise<DraftRow | null> {
  return prisma.profileDraft.findFirst({ where: { userId, clientKey }, select: DRAFT });
}

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
