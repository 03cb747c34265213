import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

// Registers all features, which an import of an archive needs.
import '~/lifecycle.server';
import { archiveSections } from '~/engine/user-data/index.server';
import { archiveIdOf } from '~/features/import-export/archive/archive-ids.server';
import { requestExport } from '~/features/import-export/exports/export-actions.server';
import { serveExport } from '~/features/import-export/exports/serve-export.server';
import { makeExport } from '~/features/import-export/exports/make-export.server';

import { unpackArchive, type Unpacked } from '../../factories/archive';
import { createUser } from '../../factories/users';
import { importArchive } from './import-archive';

// Archives of earlier versions, of an account with something of everything that can be restored
// (archive-round-trip.test.ts).

const RELEASES = 'tests/releases';
const archives = readdirSync(RELEASES).filter((name) => name.endsWith('.archive.zip'));

/** The fields that aren't restored, each for a reason. */
const NOT_RESTORED: Record<string, readonly string[]> = {
  // The name and time zone stay, and the photo becomes another object.
  preferences: ['id', 'firstName', 'lastName', 'timeZone', 'pictureId'],
  // What the provider has stays with the account that trained it, and the rights are confirmed again.
  loras: ['rightsConfirmedAt', 'providerVersion', 'trainingSeconds'],
  // Read from the file.
  mediaItems: ['durationMs'],
};

/** Sections that an archive doesn't have because it is older than they are. */
const NEWER: Record<string, readonly string[]> = {
  '0.1.0.archive.zip': [
    ...['sources', 'sourcePages', 'citations'],
    ...['chatDocuments', 'chatDocumentVersions', 'chatDocumentPatches'],
  ],
};

type Row = Unpacked['rows'] extends (section: string) => (infer One)[] ? One : never;

test('archives of earlier releases are kept', () => expect(archives).not.toEqual([]));

test.each(archives)('everything in %s is imported, and exported again', async (name) => {
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
  const restored = archiveSections().filter(
    ({ name: section, restore }) => restore && !NEWER[name]?.includes(section),
  );
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
      const kept = Object.entries(row).filter(([field]) => !NOT_RESTORED[section]?.includes(field));
      return Object.fromEntries(kept);
    });
    expect(rows.length, section).toBeGreaterThan(0);
    const wanted = section === 'hiddenStarters' ? rows : rows.map(moved);
    const inOrder = (all: Row[]) =>
      all.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
    expect(inOrder(after.rows(section)), section).toMatchObject(inOrder(wanted));
  }
});
