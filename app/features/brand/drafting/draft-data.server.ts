import type { Sql } from '~/lib/db/index.server';

import type { DraftMaterial } from './draft';

// Owns `profile_drafts`: what proposals were asked with. A row goes with its text.

export interface DraftRow extends DraftMaterial {
  id: string;
  profileId: string;
}

const DRAFT = `d.id, d.profile_id AS "profileId", d.about, d.samples`;

/** @throws a unique violation of profile_drafts_user_id_client_key_key when it was asked for already. */
export async function insertDraft(
  tx: Sql,
  draft: DraftRow & { userId: string; clientKey: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO profile_drafts (id, user_id, profile_id, client_key, about, samples)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6::text[])`,
    [draft.id, draft.userId, draft.profileId, draft.clientKey, draft.about, draft.samples],
  );
}

/** What was asked for with this key. */
export async function findAskedDraft(
  sql: Sql,
  userId: string,
  clientKey: string,
): Promise<DraftRow | null> {
  const [row] = await sql.query<DraftRow>(
    `SELECT ${DRAFT} FROM profile_drafts d WHERE d.user_id = $1::uuid AND d.client_key = $2::uuid`,
    [userId, clientKey],
  );
  return row ?? null;
}

/** The last one that was asked for. */
export async function newestDraft(
  sql: Sql,
  userId: string,
  profileId: string,
): Promise<DraftRow | null> {
  const [row] = await sql.query<DraftRow>(
    `SELECT ${DRAFT} FROM profile_drafts d
      WHERE d.profile_id = $2::uuid AND d.user_id = $1::uuid ORDER BY d.id DESC LIMIT 1`,
    [userId, profileId],
  );
  return row ?? null;
}

export async function findDraft(
  sql: Sql,
  userId: string,
  profileId: string,
  id: string,
): Promise<DraftRow | null> {
  const [row] = await sql.query<DraftRow>(
    `SELECT ${DRAFT} FROM profile_drafts d
      WHERE d.id = $3::uuid AND d.profile_id = $2::uuid AND d.user_id = $1::uuid`,
    [userId, profileId, id],
  );
  return row ?? null;
}
