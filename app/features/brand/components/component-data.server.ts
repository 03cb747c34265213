import type { Sql } from '~/lib/db/index.server';

import { textsOf, type ComponentKind, type ComponentText, type ComponentValues } from './component';

// Owns the four tables of components, which are alike but for their fields.

const TABLES: Record<ComponentKind, string> = {
  brandStory: 'brand_stories',
  customerJourney: 'customer_journeys',
  solutionSuite: 'solution_suites',
  campaignFramework: 'campaign_frameworks',
};

/** The column of `profiles` that names a component of this kind. */
export const PROFILE_COLUMNS: Record<ComponentKind, string> = {
  brandStory: 'brand_story_id',
  customerJourney: 'customer_journey_id',
  solutionSuite: 'solution_suite_id',
  campaignFramework: 'campaign_framework_id',
};

export interface ComponentRow {
  id: string;
  version: number;
  values: ComponentValues;
}

/** `whatYouDo` is the column what_you_do. */
function columnOf(text: ComponentText): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function columnsOf(kind: ComponentKind, table: string): string {
  const values = textsOf(kind).map((text) => `'${text}', ${table}.${columnOf(text)}`);
  return `${table}.id, ${table}.version, json_build_object(${values.join(', ')}) AS "values"`;
}

/** The component that a profile of the user's has; null when it has none. */
export async function findComponentOf(
  sql: Sql,
  userId: string,
  profileId: string,
  kind: ComponentKind,
): Promise<ComponentRow | null> {
  const [row] = await sql.query<ComponentRow>(
    `SELECT ${columnsOf(kind, 'c')} FROM profiles p
       JOIN ${TABLES[kind]} c ON c.id = p.${PROFILE_COLUMNS[kind]} AND c.user_id = p.user_id
      WHERE p.id = $1::uuid AND p.user_id = $2::uuid`,
    [profileId, userId],
  );
  return row ?? null;
}

export async function insertComponent(
  tx: Sql,
  kind: ComponentKind,
  component: { id: string; userId: string; values: ComponentValues },
): Promise<void> {
  const texts = textsOf(kind);
  const places = texts.map((_, index) => `$${index + 3}`);
  await tx.query(
    `INSERT INTO ${TABLES[kind]} (id, user_id, ${texts.map(columnOf).join(', ')})
     VALUES ($1::uuid, $2::uuid, ${places.join(', ')})`,
    [component.id, component.userId, ...texts.map((text) => component.values[text] ?? '')],
  );
}

/**
 * Writes these texts into the component that the profile has, if it is still that one in that version. Null when it is
 * not.
 */
export async function updateComponent(
  tx: Sql,
  kind: ComponentKind,
  at: { userId: string; profileId: string; id: string; version: number },
  values: ComponentValues,
): Promise<ComponentRow | null> {
  const texts = textsOf(kind).filter((text) => values[text] !== undefined);
  const sets = texts.map((text, index) => `${columnOf(text)} = $${index + 5}, `);
  const [row] = await tx.query<ComponentRow>(
    `UPDATE ${TABLES[kind]} c SET ${sets.join('')} version = c.version + 1, updated_at = now()
       FROM profiles p
      WHERE c.id = $1::uuid AND c.user_id = $2::uuid AND c.version = $3::int
        AND p.id = $4::uuid AND p.user_id = c.user_id AND p.${PROFILE_COLUMNS[kind]} = c.id
      RETURNING ${columnsOf(kind, 'c')}`,
    [at.id, at.userId, at.version, at.profileId, ...texts.map((text) => values[text] ?? '')],
  );
  return row ?? null;
}

/** All components of a kind that the user has, without their texts, by name. */
export async function listComponents(
  sql: Sql,
  userId: string,
  kind: ComponentKind,
): Promise<{ id: string; name: string }[]> {
  return sql.query(
    `SELECT id, name FROM ${TABLES[kind]} WHERE user_id = $1::uuid ORDER BY lower(name), id`,
    [userId],
  );
}

/** A copy under a new id. False when there is nothing to copy. */
export async function copyComponent(
  tx: Sql,
  userId: string,
  kind: ComponentKind,
  id: string,
  newId: string,
): Promise<boolean> {
  const columns = textsOf(kind).map(columnOf).join(', ');
  const rows = await tx.query(
    `INSERT INTO ${TABLES[kind]} (id, user_id, ${columns})
     SELECT $3::uuid, user_id, ${columns} FROM ${TABLES[kind]} WHERE id = $1::uuid AND user_id = $2::uuid
     RETURNING id`,
    [id, userId, newId],
  );
  return rows.length > 0;
}

export async function componentExists(
  sql: Sql,
  userId: string,
  kind: ComponentKind,
  id: string,
): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM ${TABLES[kind]} WHERE id = $1::uuid AND user_id = $2::uuid`,
    [id, userId],
  );
  return rows.length > 0;
}

/** The first of these that this user has. */
export async function findOneOf(
  sql: Sql,
  userId: string,
  kind: ComponentKind,
  ids: readonly string[],
): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `SELECT id FROM ${TABLES[kind]} WHERE user_id = $1::uuid AND id = ANY($2::uuid[])
      ORDER BY array_position($2::uuid[], id) LIMIT 1`,
    [userId, ids],
  );
  return row?.id ?? null;
}

export async function countComponents(
  sql: Sql,
  userId: string,
  kind: ComponentKind,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${TABLES[kind]} WHERE user_id = $1::uuid`,
    [userId],
  );
  return row?.count ?? 0;
}

/** When a new component was written elsewhere. */
export async function setComponentTimes(
  tx: Sql,
  userId: string,
  kind: ComponentKind,
  component: { id: string; createdAt: Date; updatedAt: Date },
): Promise<void> {
  await tx.query(
    `UPDATE ${TABLES[kind]}
        SET created_at = $3::timestamptz, updated_at = $4::timestamptz
      WHERE id = $1::uuid AND user_id = $2::uuid`,
    [component.id, userId, component.createdAt, component.updatedAt],
  );
}

/** Removes those of them that no profile uses. */
export async function deleteUnused(
  tx: Sql,
  userId: string,
  kind: ComponentKind,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `DELETE FROM ${TABLES[kind]} c WHERE c.id = ANY($1::uuid[]) AND c.user_id = $2::uuid
        AND NOT EXISTS (SELECT 1 FROM profiles p WHERE p.${PROFILE_COLUMNS[kind]} = c.id)`,
    [ids, userId],
  );
}
