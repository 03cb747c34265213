import { reloadTabs } from '~/features/chat/index.server';
import type { Sql } from '~/lib/db/index.server';
import { publish, publishStatus } from '~/engine/events/index.server';
import type { UserScope } from '~/lib/scope';

import type { ImportEvent, ImportView } from '../page/import-export';
import { readImport } from './import-data.server';

export async function publishImport(tx: Sql, userId: UserScope, id: string): Promise<void> {
  const view = await readImport(tx, userId, id);
  if (!view) return;
  const data = { import: withoutParts(view) };
  if (sizeOf(data) <= MAX_EVENT_BYTES) {
    await publish(tx, userId, { topic: 'import', data });
  } else {
    await reloadTabs(tx, userId);
  }
}

export async function publishProgress(sql: Sql, userId: UserScope, id: string): Promise<void> {
  const view = await readImport(sql, userId, id);
  if (!view) return;
  const data = { import: withoutParts(view) };
  // Pages that wait for one that is too large ask for it now and then.
  if (sizeOf(data) <= MAX_EVENT_BYTES) publishStatus(userId, { topic: 'import', data });
}

/** The process of an import has no sockets: its events go through PostgreSQL's notifications, which take 8,000 bytes. */
const MAX_EVENT_BYTES = 7_000;

function sizeOf(data: ImportEvent): number {
  return Buffer.byteLength(JSON.stringify(data));
}

/** Only uploads need the list of parts. */
function withoutParts(view: ImportView): ImportView {
  return { ...view, files: view.files.map((file) => ({ ...file, received: [] })) };
}
