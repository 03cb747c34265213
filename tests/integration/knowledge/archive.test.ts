import { expect, test } from 'vitest';

import type { RestoreTarget } from '~/engine/user-data/archive';
import { knowledgeSections } from '~/features/brand/knowledge/citations/archive-sections.server';
import { putCitations } from '~/features/brand/knowledge/citations/citation-data.server';
import { readCitations } from '~/features/brand/knowledge/citations/retrieve-sources.server';
import { archiveIdOf, archiveIdsOf } from '~/features/import-export/archive/archive-ids.server';
import { sql, prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { createContent } from '../../factories/saved-content';
import { createUser } from '../../factories/users';

const [citations] = knowledgeSections;
const { signal } = new AbortController();

const target = (userId: UserScope): RestoreTarget => ({
  userId,
  signal,
  idOf: (section, id) => archiveIdOf(userId, section, id),
  idsOf: (section, id) => archiveIdsOf(userId, section, id),
  file: () => Promise.resolve(null),
  remark: () => undefined,
});

const SOURCE = {
  ...{ number: 2, title: 'Prices', heading: 'Cakes', passage: 'Pie 4.50' },
  ...{ sourceId: newId(), chunkId: newId() },
};

async function archivedRow() {
  const from = await createUser();
  const { id } = await createContent(from, { title: 'Pie' });
  const profileId = newId();
  const row = { textId: id, userId: from.id, profileId, sources: [SOURCE], numbers: [2] };
  await putCitations(sql, row);
  const rows = [];
  for await (const one of citations.rows(from.id, signal)) rows.push(one);
  const line: unknown = JSON.parse(JSON.stringify(citations.row.encode(rows[0]!)));
  return { from, id, profileId, row: citations.row.parse(line) };
}

test('citations come back with the text that has them, once, under the ids of the account', async () => {
  const { id, profileId, row } = await archivedRow();
  const to = await createUser();
  expect(await citations.restore?.(target(to.id), row)).toBe(false);
  const { id: contentId } = await createContent(to, { title: 'Pie' });
  const textId = archiveIdOf(to.id, 'savedContents', id);
  await prisma.savedContent.update({ where: { id: contentId }, data: { id: textId } });
  expect(await citations.restore?.(target(to.id), row)).toBe(true);
  expect(await citations.restore?.(target(to.id), row)).toBe(false);
  const profile = archiveIdOf(to.id, 'profiles', profileId);
  const source = archiveIdOf(to.id, 'sources', SOURCE.sourceId);
  const address = `/profiles/${profile}/sources/${source}?chunk=${SOURCE.chunkId}`;
  const { number, title, heading, passage } = SOURCE;
  expect(await readCitations(to.id, [textId])).toEqual({
    [textId]: [{ number, title, heading, passage, address }],
  });
});

test('citations of an archive from this account keep their ids', async () => {
  const { from, id, row } = await archivedRow();
  const before = await readCitations(from.id, [id]);
  await prisma.citation.deleteMany({ where: { userId: from.id } });
  expect(await citations.restore?.(target(from.id), row)).toBe(true);
  expect(await readCitations(from.id, [id])).toEqual(before);
});

test('an archive with other things in place of citations is refused', async () => {
  const { row } = await archivedRow();
  const bad = [
    { ...SOURCE, sourceId: '../../admin' },
    { ...SOURCE, passage: 'x'.repeat(601) },
    { ...SOURCE, number: 0 },
    { ...SOURCE, title: 'a\0b' },
    null,
  ];
  for (const source of bad) {
    expect(citations.row.safeParse({ ...row, sources: [source] }).success).toBe(false);
  }
  expect(citations.row.safeParse({ ...row, sources: 'x' }).success).toBe(false);
});
