import { publishReload } from '~/features/chat/index.server';
import type { Sql } from '~/lib/db/index.server';
import { nextSequence, publishEvents, publishStatus } from '~/engine/events/index.server';

import type { ImportChange, ImportView } from '../page/transfer';
import { readImport } from './import-data.server';

const TOPIC = 'import';

/** Takes a number for how the import stands now; the returned function tells the tabs, after the commit. */
export async function publishImport(tx: Sql, userId: string, id: string): Promise<() => void> {
  const view = await readImport(tx, userId, id);
  if (!view) return () => {};
  // Tabs load again what cannot be told.
  if (sizeOf(light(view)) > MAX_TOLD) return publishReload(tx, userId);
  const seq = await nextSequence(tx, userId);
  const data: ImportChange = { import: light(view) };
  return () => void publishEvents(userId, { seq, changes: [{ topic: TOPIC, data }] });
}

/** Tells the tabs how far it is. */
export async function tellProgress(sql: Sql, userId: string, id: string): Promise<void> {
  const view = await readImport(sql, userId, id);
  if (!view) return;
  const told = light(view);
  // One that is too large is looked up by the pages that wait for it.
  if (sizeOf(told) <= MAX_TOLD) publishStatus(userId, { topic: TOPIC, data: { import: told } });
}

/** The process of an import holds no sockets: what it tells goes through one notification of PostgreSQL, of 8,000 bytes. */
const MAX_TOLD = 7_000;

function sizeOf(view: ImportView): number {
  return Buffer.byteLength(JSON.stringify(view));
}

/** Without what only uploads need. */
function light(view: ImportView): ImportView {
  return { ...view, files: view.files.map((file) => ({ ...file, received: [] })) };
}
