import { publish } from '~/engine/events/index.server';
import type { PrismaTx, Sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { findOwn, viewSources } from './source-data.server';
import type { SourceView } from './source';

/** Tells the person's tabs how a source stands; null when it is gone. */
export async function publishSource(
  tx: PrismaTx,
  sql: Sql,
  userId: UserScope,
  id: string,
): Promise<SourceView | null> {
  const row = await findOwn(tx, userId, id);
  if (!row) return null;
  const [source] = await viewSources(sql, userId, [row]);
  if (!source) return null;
  await publish(sql, userId, { topic: 'source', data: { type: 'changed', source } });
  return source;
}
