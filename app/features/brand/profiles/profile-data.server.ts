import type { Sql } from '~/lib/db/index.server';

import { COMPONENT_KINDS, type ComponentKind } from '../components/component';
import { PROFILE_COLUMNS } from '../components/component-data.server';
import type { ComponentIds } from './profile';

// Owns `profiles`, and which of them a user has chosen.

export interface ProfileRow {
  id: string;
  name: string;
  version: number;
  ids: ComponentIds;
}

const IDS = COMPONENT_KINDS.map((kind) => `'${kind}', p.${PROFILE_COLUMNS[kind]}`).join(', ');
const PROFILE = `p.id, p.name, p.version, json_build_object(${IDS}) AS ids`;

/**
 * Lets one change at a time be made of which profiles a user has and which components they use: what is shared now
 * may be removed a moment later.
 */
export async function lockProfiles(tx: Sql, userId: string): Promise<void> {
  await tx.query(`SELECT 1 FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`, [userId]);
}

/** All of a user's profiles, by name. */
export async function selectProfiles(sql: Sql, userId: string): Promise<ProfileRow[]> {
  return sql.query<ProfileRow>(
    `SELECT ${PROFILE} FROM profiles p WHERE p.user_id = $1::uuid ORDER BY lower(p.name), p.id`,
    [userId],
  );
}

/** The same for a list, and which of them the user has chosen. */
export async function selectChoices(
  sql: Sql,
  userId: string,
): Promise<(ProfileRow & { selected: boolean })[]> {
  return sql.query<ProfileRow & { selected: boolean }>(
    `SELECT ${PROFILE}, p.id IS NOT DISTINCT FROM u.selected_profile_id AS selected
       FROM profiles p JOIN users u ON u.id = p.user_id
      WHERE p.user_id = $1::uuid ORDER BY lower(p.name), p.id`,
    [userId],
    // Asked with each page of the chat lab.
    { prepared: true },
  );
}

export async function findProfile(
  sql: Sql,
  userId: string,
  id: string,
): Promise<ProfileRow | null> {
  const [row] = await sql.query<ProfileRow>(
    `SELECT ${PROFILE} FROM profiles p WHERE p.id = $1::uuid AND p.user_id = $2::uuid`,
    [id, userId],
  );
  return row ?? null;
}

export async function insertProfile(
  tx: Sql,
  profile: { id: string; userId: string; name: string; ids: ComponentIds },
): Promise<void> {
  const columns = COMPONENT_KINDS.map((kind) => PROFILE_COLUMNS[kind]).join(', ');
  const places = COMPONENT_KINDS.map((_, index) => `$${index + 4}::uuid`).join(', ');
  await tx.query(
    `INSERT INTO profiles (id, user_id, name, ${columns}) VALUES ($1::uuid, $2::uuid, $3, ${places})`,
    [profile.id, profile.userId, profile.name, ...COMPONENT_KINDS.map((kind) => profile.ids[kind])],
  );
}

/** The first of these that this user has. */
export async function findOneOf(
  sql: Sql,
  userId: string,
  ids: readonly string[],
): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `SELECT id FROM profiles WHERE user_id = $1::uuid AND id = ANY($2::uuid[])
      ORDER BY array_position($2::uuid[], id) LIMIT 1`,
    [userId, ids],
  );
  return row?.id ?? null;
}

/** When a new profile was written elsewhere. */
export async function setTimes(
  tx: Sql,
  userId: string,
  profile: { id: string; createdAt: Date; updatedAt: Date },
): Promise<void> {
  await tx.query(
    `UPDATE profiles SET created_at = $3::timestamptz, updated_at = $4::timestamptz
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [profile.id, userId, profile.createdAt, profile.updatedAt],
  );
}

/** Renames the profile, if it is still in that version. */
export async function updateName(
  tx: Sql,
  at: { userId: string; id: string; version: number },
  name: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE profiles SET name = $4, version = version + 1, updated_at = now()
      WHERE id = $1::uuid AND user_id = $2::uuid AND version = $3::int RETURNING id`,
    [at.id, at.userId, at.version, name],
  );
  return rows.length > 0;
}

/** The profile now uses this component, or none, if it is still in that version. */
export async function updateComponentId(
  tx: Sql,
  at: { userId: string; id: string; version: number },
  kind: ComponentKind,
  componentId: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE profiles SET ${PROFILE_COLUMNS[kind]} = $4::uuid, version = version + 1, updated_at = now()
      WHERE id = $1::uuid AND user_id = $2::uuid AND version = $3::int RETURNING id`,
    [at.id, at.userId, at.version, componentId],
  );
  return rows.length > 0;
}

/** Its first component of a kind. That contradicts nothing that anybody chose, so its version stays. */
export async function addComponentId(
  tx: Sql,
  userId: string,
  id: string,
  kind: ComponentKind,
  componentId: string,
): Promise<void> {
  await tx.query(
    `UPDATE profiles SET ${PROFILE_COLUMNS[kind]} = $3::uuid, updated_at = now()
      WHERE id = $1::uuid AND user_id = $2::uuid AND ${PROFILE_COLUMNS[kind]} IS NULL`,
    [id, userId, componentId],
  );
}

export async function deleteProfileRow(tx: Sql, userId: string, id: string): Promise<void> {
  await tx.query(`DELETE FROM profiles WHERE id = $1::uuid AND user_id = $2::uuid`, [id, userId]);
}

/** The profile that the user has chosen. */
export async function selectedProfile(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string | null }>(
    `SELECT selected_profile_id AS id FROM users WHERE id = $1::uuid`,
    [userId],
  );
  return row?.id ?? null;
}

/** The profile is chosen where none was. False when there was one, or this is not one of the user's. */
export async function selectFirst(tx: Sql, userId: string, profileId: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE users u SET selected_profile_id = $2::uuid
      WHERE u.id = $1::uuid AND u.selected_profile_id IS NULL AND EXISTS (
        SELECT 1 FROM profiles p WHERE p.id = $2::uuid AND p.user_id = u.id)
      RETURNING u.id`,
    [userId, profileId],
  );
  return rows.length > 0;
}

/** False when the profile is not one of the user's. */
export async function updateSelection(
  tx: Sql,
  userId: string,
  profileId: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE users u SET selected_profile_id = $2::uuid
      WHERE u.id = $1::uuid
        AND ($2::uuid IS NULL OR EXISTS (
          SELECT 1 FROM profiles p WHERE p.id = $2::uuid AND p.user_id = u.id))
      RETURNING u.id`,
    [userId, profileId],
  );
  return rows.length > 0;
}
