import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

// Whatever process imports knows all features.
import '~/lifecycle.server';
import { archiveSections } from '~/engine/user-data/index.server';
import { archiveIdOf } from '~/features/import-export/archive/archive-ids.server';
import { requestExport } from '~/features/import-export/exports/export-actions.server';
import { serveExport } from '~/features/import-export/exports/serve-export.server';
import { makeExport } from '~/features/import-export/index.server';

import { unpackArchive, type Unpacked } from '../../factories/archive';
import { createUser } from '../../factories/users';
import { importArchive } from './import-archive';

// Archives that earlier versions wrote, of an account with something of everything that comes back
// (archive-round-trip.test.ts).

const RELEASES = 'tests/releases';
const archives = readdirSync(RELEASES).filter((name) => name.endsWith('.archive.zip'));

/** What does not come along of a row, each for a reason. */
const NOT_BACK: Record<string, readonly string[]> = {
  // Who they are stays; a photo is another object here.
  preferences: ['id', 'firstName', 'lastName', 'timeZone', 'pictureId'],
  // What the provider has stays with the person who trained it; the right to the images is confirmed anew.
  loras: ['rightsConfirmedAt', 'providerVersion', 'trainingSeconds'],
  // Read from the file.
  mediaItems: ['durationMs'],
};

type Row = Unpacked['rows'] extends (section: string) => (infer One)[] ? One : never;

test('there is an archive of an earlier release', () => expect(archives).not.toEqual([]));

test.each(archives)('%s comes in, and what is exported then has all of it', async (name) => {
  const zip = readFileSync(join(RELEASES, name));
  const before = await unpackArchive(zip);
  const user = await createUser();
  const { found, result } = await importArchive(user.id, zip);
  expect(found).toMatchObject({ conversations: 2, fresh: 2, unreadable: 0, remarks: [] });
  expect(result).toMatchObject({ imported: 2, messages: 9, files: 2, missingFiles: 0 });

  const { id } = await requestExport(user.id);
  await makeExport.run({ userId: user.id, exportId: id });
  const response = await serveExport(user.id, id, new Request('http://app.test/'));
  const after = await unpackArchive(Buffer.from(await response.arrayBuffer()));
  const restored = archiveSections().filter(({ restore }) => restore);
  const ids = restored.flatMap(({ name: section }) =>
    before
      .rows(section)
      .map((row) => [String(row.id), archiveIdOf(user.id, section, String(row.id))]),
  );
  const moved = (row: Row) =>
    JSON.parse(
      ids.reduce((text, [was = '', is = '']) => text.replaceAll(was, is), JSON.stringify(row)),
    ) as Row;
  for (const { name: section } of restored) {
    const rows = before.rows(section).map((row) => {
      const kept = Object.entries(row).filter(([field]) => !NOT_BACK[section]?.includes(field));
      return Object.fromEntries(kept);
    });
    expect(rows.length, section).toBeGreaterThan(0);
    const wanted = section === 'hiddenStarters' ? rows : rows.map(moved);
    const inOrder = (all: Row[]) =>
      all.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
    expect(inOrder(after.rows(section)), section).toMatchObject(inOrder(wanted));
  }
});
