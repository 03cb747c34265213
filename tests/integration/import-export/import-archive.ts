import { Readable } from 'node:stream';

import { expect } from 'vitest';

import type { IncomingService } from '~/features/import-export/imports/incoming';
import { workOn } from '~/features/import-export/imports/work/work-import.server';
import {
  createImport,
  readUpload,
  requireImport,
  startImport,
} from '~/features/import-export/imports/import-actions.server';
import { uploadPart } from '~/features/import-export/imports/upload-part.server';
import type { UserScope } from '~/lib/scope';

/** Imports an archive like a browser does: upload in parts, preview, choice. */
export async function importArchive(
  userId: UserScope,
  archive: Buffer,
  service: IncomingService = 'brandwright',
) {
  const file = { name: 'archive.zip', size: archive.length };
  const { id, partSize } = await createImport(userId, [file]);
  for (let part = 0; part * partSize < archive.length; part += 1) {
    const bytes = archive.subarray(part * partSize, (part + 1) * partSize);
    await uploadPart({
      userId,
      importId: id,
      file: '0',
      part: String(part),
      length: bytes.length,
      body: Readable.from([bytes]),
    });
  }
  await readUpload(userId, id);
  await workOn(id);
  const preview = await requireImport(userId, id);
  expect(preview).toMatchObject({ state: 'ready', service, reason: null });
  await startImport(userId, id, { all: true, except: [] });
  await workOn(id);
  const done = await requireImport(userId, id);
  expect(done).toMatchObject({ state: 'done', reason: null });
  return { id, found: preview.found!, result: done.result! };
}
