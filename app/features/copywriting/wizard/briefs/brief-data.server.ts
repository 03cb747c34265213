import { softDeletion } from '~/engine/user-data/index.server';
import { prisma, type PrismaTx, type Sql } from '~/lib/db/index.server';
import type { Brief } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import { formatById, type FormatId } from '../../formats/formats';
import { type BriefItem, type BriefRequest, titleOfTopic } from './brief';

// Owns `briefs`. Every condition has the owner, and none finds a deleted brief.

export interface BriefRow extends BriefRequest {
  id: string;
  createdAt: number;
  profileName: string | null;
  imageId: string | null;
}

type StoredBrief = Omit<Brief, 'userId' | 'clientKey' | 'deletedAt'>;

function knownFormats(formatIds: string[]): FormatId[] {
  return formatIds.flatMap((id) => formatById(id)?.id ?? []);
}

function toBrief(row: StoredBrief, profileName: string | null): BriefRow {
  const { id, kind, variants, profileId, imageId, createdAt, formatIds, ...fields } = row;
  return {
    id,
    kind,
    formatIds: knownFormats(formatIds),
    variants,
    profileId,
    profileName,
    imageId,
    createdAt: createdAt.getTime(),
    fields,
  };
}

/**
 * SQL: joins the transaction that queues the brief's texts.
 * @throws a unique violation of briefs_user_id_client_key_key when the key was used before.
 */
export async function insertBrief(
  tx: Sql,
  { userId, id, clientKey, brief }: NewBrief,
): Promise<void> {
  const { kind, formatIds, variants, profileId, fields } = brief;
  await tx.query(
    `INSERT INTO briefs (id, user_id, client_key, kind, format_ids, variants, profile_id, topic, audience, goal, tone,
                         length, language, keywords, call_to_action)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::brief_kind, $5::text[], $6::int,
             (SELECT p.id FROM profiles p WHERE p.id = $7::uuid AND p.user_id = $2::uuid), $8, $9, $10, $11,
             $12::brief_length, $13, $14::text[], $15)`,
    [
      id,
      userId,
      clientKey,
      kind,
      formatIds,
      variants,
      profileId,
      fields.topic,
      fields.audience,
      fields.goal,
      fields.tone,
      fields.length,
      fields.language,
      fields.keywords,
      fields.callToAction,
    ],
  );
}

export const deletion = softDeletion('briefs');

export interface NewBrief {
  userId: UserScope;
  id: string;
  clientKey: string;
  brief: BriefRequest;
}

export async function findBrief(userId: UserScope, id: string): Promise<BriefRow | null> {
  const found = await prisma.brief.findFirst({
    where: { id, userId, deletedAt: null },
    omit: { userId: true, clientKey: true, deletedAt: true },
    include: { profile: { select: { name: true } } },
  });
  if (!found) return null;
  const { profile, ...row } = found;
  return toBrief(row, profile?.name ?? null);
}

/** The id of the brief that a request with this key created. */
export async function findByClientKey(
  userId: UserScope,
  clientKey: string,
): Promise<string | null> {
  const row = await prisma.brief.findFirst({
    where: { userId, clientKey, deletedAt: null },
    select: { id: true },
  });
  return row?.id ?? null;
}

/** False when the user has no such brief. */
export async function updateImage(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
  imageId: string | null,
): Promise<boolean> {
  const where = { id, userId, deletedAt: null };
  const { count } = await tx.brief.updateMany({ where, data: { imageId } });
  return count > 0;
}

/** The brand of a brief's texts, and the image in their previews. */
export async function findLook(
  tx: PrismaTx,
  userId: UserScope,
  id: string,
): Promise<{ imageId: string | null; profileId: string | null } | null> {
  return tx.brief.findFirst({ where: { id, userId }, select: { imageId: true, profileId: true } });
}

/** Serializes changes to a brief's variants; null when the user has no such brief. SQL: locks the row. */
export async function lockBrief(tx: Sql, userId: UserScope, id: string): Promise<BriefRow | null> {
  const [row] = await tx.query<StoredBrief & { profileName: string | null }>(
    `SELECT b.id, b.kind, b.format_ids, b.variants, b.profile_id, p.name AS profile_name, b.topic, b.audience,
            b.goal, b.tone, b.length, b.language, b.keywords, b.call_to_action, b.image_id, b.created_at
       FROM briefs b LEFT JOIN profiles p ON p.id = b.profile_id
      WHERE b.user_id = $1::uuid AND b.deleted_at IS NULL AND b.id = $2::uuid FOR NO KEY UPDATE OF b`,
    [userId, id],
  );
  if (!row) return null;
  const { profileName, ...brief } = row;
  return toBrief(brief, profileName);
}

/** Locks the briefs of these variants, always in the same order. SQL: locks rows. */
export async function lockBriefsOf(
  tx: Sql,
  userId: UserScope,
  variantIds: readonly string[],
): Promise<void> {
  await tx.query(
    `SELECT 1 FROM briefs b
      WHERE b.user_id = $1::uuid
        AND b.id IN (SELECT brief_id FROM pieces WHERE user_id = $1::uuid AND id = ANY($2::uuid[]))
      ORDER BY b.id FOR NO KEY UPDATE`,
    [userId, variantIds],
  );
}

/**
 * Newest first, starting after `after`. SQL: a row comparison that uses the index, and only the beginning of each
 * topic.
 */
export async function listBriefs(
  sql: Sql,
  userId: UserScope,
  after: { date: number; id: string } | null,
  limit: number,
): Promise<BriefItem[]> {
  const rows = await sql.query<Pick<Brief, 'id' | 'topic' | 'kind' | 'formatIds' | 'createdAt'>>(
    `SELECT b.id, left(b.topic, 200) AS topic, b.kind, b.format_ids, b.created_at
       FROM briefs b
      WHERE b.user_id = $1::uuid AND b.deleted_at IS NULL ${after ? 'AND (b.created_at, b.id) < ($3::timestamptz, $4::uuid)' : ''}
      ORDER BY b.created_at DESC, b.id DESC LIMIT $2::int`,
    [userId, limit, ...(after ? [new Date(after.date), after.id] : [])],
  );
  return rows.map(({ id, topic, kind, formatIds, createdAt }) => ({
    id,
    title: titleOfTopic(topic),
    kind,
    formatIds: knownFormats(formatIds),
    createdAt: createdAt.getTime(),
  }));
}

export function countByProfile(userId: UserScope, profileId: string): Promise<number> {
  return prisma.brief.count({ where: { userId, profileId, deletedAt: null } });
}
