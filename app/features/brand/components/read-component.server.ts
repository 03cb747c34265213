import type { Sql } from '~/lib/db/index.server';

import { emptyComponent, type Component, type ComponentKind } from './component';
import { findComponentOf } from './component-data.server';
import type { ProfileRow } from '../profiles/profile-data.server';

/** A profile's component with who else uses it; `profiles` are all of the user's. */
export async function readComponent(
  sql: Sql,
  userId: string,
  profileId: string,
  kind: ComponentKind,
  profiles: readonly ProfileRow[],
): Promise<Component> {
  const row = await findComponentOf(sql, userId, profileId, kind);
  if (!row) return emptyComponent(kind);
  const sharedWith = profiles
    .filter(({ id, ids }) => id !== profileId && ids[kind] === row.id)
    .map(({ id, name }) => ({ id, name }));
  return { ...row, sharedWith };
}
