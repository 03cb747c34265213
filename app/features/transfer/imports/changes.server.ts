import type { Sql } from '~/lib/db/index.server';
import { nextSequence, publishChanges, publishStanding } from '~/realtime/index.server';

import type { ImportChange, ImportView } from '../transfer';
import { readImport } from './import-table.server';

const TOPIC = 'import';

/** Takes a number for how the import stands now; the returned function tells the tabs, after the commit. */
export async function announceImport(tx: Sql, userId: string, id: string): Promise<() => void> {
  const view = await readImport(tx, userId, id);
  if (!view) return () => {};
  const seq = await nextSequence(tx, userId);
  const data: ImportChange = { import: light(view) };
  return () => void publishChanges(userId, { seq, changes: [{ topic: TOPIC, data }] });
}

/** Tells the tabs how far it is. */
export async function tellProgress(sql: Sql, userId: string, id: string): Promise<void> {
  const view = await readImport(sql, userId, id);
  if (view) publishStanding(userId, { topic: TOPIC, data: { import: light(view) } });
}

/** A change must fit into one notification of PostgreSQL as far as that can be. */
function light(view: ImportView): ImportView {
  return { ...view, files: view.files.map((file) => ({ ...file, received: [] })) };
}
