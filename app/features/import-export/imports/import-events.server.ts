import { reloadTabs } from '~/features/chat/index.server';
import type { Sql } from '~/lib/db/index.server';
import { publish, publishStatus } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import type { ImportView } from '../page/import-export';
import { readImport } from './import-data.server';

/** Publishes how an import stands now. */
export async function publishImport(tx: Sql, userId: UserScope, id: string): Promise<void> {
  const view = await readImport(tx, userId, id);
  if (!view) return;
  const told = light(view);
  if (sizeOf(told) <= MAX_TOLD) {
    await publish(tx, userId, { topic: 'import', data: { import: told } });
  } else {
    // Tabs load again what is too large to be told.
    await reloadTabs(tx, userId);
  }
}

/** Tells the tabs how far it is. */
export async function publishProgress(sql: Sql, userId: UserScope, id: string): Promise<void> {
  const view = await readImport(sql, userId, id);
  if (!view) return;
  const told = light(view);
  // One that is too large is looked up by the pages that wait for it.
  if (sizeOf(told) <= MAX_TOLD) publishStatus(userId, { topic: 'import', data: { import: told } });
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
