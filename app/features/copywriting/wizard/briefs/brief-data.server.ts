import { softDeletion } from '~/engine/user-data/index.server';
import { prisma, type Sql } from '~/lib/db/index.server';
import type { Brief } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

import { formatById, type FormatId } from '../../formats/formats';
import { type BriefItem, type BriefRequest, titleOfTopic } from './brief';

// Owns `briefs`. The owner is part of every condition, and a deleted one is there for no one. SQL: what joins the
// pipelined transactions that queue texts, locks, and parts of topics.

export interface BriefRow extends BriefRequest {
  id: string;
  createdAt: number;
  profileName: string | null;
}

type StoredBrief = Omit<Brief, 'userId' | 'clientKey' | 'deletedAt'> & {
  profileName: string | null;
};

/** PostgreSQL keeps microseconds where a Date has milliseconds: the keys of a list must be the same in both. */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;
const THEIRS = `b.user_id = $1::uuid AND b.deleted_at IS NULL`;
const BRIEF = `b.id, b.kind, b.format_ids, b.variants, b.profile_id,
  p.name AS profile_name, b.topic, b.audience, b.goal, b.tone, b.length, b.language, b.keywords,
  b.call_to_action, b.created_at`;
const FROM = `briefs b LEFT JOIN profiles p ON p.id = b.profile_id`;

function known(formatIds: string[]): FormatId[] {
  return formatIds.flatMap((id) => formatById(id)?.id ?? []);
}

function toBrief(row: StoredBrief): BriefRow {
  const { id, kind, variants, profileId, profileName, createdAt, formatIds, ...fields } = row;
  return {
    id,
    kind,
    formatIds: known(formatIds),
    variants,
    profileId,
    profileName,
    createdAt: createdAt.getTime(),
    fields,
  };
}

/** @throws a unique violation of briefs_user_id_client_key_key for a key that was used. */
export async function insertBrief(
  tx: Sql,
  { userId, id, clientKey, brief }: NewBrief,
): Promise<void> {
  const { kind, formatIds, variants, profileId, fields } = brief;
  await tx.query(
    `INSERT INTO briefs (id, user_id, client_key, kind, format_ids, variants, profile_id, topic, audience, goal, tone,
                         length, language, keywords, call_to_action, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::brief_kind, $5::text[], $6::int,
             (SELECT p.id FROM profiles p WHERE p.id = $7::uuid AND p.user_id = $2::uuid), $8, $9, $10, $11,
             $12::brief_length, $13, $14::text[], $15, ${NOW})`,
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

export async function findBrief(sql: Sql, userId: UserScope, id: string): Promise<BriefRow | null> {
  const [row] = await sql.query<StoredBrief>(
    `SELECT ${BRIEF} FROM ${FROM} WHERE ${THEIRS} AND b.id = $2::uuid`,
    [userId, id],
  );
  return row ? toBrief(row) : null;
}

/** What a request with this key has made. */
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

/** Lets one change at a time be made of a brief's pieces; null when it is not there or not this user's. */
export async function lockBrief(tx: Sql, userId: UserScope, id: string): Promise<BriefRow | null> {
  const [row] = await tx.query<StoredBrief>(
    `SELECT ${BRIEF} FROM ${FROM} WHERE ${THEIRS} AND b.id = $2::uuid FOR NO KEY UPDATE OF b`,
    [userId, id],
  );
  return row ? toBrief(row) : null;
}

/** Locks the briefs of these pieces, always in the same order. */
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

/** Newest first, from `after` on. */
export async function listBriefs(
  sql: Sql,
  userId: UserScope,
  after: { date: number; id: string } | null,
  limit: number,
): Promise<BriefItem[]> {
  const rows = await sql.query<Pick<Brief, 'id' | 'topic' | 'kind' | 'formatIds' | 'createdAt'>>(
    `SELECT b.id, left(b.topic, 200) AS topic, b.kind, b.format_ids, b.created_at
       FROM briefs b
      WHERE ${THEIRS} ${after ? 'AND (b.created_at, b.id) < ($3::timestamptz, $4::uuid)' : ''}
      ORDER BY b.created_at DESC, b.id DESC LIMIT $2::int`,
    [userId, limit, ...(after ? [new Date(after.date), after.id] : [])],
  );
  return rows.map(({ id, topic, kind, formatIds, createdAt }) => ({
    id,
    title: titleOfTopic(topic),
    kind,
    formatIds: known(formatIds),
    createdAt: createdAt.getTime(),
  }));
}

export function countByProfile(userId: UserScope, profileId: string): Promise<number> {
  return prisma.brief.count({ where: { userId, profileId, deletedAt: null } });
}
