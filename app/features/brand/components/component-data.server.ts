import type { PrismaTx, Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { byName } from '~/lib/text/by-name';

import type { ComponentKind, ComponentValues } from './component';

// Owns the four component tables. Every condition has the owner.

export interface ComponentRow {
  id: string;
  version: number;
  values: ComponentValues;
}

/**
 * The tables differ only in their text columns, which COMPONENTS lists, so Prisma's types of one table stand for all
 * four.
 */
function componentTable(db: PrismaTx, kind: ComponentKind) {
  return db[kind] as PrismaTx['brandStory'];
}

export async function findComponent(
  db: PrismaTx,
  userId: UserScope,
  kind: ComponentKind,
  id: string,
): Promise<ComponentRow | null> {
  const row = await componentTable(db, kind).findFirst({
    where: { id, userId },
    omit: { userId: true, createdAt: true, updatedAt: true },
  });
  if (!row) return null;
  const { id: found, version, ...values } = row;
  return { id: found, version, values };
}

/** All of the user's components by name, without their texts. SQL: one query for four tables. */
export async function listComponents(
  sql: Sql,
  userId: UserScope,
): Promise<{ kind: ComponentKind; id: string; name: string }[]> {
  const components = await sql.query<{ kind: ComponentKind; id: string; name: string }>(
    `SELECT c.kind, c.id, c.name FROM (
       SELECT 'brandStory' AS kind, id, name FROM brand_stories WHERE user_id = $1::uuid
       UNION ALL
       SELECT 'customerJourney', id, name FROM customer_journeys WHERE user_id = $1::uuid
       UNION ALL
       SELECT 'solutionSuite', id, name FROM solution_suites WHERE user_id = $1::uuid
       UNION ALL
       SELECT 'campaignFramework', id, name FROM campaign_frameworks WHERE user_id = $1::uuid
     ) c`,
    [userId],
  );
  return components.sort(byName);
}

/** The first of these ids that is a component of this user's. */
export async function findOneOf(
  db: PrismaTx,
  userId: UserScope,
  kind: ComponentKind,
  ids: readonly string[],
): Promise<string | null> {
  const rows = await componentTable(db, kind).findMany({
    where: { userId, id: { in: [...ids] } },
    select: { id: true },
  });
  const found = new Set(rows.map(({ id }) => id));
  return ids.map((id) => id.toLowerCase()).find((id) => found.has(id)) ?? null;
}

export async function insertComponent(
  db: PrismaTx,
  kind: ComponentKind,
  component: {
    id: string;
    userId: UserScope;
    values: ComponentValues;
  },
): Promise<void> {
  const { values, ...row } = component;
  await componentTable(db, kind).create({
    data: { ...row, ...values, name: values.name ?? '' },
    select: { id: true },
  });
}

/** Writes these texts if the profile still uses this component in this version; returns false otherwise. */
export async function updateComponent(
  db: PrismaTx,
  kind: ComponentKind,
  at: { userId: UserScope; profileId: string; id: string; version: number },
  values: ComponentValues,
): Promise<boolean> {
  const { userId, profileId, id, version } = at;
  const { count } = await componentTable(db, kind).updateMany({
    where: { id, userId, version, profiles: { some: { id: profileId, userId } } },
    data: { ...values, version: { increment: 1 }, updatedAt: new Date() },
  });
  return count > 0;
}

/** Duplicates a component under a new id. False when the component doesn't exist. */
export async function duplicateComponent(
  db: PrismaTx,
  userId: UserScope,
  kind: ComponentKind,
  id: string,
  newId: string,
): Promise<boolean> {
  const original = await findComponent(db, userId, kind, id);
  if (!original) return false;
  await insertComponent(db, kind, { id: newId, userId, values: original.values });
  return true;
}

export async function deleteIfUnused(
  db: PrismaTx,
  userId: UserScope,
  kind: ComponentKind,
  id: string,
): Promise<void> {
  await componentTable(db, kind).deleteMany({ where: { id, userId, profiles: { none: {} } } });
}
